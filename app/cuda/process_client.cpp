#include "cuda/process_client.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"

namespace bankloom::worker {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

/// The time that a process has to end by itself.
constexpr milliseconds kEndGrace{2000};

/// The longest that a line to another machine may carry nothing, while signs of life are due.
constexpr milliseconds kLongestSilence = 6 * kSignOfLife;
/// A slower line is as good as lost.
constexpr std::uint64_t kSlowestLine = 128U << 10U;
/// The longest wait for a GPU that another program measures on.
constexpr std::chrono::minutes kLongestTurn{10};
constexpr std::uint64_t kLongestGreeting = 64U << 10U;

Clock::time_point end_of(milliseconds limit) { return Clock::now() + std::max(limit, milliseconds(1)); }

/// A text of another machine as it may be shown: a name, a version.
std::string checked_name(const json& message, const char* key) {
  constexpr std::size_t kLongest = 64;
  const auto found = message.find(key);
  if (found == message.end() || !found->is_string()) return {};
  std::string name = found->get<std::string>().substr(0, kLongest);
  std::erase_if(name, [](char letter) { return letter <= ' ' || letter > '~'; });
  return name;
}

/// How many jobs Slurm's queue has before the one that srun speaks of; nothing where that cannot be known.
std::optional<std::ptrdiff_t> jobs_before(const std::string& said, int wake) {
  constexpr std::string_view kSays = "srun: job ";
  if (!said.starts_with(kSays)) return std::nullopt;
  const std::string job = said.substr(kSays.size(), said.find(' ', kSays.size()) - kSays.size());
  auto queue = Process::start_command({"squeue", "--noheader", "--states=PENDING", "--sort=P,-p,i", "--format=%A %P"});
  if (!queue) return std::nullopt;
  // A busy scheduler takes its time to answer.
  const Patience patience{.deadline = end_of(milliseconds(3000)), .wake = wake, .pause = std::nullopt};
  std::string text;
  for (ssize_t count = 1; count > 0;) {
    std::array<char, 4096> part{};
    if (await_message(queue->output(), patience) != Outcome::done) {
      queue->end(milliseconds(0));
      return std::nullopt;
    }
    count = ::read(queue->output(), part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  }
  const auto lines = split_lines(text);
  const auto own = std::ranges::find_if(lines, [&](const auto& line) { return line.starts_with(job + ' '); });
  if (own == lines.end()) return std::nullopt;
  const std::string partition = own->substr(job.size());
  return std::count_if(lines.begin(), own, [&](const auto& line) { return line.ends_with(partition); });
}

bool is_true(const json& message, const char* key) {
  const auto found = message.find(key);
  return found != message.end() && *found == true;
}

}  // namespace

ProcessClient::ProcessClient(std::string name, std::string executable, std::vector<std::string> arguments)
    : name_(std::move(name)),
      executable_(std::move(executable)),
      arguments_(std::move(arguments)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

ProcessClient::~ProcessClient() { end(kEndGrace); }

ProcessClient::Turn::Turn(ProcessClient& client) : client_(client), lock_(client.call_) {
  const std::scoped_lock state(client_.state_);
  client_.running_ = true;
}

ProcessClient::Turn::~Turn() {
  const std::scoped_lock state(client_.state_);
  client_.running_ = false;
  // A late cancel() must not end the next request.
  std::uint64_t raised = 0;
  [[maybe_unused]] const ssize_t read = ::read(client_.wake_.get(), &raised, sizeof raised);
}

void ProcessClient::cancel() {
  const std::scoped_lock state(state_);
  if (!running_) return;
  const std::uint64_t one = 1;
  // Fails only if the counter is full, and therefore set.
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
}

void ProcessClient::end(milliseconds grace) {
  if (process_) process_->end(grace);
  process_.reset();
}

Failure ProcessClient::give_up(Outcome outcome, std::string detail, const LostText& lost_text) {
  // A process that closed its pipe is about to end, and the way it ends tells what happened.
  auto ended = process_->end(outcome == Outcome::closed ? kEndGrace : milliseconds(0));
  Lost lost{outcome, std::move(detail), std::move(ended), !command_.empty(), has_greeted_, process_->said()};
  process_.reset();
  note(DeviceWait::none);
  lost_ = outcome;
  return fail("{}", lost_text(lost));
}

Failure ProcessClient::refuse(const std::string& detail, const LostText& lost_text) {
  return give_up(Outcome::garbage, detail, lost_text);
}

void ProcessClient::use_walls(std::vector<std::string> words) {
  std::error_code code;
  // Within the walls /proc/self/exe is another.
  const std::filesystem::path file = std::filesystem::canonical(executable_, code);
  if (words.empty() || code || !std::filesystem::is_regular_file(file, code)) return;
  words.push_back(file.string());
  if (!arguments_.empty()) words.insert(words.end(), arguments_.begin() + 1, arguments_.end());
  executable_ = words.front();
  arguments_ = std::move(words);
}

void ProcessClient::use_command(std::vector<std::string> words) {
  if (words == command_) return;
  end(kEndGrace);
  command_ = std::move(words);
}

void ProcessClient::note(DeviceWait wait) {
  if (!note_) return;
  const std::string said = process_ ? process_->said() : std::string();
  note_(wait, wait == DeviceWait::start && before_ ? message("{} ({} before you)", said, *before_) : said);
}

Transfer ProcessClient::greet(milliseconds limit) {
  Patience patience{.wake = wake_.get(), .most = kLongestGreeting};
  if (command_.empty()) {
    patience.deadline = end_of(limit);
    return receive_message(process_->output(), patience);
  }
  // A queue may take hours; whoever waits sees what the command says, and can cancel.
  constexpr milliseconds kBetweenNotes{500};
  constexpr int kNotesPerPlace = 20;
  const bool is_queued_by_slurm = std::filesystem::path(command_.front()).filename() == "srun";
  int notes = 0;
  std::string said;
  before_.reset();
  Banner banner;
  for (;;) {
    patience.deadline = end_of(kBetweenNotes);
    Transfer hello = receive_greeting(process_->output(), patience, banner);
    if (hello.outcome != Outcome::late) {
      if (notes > 0) note(DeviceWait::none);
      return hello;
    }
    const std::string said_before = std::exchange(said, process_->said());
    if (is_queued_by_slurm && (notes % kNotesPerPlace == 0 || said != said_before)) {
      before_ = jobs_before(said, wake_.get());
    }
    ++notes;
    note(DeviceWait::start);
  }
}

Result<bool> ProcessClient::start(milliseconds limit, const LostText& lost_text) {
  lost_ = Outcome::done;
  if (process_ && process_->has_hung_up()) end(kEndGrace);
  if (process_) return false;
  const bool is_command = !command_.empty();
  auto started = is_command ? Process::start_command(command_) : Process::start(executable_, arguments_);
  if (!started) {
    return fail("{} cannot be started from {} ({})", translated(name_), is_command ? command_.front() : executable_,
                started.error().message);
  }
  process_.emplace(std::move(*started));
  has_greeted_ = false;
  const Transfer hello = greet(limit);
  if (hello.outcome != Outcome::done) return give_up(hello.outcome, hello.detail, lost_text);
  const auto name = hello.message.find("hello");
  if (name == hello.message.end() || *name != "bankloom") return refuse("no greeting", lost_text);
  greeting_ = {checked_name(hello.message, "program"), checked_name(hello.message, "host"),
               is_true(hello.message, "packs")};
  has_greeted_ = true;
  return true;
}

Transfer ProcessClient::await_reply(milliseconds limit, std::uint64_t most, Patience patience) {
  const auto last = end_of(kLongestTurn);
  bool has_begun = false, waits = false;
  for (;;) {
    if (!command_.empty()) {
      if (const Outcome waited = await_message(process_->output(), patience); waited != Outcome::done) {
        return {waits && waited == Outcome::late ? Outcome::busy : waited, {}, {}};
      }
    }
    Patience whole = patience;
    whole.most = most;
    if (!command_.empty()) *whole.deadline += std::chrono::seconds(most / kSlowestLine);
    Transfer reply = receive_message(process_->output(), whole);
    if (waits && reply.outcome == Outcome::late) reply.outcome = Outcome::busy;
    if (reply.outcome != Outcome::done || !is_true(reply.message, "alive")) return reply;
    const bool waits_now = is_true(reply.message, "waits");
    if (waits_now != waits) note(waits_now ? DeviceWait::turn : DeviceWait::none);
    // The limit is for the kernel: not for the way of the request, not for the wait until the GPU is free.
    if (waits_now) patience.deadline = last;
    if (!waits_now && (waits || (!has_begun && !command_.empty()))) {
      patience.deadline = std::min(end_of(limit), last + limit);
    }
    has_begun = true;
    waits = waits_now;
  }
}

Result<json> ProcessClient::ask(json message, milliseconds limit, std::uint64_t most, const LostText& lost_text) {
  Patience patience{.deadline = end_of(limit), .wake = wake_.get()};
  // What the worker says of it is shown as it comes.
  message["language"] = language();
  const bool packs = !command_.empty() && greeting_.packs && can_pack();
  if (!command_.empty()) {
    message["packs"] = packs;
    patience.pause = kLongestSilence;
  }
  // What a line takes is up to the line; one that takes nothing is lost.
  Patience sending = patience;
  if (!command_.empty()) sending.deadline.reset();
  const Outcome sent = send_message(process_->input(), std::move(message), sending, packs);
  if (sent != Outcome::done) return give_up(sent, {}, lost_text);
  if (!command_.empty()) patience.deadline = end_of(limit + kLongestSilence);
  Transfer reply = await_reply(limit, most, patience);
  if (reply.outcome != Outcome::done) return give_up(reply.outcome, reply.detail, lost_text);
  if (!command_.empty()) clean_texts(reply.message);
  const auto has = [&reply](const char* key, bool (json::*is_right)() const noexcept) {
    const auto found = reply.message.find(key);
    return found != reply.message.end() && ((*found).*is_right)();
  };
  if (!has("ok", &json::is_boolean)) return refuse("a reply that says nothing", lost_text);
  if (reply.message["ok"].get<bool>()) return std::move(reply.message);
  if (!has("message", &json::is_string) || !has("spent", &json::is_boolean)) {
    return refuse("a failure without a reason", lost_text);
  }
  if (reply.message["spent"].get<bool>()) end(kEndGrace);
  std::string sentence = reply.message["message"].get<std::string>();
  // To the worker, "this machine" is its own.
  if (!command_.empty())
    return fail("{} says: {}", greeting_.host.empty() ? command_.front() : greeting_.host, sentence);
  return fail("{}", sentence);
}

}  // namespace bankloom::worker
