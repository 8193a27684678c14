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

/// Adds attributes to a mount and all below it: mount_setattr(2), since Linux 5.12.
int add_attributes(const char* target, std::uint64_t attributes) {
  mount_attr changes{};
  changes.attr_set = attributes;
  return static_cast<int>(::syscall(SYS_mount_setattr, AT_FDCWD, target, kRecursive, &changes, sizeof changes));
}

int add_mount(const GuardMount& mount) {
  for (const auto& folder : mount.parents) ::mkdir(folder.c_str(), 0755);
  if (mount.is_file) {
    const int file = ::open(mount.target.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0) ::close(file);
    // The machine may lack the device.
    if (::mount(mount.source.c_str(), mount.target.c_str(), nullptr, MS_BIND, nullptr) != 0) {
      ::unlink(mount.target.c_str());
    }
    return 0;
  }
  if (::mount(mount.source.c_str(), mount.target.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0) return errno;
  const std::uint64_t attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | (mount.read_only ? MOUNT_ATTR_RDONLY : 0U);
  return add_attributes(mount.target.c_str(), attributes) == 0 ? 0 : errno;
}

/// Mounts /proc of the program's own processes, read-only: root's programs could otherwise change the machine's
/// settings.
int add_proc(const GuardPlan& plan) {
  const char* target = plan.proc_target.c_str();
  if (::mount("proc", target, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0) return errno;
  // No user namespaces inside: they would give the program capabilities, and with them more of the kernel to attack.
  const int file = ::open(plan.user_namespaces_file.c_str(), O_WRONLY | O_CLOEXEC);
  if (file >= 0) {
    [[maybe_unused]] const auto written = ::write(file, "0", 1);
    ::close(file);
  }
  return add_attributes(target, MOUNT_ATTR_RDONLY) == 0 ? 0 : errno;
}

}  // namespace

int enter_own_file_system(const GuardPlan& plan) noexcept {
  const char* root = plan.mount_point.c_str();
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return errno;
  if (::mount("/", root, nullptr, MS_BIND | MS_REC, nullptr) != 0) return errno;
  if (add_attributes(root, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV) != 0) return errno;
  for (const auto& folder : plan.private_folders) {
    const char* options = plan.temporary_options.c_str();
    if (::mount("tmpfs", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options) != 0) return errno;
  }
  for (const auto& mount : plan.mounts) {
    if (const int error = add_mount(mount); error != 0) return error;
  }
  for (const auto& [text, place] : plan.links) {
    if (::symlink(text.c_str(), place.c_str()) != 0) return errno;
  }
  if (const int error = add_proc(plan); error != 0) return error;
  // The old root is stacked on the new one, then unmounted: pivot_root(2), "pivot_root(".", ".")".
  if (::chdir(root) != 0 || ::syscall(SYS_pivot_root, ".", ".") != 0) return errno;
  if (::umount2(".", MNT_DETACH) != 0 || ::chdir("/") != 0) return errno;
  return 0;
}

}  // namespace bankloom::program
