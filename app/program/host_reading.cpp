// What the program's processes use. Only system calls are safe here: see host_guard.h.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <limits>
#include <string_view>

#include "program/host_guard.h"

namespace bankloom::program {
namespace {

/// The beginning of a file of /proc.
class SmallFile {
 public:
  SmallFile(int folder, const char* path) {
    const int file = ::openat(folder, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const auto size = ::read(file, buffer_.data(), buffer_.size());
    ::close(file);
    if (size > 0) text_ = std::string_view(buffer_.data(), static_cast<std::size_t>(size));
  }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::array<char, 4096> buffer_{};
  std::string_view text_;
};

/// The whole number at the beginning of a text, after blanks; 0 if there is none.
std::uint64_t leading_number(std::string_view text) {
  std::uint64_t number = 0;
  bool is_in_number = false;
  for (const char letter : text) {
    if (letter >= '0' && letter <= '9') {
      number = number * 10 + static_cast<std::uint64_t>(letter - '0');
      is_in_number = true;
    } else if (is_in_number || (letter != ' ' && letter != '\t')) {
      break;
    }
  }
  return number;
}

std::uint64_t number_after(std::string_view text, std::string_view name) {
  const auto place = text.find(name);
  return place == std::string_view::npos ? 0 : leading_number(text.substr(place + name.size()));
}

/// Field `number` of /proc/PID/stat in proc(5). Field 2, the name, may contain blanks and parentheses.
std::uint64_t stat_field(std::string_view stat, unsigned number) {
  auto place = stat.rfind(')');
  for (unsigned field = 2; field < number && place != std::string_view::npos; ++field)
    place = stat.find(' ', place + 1);
  return place == std::string_view::npos ? 0 : leading_number(stat.substr(place));
}

/// That of the process whose folder of /proc it is; unknown if it may not be read.
NamespaceName namespace_of(int folder) {
  NamespaceName name;
  if (::readlinkat(folder, "ns/pid", name.text, sizeof name.text - 1) < 0) name.text[0] = '\0';
  return name;
}

void add_process(int proc, const char* name, std::uint64_t page, const NamespaceName& among, GuardReading& reading) {
  const int folder = ::openat(proc, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  if (among.is_known() && namespace_of(folder) != among) {
    ::close(folder);
    return;
  }
  constexpr unsigned kThreads = 20;
  constexpr unsigned kResident = 24;
  const SmallFile stat(folder, "stat");
  reading.tasks += stat_field(stat.text(), kThreads);
  // The guard is a fork of bankloom, whose resident memory may exceed the program's limit.
  if (leading_number(name) != static_cast<std::uint64_t>(::getpid())) {
    reading.memory += stat_field(stat.text(), kResident) * page;
  }
  const SmallFile io(folder, "io");
  reading.written += number_after(io.text(), "\nwrite_bytes:");
  ::close(folder);
}

/// The record of getdents64(2).
struct DirectoryEntry {
  std::uint64_t inode;
  std::int64_t offset;
  std::uint16_t length;
  std::uint8_t type;
  char name[1];  // NOLINT(modernize-avoid-c-arrays): its length varies
};

}  // namespace

NamespaceName namespace_below(pid_t process) noexcept {
  std::array<char, 64> path{};
  // "/proc/12/task/12/children" and "/proc/13", without snprintf, which may allocate.
  const auto add = [&path](std::size_t at, std::string_view text) {
    for (const char letter : text) path[at++] = letter;
    path[at] = '\0';
    return at;
  };
  const auto add_number = [&path](std::size_t at, std::uint64_t number) {
    std::array<char, 20> digits{};
    std::size_t count = 0;
    do digits[count++] = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    while (count != 0) path[at++] = digits[--count];
    path[at] = '\0';
    return at;
  };
  std::size_t end = add_number(add(0, "/proc/"), static_cast<std::uint64_t>(process));
  end = add_number(add(end, "/task/"), static_cast<std::uint64_t>(process));
  add(end, "/children");
  const SmallFile children(AT_FDCWD, path.data());
  const std::uint64_t child = leading_number(children.text());
  if (child == 0) return {};
  add_number(add(0, "/proc/"), child);
  const int folder = ::open(path.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int own = ::open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  NamespaceName name = folder >= 0 ? namespace_of(folder) : NamespaceName();
  if (own >= 0 && name == namespace_of(own)) name = {};
  ::close(folder);
  ::close(own);
  return name;
}

GuardReading read_processes(const NamespaceName& among) noexcept {
  GuardReading reading;
  const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return reading;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  alignas(DirectoryEntry) static std::array<char, 32768> buffer;
  for (;;) {
    const long size = ::syscall(SYS_getdents64, proc, buffer.data(), buffer.size());
    if (size <= 0) break;
    for (long place = 0; place < size;) {
      const auto* entry = reinterpret_cast<const DirectoryEntry*>(buffer.data() + place);
      if (entry->name[0] >= '1' && entry->name[0] <= '9') add_process(proc, entry->name, page, among, reading);
      place += entry->length;
    }
  }
  ::close(proc);
  return reading;
}

std::uint64_t free_memory_of_machine() noexcept {
  const SmallFile file(AT_FDCWD, "/proc/meminfo");
  constexpr std::string_view kName = "MemAvailable:";
  if (file.text().find(kName) == std::string_view::npos) return std::numeric_limits<std::uint64_t>::max();
  return number_after(file.text(), kName) * 1024;
}

}  // namespace bankloom::program
