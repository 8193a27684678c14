// The program's view of the file system. Only system calls are safe here: see host_guard.h.
#include <fcntl.h>
#include <linux/mount.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "program/host_guard.h"

namespace bankloom::program {
namespace {

constexpr unsigned kRecursive = 0x8000;  // AT_RECURSIVE

/// Adds attributes to a mount, and with kRecursive to all below it: mount_setattr(2), since Linux 5.12.
int add_attributes(const char* target, std::uint64_t attributes, unsigned flags) {
  mount_attr changes{};
  changes.attr_set = attributes;
  return static_cast<int>(::syscall(SYS_mount_setattr, AT_FDCWD, target, flags, &changes, sizeof changes));
}

/// Makes what is mounted on.
void make_place(const ViewStep& step) {
  for (const auto& folder : step.parents) ::mkdir(folder.c_str(), 0755);
  if (step.is_folder) {
    ::mkdir(step.target.c_str(), 0755);
    return;
  }
  const int file = ::open(step.target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (file >= 0) ::close(file);
}

int add_bind(const ViewStep& step) {
  const char* target = step.target.c_str();
  if (::mount(step.source.c_str(), target, nullptr, MS_BIND | MS_REC, nullptr) != 0) return errno;
  std::uint64_t attributes = MOUNT_ATTR_NOSUID;
  if (step.kind != ViewStep::Kind::device) attributes |= MOUNT_ATTR_NODEV;
  if (step.kind == ViewStep::Kind::read_only) attributes |= MOUNT_ATTR_RDONLY;
  return add_attributes(target, attributes, kRecursive) == 0 ? 0 : errno;
}

/// Mounts /proc of the program's own processes.
int add_proc(const GuardPlan& plan, const char* target) {
  if (::mount("proc", target, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0) return errno;
  // No user namespaces inside: they would give the program capabilities, and with them more of the kernel to attack.
  // For root, whose namespace this is not, the filter alone refuses them.
  const int file = plan.is_root ? -1 : ::open(plan.user_namespaces_file.c_str(), O_WRONLY | O_CLOEXEC);
  if (file >= 0) {
    [[maybe_unused]] const auto written = ::write(file, "0", 1);
    ::close(file);
  }
  return add_attributes(target, MOUNT_ATTR_RDONLY, kRecursive) == 0 ? 0 : errno;
}

int add_step(const GuardPlan& plan, const ViewStep& step) {
  const char* target = step.target.c_str();
  if (step.kind == ViewStep::Kind::link) {
    for (const auto& folder : step.parents) ::mkdir(folder.c_str(), 0755);
    return ::symlink(step.source.c_str(), target) == 0 ? 0 : errno;
  }
  make_place(step);
  switch (step.kind) {
    case ViewStep::Kind::memory:
      return ::mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV, step.options.c_str()) == 0 ? 0 : errno;
    case ViewStep::Kind::proc:
      return add_proc(plan, target);
    default:
      return add_bind(step);
  }
}

}  // namespace

int enter_own_file_system(const GuardPlan& plan) noexcept {
  const char* root = plan.mount_point.c_str();
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return errno;
  if (::mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755") != 0) return errno;
  const char* devices = nullptr;
  for (const auto& step : plan.view) {
    if (const int error = add_step(plan, step); error != 0) return error;
    if (step.kind == ViewStep::Kind::memory && step.place == "/dev") devices = step.target.c_str();
  }
  if (devices != nullptr && add_attributes(devices, MOUNT_ATTR_RDONLY, 0) != 0) return errno;
  if (add_attributes(root, MOUNT_ATTR_RDONLY, 0) != 0) return errno;
  // The old root is stacked on the new one, then unmounted: pivot_root(2), "pivot_root(".", ".")".
  if (::chdir(root) != 0 || ::syscall(SYS_pivot_root, ".", ".") != 0) return errno;
  if (::umount2(".", MNT_DETACH) != 0 || ::chdir("/") != 0) return errno;
  return 0;
}

}  // namespace bankloom::program
