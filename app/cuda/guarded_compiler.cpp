#include "cuda/guarded_compiler.h"

#include <sys/resource.h>

#include <cstdint>
#include <utility>

#include "core/base/language.h"
#include "core/compile/compile_record.h"
#include "cuda/nvrtc_compiler.h"
#include "cuda/process_client.h"
#include "cuda/worker.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define BANKLOOM_ADDRESS_SANITIZER
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define BANKLOOM_ADDRESS_SANITIZER
#endif

namespace bankloom {
namespace {

struct CompiledBinary {
  std::vector<std::byte> bytes;
};

void describe(auto& fields, Is<CompiledBinary> auto& binary) { fields("bytes", binary.bytes); }

using nlohmann::json;
using worker::Outcome;

/// The process's address space, bytes: NVRTC uses less than one GiB for the largest texts.
constexpr std::uint64_t kCompilerMemory = std::uint64_t{8} << 30U;

Result<json> answer(Compiler& compiler, const json& message) {
  TRY(const auto request, worker::record_of<CompileRequest>(message, "text"));
  if (message.value("op", "") == "binary") {
    TRY(auto bytes, compiler.binary(request));
    return worker::message_of(CompiledBinary{std::move(bytes)});
  }
  TRY(const auto compiled, compiler.compile(request));
  return worker::message_of(*compiled);
}

class GuardedCompiler final : public Compiler {
 public:
  GuardedCompiler(std::unique_ptr<Compiler> inner, GuardOptions options)
      : inner_(std::move(inner)),
        limit_(options.limit),
        walls_(std::move(options.walls)),
        process_("the process that compiles your code", std::move(options.executable), std::move(options.arguments)) {}

  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    if (!request.is_own) return inner_->compile(request);
    TRY(const auto reply, ask(request, "compile"));
    TRY(auto result, worker::record_of<CompileResult>(reply, "compiled text"));
    return std::make_shared<const CompileResult>(std::move(result));
  }

  Result<std::vector<std::byte>> binary(const CompileRequest& request) override {
    if (!request.is_own) return inner_->binary(request);
    TRY(const auto reply, ask(request, "binary"));
    TRY(auto binary, worker::record_of<CompiledBinary>(reply, "binary"));
    return std::move(binary.bytes);
  }

  void interrupt() override { process_.cancel(); }
  Result<std::vector<std::string>> architectures() override { return inner_->architectures(); }
  std::string describe() override { return inner_->describe(); }

 private:
  Result<json> ask(const CompileRequest& request, const char* operation) {
    const worker::ProcessClient::Turn turn(process_);
    const auto text = [&](const worker::Lost& lost) { return lost_text(lost, request.name); };
    if (const auto walls = std::exchange(walls_, {})) process_.use_walls(walls());
    TRY(process_.start(limit_, text));
    json message = worker::message_of(request);
    message["op"] = operation;
    return process_.ask(std::move(message), limit_, worker::kLongestPayload, text);
  }

  [[nodiscard]] std::string lost_text(const worker::Lost& lost, const std::string& name) const {
    switch (lost.outcome) {
      case Outcome::late:
        return message(
            "the compiler had not finished {} after {:.3g} s and was stopped: an endless template, constant or "
            "unrolled loop keeps it busy, or it waits for a pipe that is included; change the code",
            name, std::chrono::duration<double>(limit_).count());
      case Outcome::cancelled:
        return message("the compiler was stopped at {} for newer code", name);
      case Outcome::closed:
        return message(
            "the compiler's process {} at {}: the code takes more memory than there is, or runs into a defect of the "
            "compiler; change the code",
            lost.ended.value_or(message("ended")), name);
      default:
        return message("the compiler's process did not answer about {}; try again", name);
    }
  }

  std::unique_ptr<Compiler> inner_;
  std::chrono::milliseconds limit_;
  std::function<std::vector<std::string>()> walls_;
  worker::ProcessClient process_;
};

}  // namespace

std::unique_ptr<Compiler> make_guarded_compiler(std::unique_ptr<Compiler> inner, GuardOptions options) {
  return std::make_unique<GuardedCompiler>(std::move(inner), std::move(options));
}

int run_compile_worker(const std::filesystem::path& languages) {
  if (!worker::has_pipes(kCompileWorkerArgument, "it compiles own texts so")) return 2;
#ifndef BANKLOOM_ADDRESS_SANITIZER
  const rlimit memory{kCompilerMemory, kCompilerMemory};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  const auto compiler = make_nvrtc_compiler();
  const auto reply_to = [&](const json& request, const worker::WaitForTurn& /*waits*/) {
    auto reply = answer(*compiler, request);
    if (!reply) return worker::failure(reply.error().message, false);
    (*reply)["ok"] = true;
    return std::move(*reply);
  };
  return worker::serve(reply_to, worker::kWorkerInput, worker::kWorkerOutput, languages);
}

}  // namespace bankloom
