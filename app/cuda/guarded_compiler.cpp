#include "cuda/guarded_compiler.h"

#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/files.h"
#include "core/base/json.h"
#include "cuda/nvrtc_compiler.h"
#include "cuda/worker_process.h"
#include "cuda/worker_protocol.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BANKLOOM_ADDRESS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define BANKLOOM_ADDRESS_SANITIZER
#endif

namespace bankloom {
namespace {

using nlohmann::json;
using worker::Outcome;

/// Address space of the compiling process, bytes: NVRTC takes less than one GiB for the largest texts.
constexpr std::uint64_t kCompilerMemory = std::uint64_t{8} << 30U;
/// Seconds after which the process ends by itself, should nobody be left to end it.
constexpr unsigned kLongestLife = 300;

json message_of(const CompileRequest& request, const char* operation) {
  json definitions = json::array();
  for (const auto& [name, value] : request.definitions) definitions.push_back(json::array({name, value}));
  return {{"op", operation},
          {"name", request.name},
          {"text", request.text},
          {"definitions", std::move(definitions)},
          {"architecture", request.architecture},
          {"instantiate", request.instantiate}};
}

CompileRequest request_of(const json& message) {
  CompileRequest request;
  request.name = message.at("name").get<std::string>();
  request.text = message.at("text").get<std::string>();
  for (const json& pair : message.at("definitions")) {
    request.definitions.emplace_back(pair.at(0).get<std::string>(), pair.at(1).get<std::string>());
  }
  request.architecture = message.at("architecture").get<std::string>();
  request.instantiate = message.at("instantiate").get<std::string>();
  return request;
}

json message_of(const CompileResult& result) {
  json diagnostics = json::array();
  for (const Diagnostic& one : result.diagnostics) {
    diagnostics.push_back(json::array({static_cast<int>(one.severity), one.line, one.column, one.file, one.text}));
  }
  return {{"ok", true},
          {"compiled", result.ok},
          {"ptx", result.ptx},
          {"log", result.log},
          {"compiler", result.compiler},
          {"entry", result.entry},
          {"diagnostics", std::move(diagnostics)}};
}

CompileResult result_of(const json& message) {
  CompileResult result;
  result.ok = message.at("compiled").get<bool>();
  result.ptx = message.at("ptx").get<std::string>();
  result.log = message.at("log").get<std::string>();
  result.compiler = message.at("compiler").get<std::string>();
  result.entry = message.at("entry").get<std::string>();
  for (const json& one : message.at("diagnostics")) {
    result.diagnostics.push_back({static_cast<Diagnostic::Severity>(one.at(0).get<int>()), one.at(1).get<unsigned>(),
                                  one.at(2).get<unsigned>(), one.at(3).get<std::string>(),
                                  one.at(4).get<std::string>()});
  }
  return result;
}

json answer(Compiler& compiler, const json& message) {
  const std::string operation = message.at("op").get<std::string>();
  const CompileRequest request = request_of(message);
  if (operation == "binary") {
    const auto bytes = compiler.binary(request);
    if (!bytes) return {{"ok", false}, {"message", bytes.error().message}};
    std::vector<std::uint8_t> copy(bytes->size());
    std::transform(bytes->begin(), bytes->end(), copy.begin(),
                   [](std::byte b) { return static_cast<std::uint8_t>(b); });
    return {{"ok", true}, {"bytes", json::binary(std::move(copy))}};
  }
  const auto compiled = compiler.compile(request);
  if (!compiled) return {{"ok", false}, {"message", compiled.error().message}};
  return message_of(**compiled);
}

class GuardedCompiler final : public Compiler {
 public:
  GuardedCompiler(std::unique_ptr<Compiler> inner, GuardOptions options)
      : inner_(std::move(inner)), options_(std::move(options)), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    if (!request.is_own) return inner_->compile(request);
    TRY(auto reply, ask(request, "compile"));
    try {
      return std::make_shared<const CompileResult>(result_of(reply));
    } catch (const json::exception&) {
      return fail("the compiler's process answered something else than a compiled text");
    }
  }

  Result<std::vector<std::byte>> binary(const CompileRequest& request) override {
    if (!request.is_own) return inner_->binary(request);
    TRY(auto reply, ask(request, "binary"));
    const auto bytes = reply.find("bytes");
    if (bytes == reply.end() || !bytes->is_binary()) return fail("the compiler's process answered no binary");
    const auto& list = bytes->get_binary();
    std::vector<std::byte> copy(list.size());
    std::transform(list.begin(), list.end(), copy.begin(), [](std::uint8_t b) { return std::byte{b}; });
    return copy;
  }

  void interrupt() override {
    if (!asking_) return;
    const std::uint64_t one = 1;
    // Fails only where the counter is full, and then it is raised.
    [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
  }

  Result<std::vector<std::string>> architectures() override { return inner_->architectures(); }
  std::string describe() override { return inner_->describe(); }

 private:
  Result<json> ask(const CompileRequest& request, const char* operation) {
    const std::lock_guard lock(mutex_);
    std::uint64_t raised = 0;
    [[maybe_unused]] const ssize_t read = ::read(wake_.get(), &raised, sizeof raised);
    asking_ = true;
    auto reply = ask_process(request, operation);
    asking_ = false;
    return reply;
  }

  Result<json> ask_process(const CompileRequest& request, const char* operation) {
    if (process_ && process_->has_hung_up()) stop();
    if (!process_) {
      auto started = worker::Process::start(options_.executable, options_.arguments);
      if (!started) return fail("the process that compiles own texts cannot be started from {}", options_.executable);
      process_.emplace(std::move(*started));
    }
    const worker::Patience patience{worker::Clock::now() + options_.limit, wake_.get()};
    const Outcome sent = worker::send_message(process_->input(), message_of(request, operation), patience);
    if (sent != Outcome::done) return give_up(sent, request.name);
    worker::Transfer reply = worker::receive_message(process_->output(), patience);
    if (reply.outcome != Outcome::done) return give_up(reply.outcome, request.name);
    const auto ok = reply.message.find("ok");
    if (ok != reply.message.end() && ok->is_boolean() && ok->get<bool>()) return std::move(reply.message);
    const auto sentence = reply.message.find("message");
    if (sentence != reply.message.end() && sentence->is_string()) return fail("{}", sentence->get<std::string>());
    return give_up(Outcome::garbage, request.name);
  }

  Failure give_up(Outcome outcome, const std::string& name) {
    const bool ended_itself = outcome == Outcome::closed;
    const auto ended = process_->end(std::chrono::milliseconds(ended_itself ? 2000 : 0));
    process_.reset();
    switch (outcome) {
      case Outcome::late:
        return fail(
            "the compiler had not finished {} after {:.3g} s and was stopped: a template, a constant or an "
            "unrolled loop without end keeps it busy; change the text",
            name, std::chrono::duration<double>(options_.limit).count());
      case Outcome::cancelled:
        return fail("the compiler was stopped at {} for a newer text", name);
      case Outcome::closed:
        return fail(
            "the compiler's process {} at {}: the text takes more memory than there is, or meets a defect of "
            "the compiler; change the text",
            ended.value_or("ended"), name);
      default:
        return fail("the compiler's process did not answer about {}; try again", name);
    }
  }

  void stop() {
    process_->end(std::chrono::milliseconds(0));
    process_.reset();
  }

  std::unique_ptr<Compiler> inner_;
  GuardOptions options_;
  FileHandle wake_;
  std::mutex mutex_;
  std::atomic<bool> asking_{false};
  std::optional<worker::Process> process_;
};

}  // namespace

std::unique_ptr<Compiler> make_guarded_compiler(std::unique_ptr<Compiler> inner, GuardOptions options) {
  return std::make_unique<GuardedCompiler>(std::move(inner), std::move(options));
}

int run_compile_worker() {
  for (const int descriptor : {worker::kWorkerInput, worker::kWorkerOutput}) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISFIFO(status.st_mode)) {
      std::fprintf(stderr, "bankloom: %s is for the program itself: it compiles own texts so\n",
                   kCompileWorkerArgument);
      return 2;
    }
  }
#ifndef BANKLOOM_ADDRESS_SANITIZER
  const rlimit memory{kCompilerMemory, kCompilerMemory};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  const auto compiler = make_nvrtc_compiler();
  for (;;) {
    ::alarm(0);
    const worker::Transfer request = worker::receive_message(worker::kWorkerInput, {});
    if (request.outcome == Outcome::closed) return 0;
    if (request.outcome != Outcome::done) return 1;
    ::alarm(kLongestLife);
    json reply;
    try {
      reply = answer(*compiler, request.message);
    } catch (const std::exception& error) {
      reply = {{"ok", false}, {"message", fmt::format("the compiler's process failed ({})", error.what())}};
    }
    if (worker::send_message(worker::kWorkerOutput, std::move(reply), {}) != Outcome::done) return 1;
  }
}

}  // namespace bankloom
