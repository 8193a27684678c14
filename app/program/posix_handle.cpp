#include "program/posix_handle.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace bankloom::program {

Result<HandlePair> make_pipe_pair() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return fail("no pipe can be made ({})", std::system_category().message(errno));
  }
  return HandlePair{FileHandle(ends[0]), FileHandle(ends[1])};
}

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code code;
  const auto base = std::filesystem::temp_directory_path(code);
  std::string pattern = ((code ? std::filesystem::path("/tmp") : base) / "bankloom-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    return fail("no temporary folder can be made in '{}' ({})", std::filesystem::path(pattern).parent_path().string(),
                std::system_category().message(errno));
  }
  // Without links, like the paths of mounts and of /proc.
  const auto whole = std::filesystem::canonical(pattern, code);
  return TemporaryFolder(code ? std::filesystem::path(pattern) : whole);
}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace bankloom::program
