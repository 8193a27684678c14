#include "program/path_names.h"

namespace bankloom::program {

namespace fs = std::filesystem;

std::string PathNames::name_of(const std::string& path) const {
  if (path.empty()) return path;
  std::error_code code;
  const fs::path whole = fs::weakly_canonical(path, code);
  if (whole == fs::weakly_canonical(file_, code)) return file_;
  fs::path named = whole;
  if (const auto relative = whole.lexically_relative(copy_); !relative.empty() && *relative.begin() != "..") {
    named = original_ / relative;
  }
  const fs::path here = named.lexically_relative(fs::current_path(code));
  return here.empty() || here.string().size() > named.string().size() ? named.string() : here.string();
}

}  // namespace bankloom::program
