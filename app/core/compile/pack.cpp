#include "core/compile/pack.h"

#include <zlib.h>

#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/compile/compile_record.h"

namespace bankloom {

void describe(auto& fields, Is<PackPart> auto& part) {
  fields("checksum", part.checksum);
  fields("bytes", part.bytes);
  fields("expanded_bytes", part.expanded_bytes);
}

void describe(auto& fields, Is<PackFacts> auto& facts) {
  fields("compiler", facts.compiler);
  fields("options", facts.options);
  fields("architectures", facts.architectures);
  fields("kernels", facts.kernels);
  fields("results", facts.results);
  fields("parts", facts.parts);
}

namespace {

// The first line; another form of the file has another number.
constexpr std::string_view kPackMagic = "bankloom pack ", kPackForm = "bankloom pack 1\n";
/// No part of a pack comes near it; a damaged number must not take all memory.
constexpr std::uint64_t kMostPartBytes = std::uint64_t{256} << 20U;

const Bytef* zlib_bytes(std::string_view text) { return reinterpret_cast<const Bytef*>(text.data()); }

std::uint32_t text_checksum(std::string_view text) {
  return static_cast<std::uint32_t>(::crc32(0, zlib_bytes(text), static_cast<uInt>(text.size())));
}

std::string compressed(std::string_view text) {
  uLongf size = ::compressBound(static_cast<uLong>(text.size()));
  std::string bytes(size, '\0');
  ::compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, zlib_bytes(text), static_cast<uLong>(text.size()),
              Z_BEST_COMPRESSION);
  bytes.resize(size);
  return bytes;
}

/// Nothing if the bytes are damaged.
std::optional<std::string> expanded(std::string_view bytes, std::uint64_t expanded_bytes) {
  std::string text(expanded_bytes, '\0');
  auto size = static_cast<uLongf>(expanded_bytes);
  const int code =
      ::uncompress(reinterpret_cast<Bytef*>(text.data()), &size, zlib_bytes(bytes), static_cast<uLong>(bytes.size()));
  return code == Z_OK && size == expanded_bytes ? std::optional(std::move(text)) : std::nullopt;
}

void replace_all(std::string& text, std::string_view old, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += with.size()) {
    text.replace(at, old.size(), with);
  }
}

class PackedCompiler final : public Compiler {
 public:
  PackedCompiler(std::unique_ptr<Compiler> inner, std::filesystem::path file)
      : inner_(std::move(inner)), file_(std::move(file)) {}

  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    if (!needs_pack() || request.program) return inner_->compile(request);
    TRY(pack());
    TRY(auto found, (*pack_)->find(request));
    if (found) return found;
    if (request.is_own) {
      return fail("this code needs NVIDIA's compiler, which is not installed: `bankloom doctor --fetch` downloads it");
    }
    return fail(
        "the kernel with these values needs NVIDIA's compiler, which is not installed: `bankloom doctor --fetch` "
        "downloads it");
  }
  Result<std::vector<std::byte>> binary(const CompileRequest& request) override { return inner_->binary(request); }
  void prepare(const CompileRequest& request) override { inner_->prepare(request); }
  void interrupt() override { inner_->interrupt(); }

  Result<std::vector<std::string>> architectures() override {
    if (!needs_pack()) return inner_->architectures();
    TRY(pack());
    return (*pack_)->facts().architectures;
  }
  std::string describe() override {
    if (!needs_pack()) return inner_->describe();
    const auto opened = pack();
    if (!opened) return opened.error().message;
    return message("{}; other code and values need NVIDIA's compiler: `bankloom doctor --fetch` downloads it",
                   (*pack_)->describe());
  }

 private:
  /// One compiler makes all texts: what two of them make differs, and is not to be compared.
  bool needs_pack() {
    if (inner_->architectures()) return false;
    std::error_code error;
    return std::filesystem::exists(file_, error);
  }
  Result<void> pack() {
    std::call_once(once_, [this] { pack_ = Pack::open(file_); });
    if (!*pack_) return fail_with(pack_->error());
    return {};
  }

  std::unique_ptr<Compiler> inner_;
  std::filesystem::path file_;
  std::once_flag once_;
  std::optional<Result<Pack>> pack_;
};

}  // namespace

CompileRequest packed_request(CompileRequest request) {
  // Questions about an own text name it in #line.
  if (!request.name.empty()) {
    replace_all(request.text, fmt::format("\"{}\"", request.name), fmt::format("\"{}\"", kPackedName));
  }
  request.name = kPackedName;
  request.is_own = false;
  return request;
}

std::string pack_key(const CompileRequest& packed) {
  return as_json<nlohmann::json>(packed).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string pack_of(const PackedResults& results, PackFacts facts) {
  std::map<std::uint32_t, std::string> texts;
  std::set<std::string> architectures;
  for (const auto& [key, made] : results) {
    const auto& [request, result] = made;
    // JSON has neither line ends nor tabs.
    texts[text_checksum(request.text)] +=
        fmt::format("\n{}\t{}", key,
                    as_json<nlohmann::json>(*result).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    architectures.insert(request.architecture);
    facts.compiler = result->compiler;
  }
  facts.architectures.assign(architectures.begin(), architectures.end());
  facts.results = results.size();
  facts.parts.clear();
  std::string parts;
  for (const auto& [checksum, text] : texts) {
    const std::string bytes = compressed(text);
    facts.parts.push_back({checksum, bytes.size(), text.size()});
    parts += bytes;
  }
  return fmt::format("{}{}\n{}", kPackForm, as_json<nlohmann::json>(facts).dump(), parts);
}

Result<Pack> Pack::open(const std::filesystem::path& file) {
  Pack pack;
  pack.file_ = file;
  TRY(pack.content_, read_file(file));
  const std::string_view content = pack.content_;
  if (!content.starts_with(kPackMagic)) {
    return fail("{} holds no compiled lessons: install bankloom again", file.string());
  }
  if (!content.starts_with(kPackForm)) {
    return fail("{} belongs to another version of bankloom: install bankloom again", file.string());
  }
  const std::size_t end = content.find('\n', kPackForm.size());
  const auto not_whole = [&] { return fail("{} is incomplete: install bankloom again", file.string()); };
  if (end == std::string_view::npos) return not_whole();
  TRY(pack.facts_, read_record<PackFacts>(content.substr(kPackForm.size(), end - kPackForm.size()), file.string()));
  pack.begin_ = end + 1;
  std::uint64_t left = content.size() - pack.begin_;
  for (const PackPart& part : pack.facts_.parts) {
    if (part.bytes > left || part.expanded_bytes > kMostPartBytes) return not_whole();
    left -= part.bytes;
  }
  return pack;
}

std::string Pack::describe() const {
  return message("{}, made with {} ({}) of {} kernels", file_.string(), facts_.compiler, facts_.options,
                 facts_.kernels);
}

Result<std::shared_ptr<const CompileResult>> Pack::find(const CompileRequest& request) const {
  const CompileRequest packed = packed_request(request);
  const std::uint32_t checksum = text_checksum(packed.text);
  std::size_t at = begin_;
  for (const PackPart& part : facts_.parts) {
    if (part.checksum != checksum) {
      at += part.bytes;
      continue;
    }
    const auto damaged = [this] { return fail("{} is damaged: install bankloom again", file_.string()); };
    const auto text = expanded(std::string_view(content_).substr(at, part.bytes), part.expanded_bytes);
    if (!text) return damaged();
    const std::string key = fmt::format("\n{}\t", pack_key(packed));
    const std::size_t found = text->find(key);
    if (found == std::string::npos) return nullptr;
    const std::size_t begin = found + key.size();
    const auto object = parse_json_object(std::string_view(*text).substr(begin, text->find('\n', begin) - begin),
                                          file_.string(), false);
    if (!object) return damaged();
    TRY(auto result, record_of<CompileResult>(*object, file_.string()));
    replace_all(result.ptx, kPackedName, request.name);
    replace_all(result.log, kPackedName, request.name);
    for (Diagnostic& one : result.diagnostics) {
      replace_all(one.file, kPackedName, request.name);
      replace_all(one.text, kPackedName, request.name);
    }
    return std::make_shared<const CompileResult>(std::move(result));
  }
  return nullptr;
}

std::unique_ptr<Compiler> make_packed_compiler(std::unique_ptr<Compiler> inner, std::filesystem::path file) {
  return std::make_unique<PackedCompiler>(std::move(inner), std::move(file));
}

}  // namespace bankloom
