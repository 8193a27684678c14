#include "program/isolation.h"

#include <system_error>

#include "core/base/files.h"

namespace bankloom::program {
namespace {

/// Whether `inner` is `outer` or inside it.
bool is_within(const std::filesystem::path& inner, const std::filesystem::path& outer) {
  const auto relative = inner.lexically_relative(outer);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

GrantedIsolation granted_isolation() {
  const auto folder = TemporaryFolder::make();
  if (!folder) return {Isolation::limits, folder.error().message};
  HostLaunch launch;
  std::error_code code;
  launch.executable = std::filesystem::canonical("/bin/true", code).string();
  launch.arguments = {"true"};
  launch.working_folder = "/";
  launch.mount_point = folder->path().string();
  auto process = HostProcess::start(launch, Isolation::namespaces);
  if (process) {
    process->end();
    return {Isolation::namespaces, ""};
  }
  return {bubblewrap_works() ? Isolation::bubblewrap : Isolation::limits, process.error().message};
}

bool may_write_to(const std::filesystem::path& folder) {
  const auto home = user_folder(UserFolder::home);
  return folder.has_relative_path() && (home.empty() || !is_within(home, folder));
}

}  // namespace bankloom::program
