#include "core/own/own_source.h"

#include <cctype>
#include <system_error>
#include <tuple>
#include <utility>

#include "core/base/plain_file.h"
#include "core/own/text_digest.h"

namespace bankloom {
namespace {

constexpr std::string_view kKeyPrefix = "own:";

}  // namespace

bool operator==(const OwnSource& a, const OwnSource& b) {
  const auto value = [](const OwnSource& source) {
    return std::tie(source.path, source.text, source.base, source.row_elements, source.tile, source.columns,
                    source.wanted_launch, source.trial);
  };
  if (value(a) != value(b) || (a.launch == nullptr) != (b.launch == nullptr)) return false;
  return a.launch == b.launch || (a.launch->index == b.launch->index && a.launch->digest == b.launch->digest);
}

std::string own_key(const OwnSource& source) {
  own::Digest digest;
  digest.add(source.text);
  digest.add(source.path);
  digest.add(source.base);
  digest.add(source.tile);
  digest.add(source.row_elements);
  for (const auto& [buffer, columns] : source.columns) {
    digest.add(buffer);
    digest.add(columns);
  }
  if (source.wanted_launch) {
    digest.add("launch");
    digest.add(*source.wanted_launch);
  }
  if (source.trial) {
    digest.add("trial");
    digest.add(source.trial->rule);
    for (const auto& [buffer, values] : source.trial->values) {
      digest.add(buffer);
      digest.add(values);
    }
  }
  if (source.launch) {
    digest.add(source.launch->index);
    digest.add(source.launch->digest);
  }
  return std::string(kKeyPrefix) + digest.text();
}

std::string own_name(const OwnSource& source) {
  std::string name =
      source.launch != nullptr ? source.launch->kernel : std::filesystem::path(source.path).stem().string();
  if (name.empty()) name = source.base.substr(source.base.rfind('/') + 1);
  if (name.empty()) name = "kernel";
  // The name is a word of command lines and of file names.
  for (char& c : name) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '/') c = '_';
  }
  return name;
}

OwnSource own_source_of(std::shared_ptr<const CapturedLaunch> launch) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(launch->file, error);
  OwnSource source;
  source.path =
      (error || launch->file.empty() ? std::filesystem::path(launch->file) : absolute.lexically_normal()).string();
  source.text = launch->source;
  source.launch = std::move(launch);
  return source;
}

Result<OwnSource> read_own_source(const std::filesystem::path& path) {
  OwnSource source;
  TRY(check_name(path));
  TRY(source.text, read_plain_file(path, kLongestOwnText));
  if (source.text.find('\0') != std::string::npos) {
    return fail("'{}' is not text: it contains a zero byte; give CUDA C++ (.cu)", path.string());
  }
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  source.path = (error ? path : absolute.lexically_normal()).string();
  return source;
}

}  // namespace bankloom
