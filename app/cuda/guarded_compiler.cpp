#include "cuda/guarded_compiler.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <utility>

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
namespace {

using nlohmann::json;
using worker::Outcome;

/// Address space of the compiling process, bytes: NVRTC takes less than one GiB for the largest texts.
constexpr std::uint64_t kCompilerMemory = std::uint64_t{8} << 30U;

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
    if (!bytes) return worker::failure(bytes.error().message, false);
    std::vector<std::uint8_t> copy(bytes->size());
    std::transform(bytes->begin(), bytes->end(), copy.begin(),
                   [](std::byte b) { return static_cast<std::uint8_t>(b); });
    return {{"ok", true}, {"bytes", json::binary(std::move(copy))}};
  }
  const auto compiled = compiler.compile(request);
  if (!compiled) return worker::failure(compiled.error().message, false);
  return message_of(**compiled);
}

class GuardedCompiler final : public Compiler {
 public:
  GuardedCompiler(std::unique_ptr<Compiler> inner, GuardOptions options)
      : inner_(std::move(inner)),
        limit_(options.limit),
        process_("the process that compiles own texts", std::move(options.executable), std::move(options.arguments)) {}

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

  void interrupt() override { process_.cancel(); }
  Result<std::vector<std::string>> architectures() override { return inner_->architectures(); }
  std::string describe() override { return inner_->describe(); }

 private:
  Result<json> ask(const CompileRequest& request, const char* operation) {
    const worker::ProcessClient::Turn turn(process_);
    const auto words = [&](const worker::Lost& lost) { return words_for(lost, request.name); };
    TRY(process_.start(limit_, words));
    return process_.ask(message_of(request, operation), limit_, words);
  }

  [[nodiscard]] std::string words_for(const worker::Lost& lost, const std::string& name) const {
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
