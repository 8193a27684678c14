#include "program/isolation.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <vector>

#include "core/base/files.h"
#include "core/base/language.h"
#include "program/header_search.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// Whether `inner` is `outer` or inside it.
bool is_within(const fs::path& inner, const fs::path& outer) {
  const auto relative = inner.lexically_relative(outer);
  return !relative.empty() && *relative.begin() != "..";
}

fs::path canonical_or_empty(const fs::path& path) {
  std::error_code code;
  const fs::path whole = path.empty() ? path : fs::canonical(path, code);
  return code ? fs::path() : whole;
}

/// The home folders of this user: HOME may be another's, or a link, or nothing.
std::vector<fs::path> home_folders() {
  std::vector<fs::path> homes{canonical_or_empty(user_folder(UserFolder::home))};
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> buffer{};
  if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr) {
    homes.push_back(canonical_or_empty(found->pw_dir));
  }
  std::erase(homes, fs::path());
  return homes;
}

/// Whether a program may enter a folder by its rights: root's is another user.
bool may_enter(const fs::path& folder) {
  std::error_code code;
  constexpr auto kOthers = fs::perms::others_read | fs::perms::others_exec;
  return ::geteuid() != 0 || (fs::status(folder, code).permissions() & kOthers) == kOthers;
}

GrantedIsolation find_isolation() {
  const std::string wanted = environment("BANKLOOM_SANDBOX");
  GrantedIsolation granted;
  if (wanted == "none") return {Isolation::limits, message("BANKLOOM_SANDBOX is none")};
  if (wanted != "namespaces") {
    if (bubblewrap().empty()) {
      granted.refused = Error{message("bwrap is missing (Debian: bubblewrap)")}.message;
    } else if (const auto tried = try_isolation(Isolation::bubblewrap); tried) {
      return {Isolation::bubblewrap, ""};
    } else {
      granted.refused = tried.error().message;
    }
  }
  if (wanted == "bubblewrap") return granted;
  const auto tried = try_isolation(Isolation::namespaces);
  if (tried) return {Isolation::namespaces, ""};
  granted.refused += (granted.refused.empty() ? "" : "; ") + tried.error().message;
  return granted;
}

}  // namespace

fs::path bubblewrap() {
  for (const char* place :
       {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap", "/run/current-system/sw/bin/bwrap"}) {
    if (::access(place, X_OK) == 0) return place;
  }
  return {};
}

Result<void> try_isolation(Isolation isolation) {
  TRY(const auto folder, TemporaryFolder::make());
  HostLaunch launch;
  std::error_code code;
  launch.executable = fs::canonical("/bin/true", code).string();
  launch.arguments = {"true"};
  launch.working_folder = "/";
  launch.mount_point = folder.path() / "root";
  fs::create_directory(launch.mount_point, code);
  TRY(auto process, HostProcess::start(launch, isolation));
  const HostEnd end = process.end();
  if (end == HostEnd{HostEnd::Kind::exited, 0}) return {};
  std::string said(300, '\0');
  const auto size = ::read(process.errors(), said.data(), said.size());
  said.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  said = said.substr(0, said.find('\n'));
  return fail("{}", said.empty() ? message("the kernel grants it no namespaces") : said);
}

const GrantedIsolation& granted_isolation() {
  static const GrantedIsolation granted = find_isolation();
  return granted;
}

std::vector<std::string> walls_of_reader() {
  if (granted_isolation().isolation != Isolation::bubblewrap) return {};
  std::vector<std::string> words{
      bubblewrap().string(), "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--cap-drop", "ALL"};
  if (::geteuid() != 0) words.emplace_back("--unshare-user");
  words.insert(words.end(), {"--ro-bind", "/", "/", "--dev", "/dev", "--ro-bind", "/dev/null", "/dev/tty", "--proc",
                             "/proc", "--tmpfs", "/run"});
  // A text may lie there, with what it includes.
  words.insert(words.end(), {"--ro-bind-try", "/run/media", "/run/media", "--remount-ro", "/run", "--"});
  return words;
}

bool may_show(const fs::path& folder) {
  static const std::vector<fs::path> homes = home_folders();
  if (!folder.has_relative_path()) return false;
  constexpr std::array kShared{"/tmp", "/var/tmp", "/dev/shm", "/home", "/run", "/var", "/proc", "/sys", "/dev"};
  for (const char* shared : kShared) {
    if (folder == shared) return false;
  }
  if (is_within(folder, "/run") && !is_within(folder, "/run/media")) return false;
  return std::ranges::none_of(homes, [&](const fs::path& home) { return is_within(home, folder); });
}

fs::path shown_root(const fs::path& folder) {
  std::error_code code;
  const fs::path whole = fs::canonical(folder, code);
  if (code || !may_show(whole)) return {};
  const fs::path most = repository_of(whole);
  fs::path shown = whole;
  while (shown != most && is_within(shown, most) && may_show(shown.parent_path()) && may_enter(shown.parent_path())) {
    shown = shown.parent_path();
  }
  return shown;
}

Result<void> make_writable_folder(const fs::path& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) return fail("the folder '{}' cannot be created ({})", folder.string(), code.message());
  // The mask may take others' rights, and bwrap, which goes there, is another than the owner.
  fs::permissions(folder, fs::perms{0755}, code);
  const bool is_other = ::geteuid() == 0 && granted_isolation().is_kept_apart();
  if (is_other && ::chown(folder.c_str(), kNobody, kNobody) != 0) {
    return fail("the folder '{}' cannot be created ({})", folder.string(), std::system_category().message(errno));
  }
  return {};
}

}  // namespace bankloom::program
