#include "kept_compiler.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/base/json.h"
#include "cuda/nvrtc_compiler.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json key_of(const CompileRequest& request, const std::string& library) {
  return {{"library", library},
          {"name", request.name},
          {"text", request.text},
          {"definitions", request.definitions},
          {"architecture", request.architecture},
          {"instantiate", request.instantiate}};
}

/// FNV-1a, 64 bits, as the name of a file; whether it is the right one, its key says.
std::string name_of(const std::string& key) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char letter : key) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
  return fmt::format("{:016x}.json", hash);
}

json to_json(const CompileResult& result) {
  json diagnostics = json::array();
  for (const Diagnostic& one : result.diagnostics) {
    diagnostics.push_back({static_cast<int>(one.severity), one.line, one.column, one.file, one.text});
  }
  return {{"ok", result.ok},   {"ptx", result.ptx},           {"diagnostics", std::move(diagnostics)},
          {"log", result.log}, {"compiler", result.compiler}, {"entry", result.entry}};
}

/// Throws where the file holds something else.
std::shared_ptr<const CompileResult> from_json(const json& object) {
  auto result = std::make_shared<CompileResult>();
  result->ok = object.at("ok").get<bool>();
  result->ptx = object.at("ptx").get<std::string>();
  for (const json& one : object.at("diagnostics")) {
    result->diagnostics.push_back({static_cast<Diagnostic::Severity>(one.at(0).get<int>()), one.at(1).get<unsigned>(),
                                   one.at(2).get<unsigned>(), one.at(3).get<std::string>(),
                                   one.at(4).get<std::string>()});
  }
  result->log = object.at("log").get<std::string>();
  result->compiler = object.at("compiler").get<std::string>();
  result->entry = object.at("entry").get<std::string>();
  return result;
}

class KeptCompiler final : public Compiler {
 public:
  KeptCompiler(std::unique_ptr<Compiler> inner, fs::path folder, std::string library)
      : inner_(std::move(inner)), folder_(std::move(folder)), library_(std::move(library)) {
    std::error_code ignored;
    fs::create_directories(folder_, ignored);
  }

  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    // A text that is no UTF-8 would not come out of a file as it went in.
    const bool is_plain = std::all_of(request.text.begin(), request.text.end(), [](char c) { return c > 0; });
    if (!is_plain || request.text.find("include") != std::string::npos) return inner_->compile(request);
    const json key = key_of(request, library_);
    const fs::path file = folder_ / name_of(key.dump());
    if (auto kept = read(file, key)) return kept;
    auto result = inner_->compile(request);
    if (result) write(file, {{"key", key}, {"result", to_json(**result)}});
    return result;
  }
  Result<std::vector<std::byte>> binary(const CompileRequest& request) override { return inner_->binary(request); }
  void interrupt() override { inner_->interrupt(); }
  Result<std::vector<std::string>> architectures() override { return inner_->architectures(); }
  std::string describe() override { return inner_->describe(); }

 private:
  static std::shared_ptr<const CompileResult> read(const fs::path& file, const json& key) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return nullptr;
    try {
      const json object = json::parse(stream);
      return object.at("key") == key ? from_json(object.at("result")) : nullptr;
    } catch (const json::exception&) {
      return nullptr;
    }
  }

  /// Other processes see the whole file or none.
  static void write(const fs::path& file, const json& object) {
    const fs::path partial = fmt::format("{}.{}", file.string(), ::getpid());
    std::error_code error;
    try {
      std::ofstream(partial, std::ios::binary) << object.dump();
    } catch (const json::exception&) {
      fs::remove(partial, error);
      return;
    }
    fs::rename(partial, file, error);
    if (error) fs::remove(partial, error);
  }

  std::unique_ptr<Compiler> inner_;
  fs::path folder_;
  std::string library_;
};

/// "NVRTC 13.0 (/usr/local/cuda/lib64/libnvrtc.so.13), 107654321 bytes of ...": another library has another one.
std::string library_of(Compiler& compiler) {
  std::string text = compiler.describe();
  const std::size_t begin = text.find('('), end = text.rfind(')');
  if (begin == std::string::npos || end == std::string::npos) return text;
  const fs::path file = text.substr(begin + 1, end - begin - 1);
  std::error_code error;
  const auto size = fs::file_size(file, error);
  const auto time = fs::last_write_time(file, error).time_since_epoch().count();
  return text + fmt::format(", {} bytes of {}", size, time);
}

}  // namespace

std::unique_ptr<Compiler> make_kept_compiler(std::unique_ptr<Compiler> inner, fs::path folder, std::string library) {
  return std::make_unique<KeptCompiler>(std::move(inner), std::move(folder), std::move(library));
}

std::unique_ptr<Compiler> make_test_compiler() {
  auto compiler = make_nvrtc_compiler();
  const char* folder = std::getenv("BANKLOOM_KEPT_PTX");
  if (folder != nullptr && *folder != '\0' && compiler->architectures()) {
    std::string library = library_of(*compiler);
    compiler = make_kept_compiler(std::move(compiler), folder, std::move(library));
  }
  return make_caching_compiler(std::move(compiler));
}

}  // namespace bankloom::test
