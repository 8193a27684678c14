#include "program/path_names.h"

namespace bankloom::program {

namespace fs = std::filesystem;

namespace {

/// The file in a folder or below whose path ends in `end`; empty if there is none or several.
fs::path file_ending_in(const fs::path& folder, const fs::path& end) {
  fs::path found;
  std::error_code code;
  for (fs::recursive_directory_iterator entry(folder, code), last; !code && entry != last; entry.increment(code)) {
    const fs::path& file = entry->path();
    if (file.filename() != end.filename() || !("/" + file.string()).ends_with("/" + end.string())) continue;
    if (!found.empty()) return {};
    found = file;
  }
  return found;
}

}  // namespace

std::string PathNames::name_of(const std::string& path) const {
  if (path.empty()) return path;
  std::error_code code;
  fs::path whole = fs::weakly_canonical(path, code);
  // A build's paths are relative to the folders in which it calls its compilers.
  if (fs::path(path).is_relative() && fs::is_directory(copy_, code)) {
    const fs::path built = copy_ / path;
    const fs::path file = fs::exists(built, code) ? built : file_ending_in(copy_, fs::path(path).lexically_normal());
    if (!file.empty()) whole = fs::weakly_canonical(file, code);
  }
  if (whole == fs::weakly_canonical(file_, code)) return file_;
  fs::path named = whole;
  if (const auto relative = whole.lexically_relative(copy_); !relative.empty() && *relative.begin() != "..") {
    named = original_ / relative;
  }
  const fs::path here = named.lexically_relative(fs::current_path(code));
  return here.empty() || here.string().size() > named.string().size() ? named.string() : here.string();
}

}  // namespace bankloom::program
