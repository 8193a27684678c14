#include "cuda/guarded_compiler.h"

#include <sys/resource.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/json_record.h"
#include "cuda/nvrtc_compiler.h"
#include "cuda/process_client.h"
#include "cuda/worker.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BANKLOOM_ADDRESS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define BANKLOOM_ADDRESS_SANITIZER
#endif

namespace bankloom {

static void describe(auto& fields, Is<CompileRequest> auto& request) {
  fields("name", request.name);
  fields("text", request.text);
  fields("definitions", request.definitions);
  fields("architecture", request.architecture);
  fields("instantiate", request.instantiate);
}

static std::span<const std::string_view> names_of(Diagnostic::Severity /*severity*/) { return kSeverityNames; }

static void describe(auto& fields, Is<Diagnostic> auto& diagnostic) {
  fields("severity", diagnostic.severity);
  fields("line", diagnostic.line);
  fields("column", diagnostic.column);
  fields("file", diagnostic.file);
  fields("text", diagnostic.text);
}

static void describe(auto& fields, Is<CompileResult> auto& result) {
  fields("compiled", result.ok);
  fields("ptx", result.ptx);
  fields("log", result.log);
  fields("compiler", result.compiler);
  fields("entry", result.entry);
  fields("diagnostics", result.diagnostics);
}

namespace {

using nlohmann::json;
using worker::Outcome;

/// Address space of the compiling process, bytes: NVRTC takes less than one GiB for the largest texts.
constexpr std::uint64_t kCompilerMemory = std::uint64_t{8} << 30U;

json answer(Compiler& compiler, const json& message) {
  const auto request = record_of<CompileRequest>(message, "a text to compile");
  if (!request) return worker::failure(request.error().message, false);
  json reply;
  if (message.value("op", "") == "binary") {
    const auto bytes = compiler.binary(*request);
    if (!bytes) return worker::failure(bytes.error().message, false);
    FieldWriter<json> fields;
    fields("bytes", *bytes);
    reply = std::move(fields.object);
  } else {
    const auto compiled = compiler.compile(*request);
    if (!compiled) return worker::failure(compiled.error().message, false);
    reply = as_json<json>(**compiled);
  }
  reply["ok"] = true;
  return reply;
}

class GuardedCompiler final : public Compiler {
 public:
  GuardedCompiler(std::unique_ptr<Compiler> inner, GuardOptions options)
      : inner_(std::move(inner)),
        limit_(options.limit),
        process_("the process that compiles own texts", std::move(options.executable), std::move(options.arguments)) {}

  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    if (!request.is_own) return inner_->compile(request);
    TRY(const auto reply, ask(request, "compile"));
    TRY(auto result, record_of<CompileResult>(reply, "a compiled text"));
    return std::make_shared<const CompileResult>(std::move(result));
  }

  Result<std::vector<std::byte>> binary(const CompileRequest& request) override {
    if (!request.is_own) return inner_->binary(request);
    TRY(const auto reply, ask(request, "binary"));
    FieldProblems problems("the compiler's process");
    std::vector<std::byte> bytes;
    FieldReader(reply, "", problems)("bytes", bytes);
    TRY(problems.none());
    return bytes;
  }

  void interrupt() override { process_.cancel(); }
  Result<std::vector<std::string>> architectures() override { return inner_->architectures(); }
  std::string describe() override { return inner_->describe(); }

 private:
  Result<json> ask(const CompileRequest& request, const char* operation) {
    const worker::ProcessClient::Turn turn(process_);
    const auto words = [&](const worker::Lost& lost) { return text_for(lost, request.name); };
    TRY(process_.start(limit_, words));
    json message = as_json<json>(request);
    message["op"] = operation;
    return process_.ask(std::move(message), limit_, words);
  }

  [[nodiscard]] std::string text_for(const worker::Lost& lost, const std::string& name) const {
    switch (lost.outcome) {
      case Outcome::late:
        return fmt::format(
            "the compiler had not finished {} after {:.3g} s and was stopped: a template, a constant or an "
            "unrolled loop without end keeps it busy; change the text",
            name, std::chrono::duration<double>(limit_).count());
      case Outcome::cancelled:
        return fmt::format("the compiler was stopped at {} for a newer text", name);
      case Outcome::closed:
        return fmt::format(
            "the compiler's process {} at {}: the text takes more memory than there is, or meets a defect of "
            "the compiler; change the text",
            lost.ended.value_or("ended"), name);
      default:
        return fmt::format("the compiler's process did not answer about {}; try again", name);
    }
  }

  std::unique_ptr<Compiler> inner_;
  std::chrono::milliseconds limit_;
  worker::ProcessClient process_;
};

}  // namespace

std::unique_ptr<Compiler> make_guarded_compiler(std::unique_ptr<Compiler> inner, GuardOptions options) {
  return std::make_unique<GuardedCompiler>(std::move(inner), std::move(options));
}

int run_compile_worker() {
  if (!worker::has_pipes(kCompileWorkerArgument, "it compiles own texts so")) return 2;
#ifndef BANKLOOM_ADDRESS_SANITIZER
  const rlimit memory{kCompilerMemory, kCompilerMemory};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  const auto compiler = make_nvrtc_compiler();
  return worker::serve([&](const json& request) { return answer(*compiler, request); }, worker::kWorkerInput,
                       worker::kWorkerOutput);
}

}  // namespace bankloom
