#include "ui/editor/source_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::strerror(error); }

/// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

/// Writes all of it and waits for the disk; 0, or why not.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::fsync(file) == 0 || errno == EINVAL ? 0 : errno;
}

/// Bytes that a character takes after its first one; nothing where that byte begins none.
int following_bytes(unsigned char first) {
  if (first < 0x80) return first == 0 ? -1 : 0;
  if (first >= 0xC2 && first <= 0xDF) return 1;
  if (first >= 0xE0 && first <= 0xEF) return 2;
  if (first >= 0xF0 && first <= 0xF4) return 3;
  return -1;
}

}  // namespace

bool is_utf8_text(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const int count = following_bytes(first);
    if (count < 0 || i + static_cast<std::size_t>(count) >= bytes.size()) return false;
    for (int k = 1; k <= count; ++k) {
      const auto next = static_cast<unsigned char>(bytes[i + static_cast<std::size_t>(k)]);
      // The second byte's range depends on the first: overlong forms, surrogates, beyond U+10FFFF.
      unsigned least = 0x80, most = 0xBF;
      if (k == 1 && first == 0xE0) least = 0xA0;
      if (k == 1 && first == 0xED) most = 0x9F;
      if (k == 1 && first == 0xF0) least = 0x90;
      if (k == 1 && first == 0xF4) most = 0x8F;
      if (next < least || next > most) return false;
    }
    i += static_cast<std::size_t>(count) + 1;
  }
  return true;
}

Result<std::string> read_source(const fs::path& file) {
  if (file.empty()) return fail("no file is named");
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) return fail("there is no file {}", file.string());
  if (fs::is_directory(status)) return fail("{} is a folder, not a file", file.string());
  if (!fs::is_regular_file(status)) return fail("{} is no file of text", file.string());
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return fail("{} cannot be read: {}", file.string(), reason(errno));
  std::string text(kLargestSource + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) return fail("{} cannot be read", file.string());
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > kLargestSource) {
    return fail("{} is larger than 1 MiB; a kernel's text is smaller", file.string());
  }
  if (!is_utf8_text(text)) return fail("{} is not UTF-8 text; save it as UTF-8 first", file.string());
  return text;
}

Result<void> write_source(const fs::path& file, std::string_view text) {
  if (file.empty() || !file.has_filename()) return fail("no file is named");
  std::error_code error;
  // A link stays a link to the file that is written.
  const fs::path target = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
  if (fs::is_directory(target, error)) return fail("{} is a folder; give the name of a file in it", file.string());
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) return fail("there is no folder {}", folder.string());

  struct stat before {};
  const bool existed = ::stat(target.c_str(), &before) == 0;
  if (existed && !S_ISREG(before.st_mode)) return fail("{} is no file; give the name of one", file.string());
  if (existed && ::access(target.c_str(), W_OK) != 0) {
    return fail("{} may not be written; save it under another name", file.string());
  }
  std::string beside = (folder / ("." + target.filename().string() + ".XXXXXX")).string();
  const Descriptor made(::mkstemp(beside.data()));
  if (made.number() < 0) return fail("{} cannot be written: {}", file.string(), reason(errno));
  const auto give_up = [&](int number) {
    ::unlink(beside.c_str());
    return fail("{} cannot be written: {}", file.string(), reason(number));
  };
  if (const int number = write_all(made.number(), text); number != 0) return give_up(number);
  // mkstemp() makes a file that only its owner reads; a new file is what the user's mask allows.
  mode_t mode = before.st_mode & 07777U;
  if (!existed) {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    mode = 0666U & ~mask;
  }
  if (::fchmod(made.number(), mode) != 0) return give_up(errno);
  if (::rename(beside.c_str(), target.c_str()) != 0) return give_up(errno);
  return {};
}

Result<std::vector<FolderEntry>> list_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return fail("there is no folder {}", folder.string());
  fs::directory_iterator entry(folder, error);
  if (error) return fail("the folder {} cannot be read: {}", folder.string(), error.message());
  std::vector<FolderEntry> entries;
  for (const fs::directory_iterator end; entry != end && entries.size() < kMostEntries;) {
    const std::string name = entry->path().filename().string();
    const std::string extension = entry->path().extension().string();
    std::error_code unknown;
    const bool is_folder = entry->is_directory(unknown);
    if (!name.starts_with(".") &&
        (is_folder || extension == ".cu" || extension == ".cuh" || extension == ".ptx" || extension == ".bankloom")) {
      entries.push_back({name, is_folder});
    }
    entry.increment(error);
    if (error) break;
  }
  std::sort(entries.begin(), entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
    return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
  });
  return entries;
}

fs::path typed_path(std::string_view typed, const fs::path& folder) {
  while (!typed.empty() && typed.front() == ' ') typed.remove_prefix(1);
  while (!typed.empty() && typed.back() == ' ') typed.remove_suffix(1);
  const char* home = std::getenv("HOME");
  if (home != nullptr && (typed == "~" || typed.starts_with("~/"))) {
    return (fs::path(home) / fs::path(typed.size() > 2 ? typed.substr(2) : std::string_view())).lexically_normal();
  }
  const fs::path path(typed);
  return path.is_absolute() ? path.lexically_normal() : (folder / path).lexically_normal();
}

}  // namespace bankloom::ui
