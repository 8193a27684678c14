#include "ui/picture_clipboard.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/files.h"
#include "program/tool.h"

namespace bankloom::ui {
namespace {

/// A tool takes milliseconds until it has left the process that keeps the picture.
constexpr std::chrono::seconds kLongestCopying{5};

/// A file without a name that holds the bytes, to be read from its beginning.
Result<FileHandle> memory_file(std::string_view bytes) {
  FileHandle file(::memfd_create("picture", MFD_CLOEXEC));
  while (file && !bytes.empty()) {
    const ::ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  if (!file || !bytes.empty() || ::lseek(file.get(), 0, SEEK_SET) != 0) {
    return fail("there is no room for the picture: {}", std::strerror(errno));
  }
  return file;
}

}  // namespace

Result<void> copy_picture(const std::string& png, gfx::WindowSystem system) {
  if (system == gfx::WindowSystem::other) {
    return fail("pictures cannot be copied on this desktop; F12 saves one as a file");
  }
  const bool is_wayland = system == gfx::WindowSystem::wayland;
  const std::string tool = is_wayland ? "wl-copy" : "xclip", package = is_wayland ? "wl-clipboard" : "xclip";
  const std::string path = program::find_on_path(tool);
  if (path.empty()) {
    return fail("{} copies pictures and is not installed: apt-get install {}, or save a file with F12", tool, package);
  }
  TRY(const auto picture, memory_file(png));
  program::ToolCall call{is_wayland ? std::vector<std::string>{path, "--type", "image/png"}
                                    : std::vector<std::string>{path, "-selection", "clipboard", "-t", "image/png"}};
  call.time_limit = kLongestCopying;
  call.input = picture.get();
  call.leaves_processes = true;
  TRY(const auto ran, program::run_tool(call));
  if (ran.status == 0) return {};
  if (ran.timed_out) return fail("{} did not take the picture within {} s", tool, kLongestCopying.count());
  return fail("{} does not take the picture: {}", tool, program::last_words(ran));
}

}  // namespace bankloom::ui
