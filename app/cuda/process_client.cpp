#include "cuda/process_client.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "core/base/language.h"

namespace bankloom::worker {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

/// The time that a process has to end by itself.
constexpr milliseconds kEndGrace{2000};

Patience patience_of(milliseconds limit, const FileHandle& wake) {
  return {Clock::now() + std::max(limit, milliseconds(1)), wake.get()};
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
  process_.reset();
  return fail("{}", lost_text({outcome, std::move(detail), std::move(ended)}));
}

Failure ProcessClient::refuse(const std::string& detail, const LostText& lost_text) {
  return give_up(Outcome::garbage, detail, lost_text);
}

Result<bool> ProcessClient::start(milliseconds limit, const LostText& lost_text) {
  if (process_ && process_->has_hung_up()) end(kEndGrace);
  if (process_) return false;
  auto started = Process::start(executable_, arguments_);
  if (!started)
    return fail("{} cannot be started from {} ({})", translated(name_), executable_, started.error().message);
  process_.emplace(std::move(*started));
  const Transfer hello = receive_message(process_->output(), patience_of(limit, wake_));
  if (hello.outcome != Outcome::done) return give_up(hello.outcome, hello.detail, lost_text);
  const auto name = hello.message.find("hello");
  if (name == hello.message.end() || *name != "bankloom") return refuse("no greeting", lost_text);
  return true;
}

Result<json> ProcessClient::ask(json message, milliseconds limit, const LostText& lost_text) {
  const Patience patience = patience_of(limit, wake_);
  // What the worker says of it is shown as it comes.
  message["language"] = language();
  const Outcome sent = send_message(process_->input(), std::move(message), patience);
  if (sent != Outcome::done) return give_up(sent, {}, lost_text);
  Transfer reply = receive_message(process_->output(), patience);
  if (reply.outcome != Outcome::done) return give_up(reply.outcome, reply.detail, lost_text);
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
  return fail("{}", reply.message["message"].get<std::string>());
}

}  // namespace bankloom::worker
