#include "program/system_filter.h"

#ifdef BANKLOOM_SECCOMP
#include <fcntl.h>
#include <netinet/in.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#endif

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/result.h"

namespace bankloom::program {
namespace {

#ifdef BANKLOOM_SECCOMP
/// Calls that are as if the kernel had never heard of them: libraries try them and do without.
constexpr auto kUnknown =
    std::to_array<const char*>({"clone3", "io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd",
                                "memfd_create", "memfd_secret", "shmget", "shmat", "shmctl", "msgget", "semget"});

/// Calls that are refused.
constexpr auto kRefused = std::to_array<const char*>({"keyctl",
                                                      "add_key",
                                                      "request_key",
                                                      "ptrace",
                                                      "process_vm_readv",
                                                      "process_vm_writev",
                                                      "kcmp",
                                                      "pidfd_getfd",
                                                      "bpf",
                                                      "perf_event_open",
                                                      "mount",
                                                      "umount2",
                                                      "move_mount",
                                                      "open_tree",
                                                      "fsopen",
                                                      "fsconfig",
                                                      "fsmount",
                                                      "fspick",
                                                      "mount_setattr",
                                                      "pivot_root",
                                                      "chroot",
                                                      "unshare",
                                                      "setns",
                                                      "kexec_load",
                                                      "kexec_file_load",
                                                      "init_module",
                                                      "finit_module",
                                                      "delete_module",
                                                      "reboot",
                                                      "swapon",
                                                      "swapoff",
                                                      "acct",
                                                      "quotactl",
                                                      "quotactl_fd",
                                                      "open_by_handle_at",
                                                      "name_to_handle_at",
                                                      "syslog",
                                                      "settimeofday",
                                                      "clock_settime",
                                                      "clock_adjtime",
                                                      "adjtimex",
                                                      "sethostname",
                                                      "setdomainname",
                                                      "iopl",
                                                      "ioperm",
                                                      "vhangup",
                                                      "fanotify_init",
                                                      "process_madvise",
                                                      "lookup_dcookie",
                                                      "nfsservctl",
                                                      "modify_ldt",
                                                      "personality",
                                                      "move_pages",
                                                      "migrate_pages",
                                                      "mbind",
                                                      "set_mempolicy"});

/// Bits of clone(2) that make a namespace.
constexpr std::array<scmp_datum_t, 7> kNewNamespaces{0x02000000, 0x08000000, 0x10000000, 0x20000000,
                                                     0x40000000, 0x04000000, 0x00020000};

class FilterMaker {
 public:
  FilterMaker() : context_(seccomp_init(SCMP_ACT_ALLOW), seccomp_release) {}

  [[nodiscard]] bool make() {
    for (const char* name : kUnknown) forbid(name, ENOSYS);
    for (const char* name : kRefused) forbid(name, EPERM);
    // Allocates without writing, which no limit sees; libraries write instead.
    forbid("fallocate", EOPNOTSUPP);
    for (const scmp_datum_t bit : kNewNamespaces) forbid("clone", EPERM, scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, bit, bit});
    for (scmp_datum_t family = 0; family < AF_INET6; ++family) {
      if (family != AF_INET) forbid("socket", EAFNOSUPPORT, scmp_arg_cmp{0, SCMP_CMP_EQ, family, 0});
    }
    forbid("socket", EAFNOSUPPORT, scmp_arg_cmp{0, SCMP_CMP_GT, AF_INET6, 0});
    forbid_other_protocols();
    // A file that may be read can be locked, and one's own be leased, which stops others.
    forbid("flock", ENOSYS);
    forbid("fcntl", EPERM, scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, 0xffffffff, F_SETLEASE});
    // The end of a pair of datagrams, which a raw one is too, can send to any socket that has a name.
    constexpr scmp_datum_t kTypeBits = 0xf;
    for (scmp_datum_t type = 0; type <= kTypeBits; ++type) {
      if (type == SOCK_STREAM || type == SOCK_SEQPACKET) continue;
      forbid("socketpair", EPERM, scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, kTypeBits, type});
    }
    // Types into a terminal.
    constexpr scmp_datum_t kLow = 0xffffffff;
    for (const scmp_datum_t request : {scmp_datum_t{TIOCSTI}, scmp_datum_t{0x541c}}) {
      forbid("ioctl", EPERM, scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, kLow, request});
    }
    return context_ != nullptr && is_complete_;
  }

  [[nodiscard]] std::vector<sock_filter> code() const {
    const FileHandle file(::memfd_create("filter", MFD_CLOEXEC));
    if (!file || seccomp_export_bpf(context_.get(), file.get()) != 0 || ::lseek(file.get(), 0, SEEK_SET) != 0)
      return {};
    const auto bytes = read_to_end(file.get(), "filter");
    if (!bytes) return {};
    std::vector<sock_filter> all(bytes->size() / sizeof(sock_filter));
    std::memcpy(all.data(), bytes->data(), all.size() * sizeof(sock_filter));
    return all;
  }

 private:
  /// Multipath TCP, UDP-Lite, ICMP, raw packets and so on are much code of the kernel's for nothing.
  void forbid_other_protocols() {
    for (scmp_datum_t protocol = 1; protocol < IPPROTO_UDP; ++protocol) {
      if (protocol != IPPROTO_TCP) forbid("socket", EPROTONOSUPPORT, scmp_arg_cmp{2, SCMP_CMP_EQ, protocol, 0});
    }
    forbid("socket", EPROTONOSUPPORT, scmp_arg_cmp{2, SCMP_CMP_GT, IPPROTO_UDP, 0});
  }
  void forbid(const char* name, int error, std::optional<scmp_arg_cmp> condition = {}) {
    const int number = seccomp_syscall_resolve_name(name);
    // Libraries and machines have different calls.
    if (context_ == nullptr || number == __NR_SCMP_ERROR) return;
    const scmp_arg_cmp one = condition.value_or(scmp_arg_cmp{});
    const int failed = seccomp_rule_add_array(context_.get(), SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)), number,
                                              condition ? 1 : 0, &one);
    if (failed != 0 && failed != -EDOM) is_complete_ = false;
  }

  std::unique_ptr<void, decltype(&seccomp_release)> context_;
  bool is_complete_ = true;
};
#endif

SystemFilter make_filter() {
#ifdef BANKLOOM_SECCOMP
  FilterMaker filter;
  SystemFilter made;
  if (filter.make()) made.code = filter.code();
  if (made.code.empty()) made.missing = Error{message("libseccomp cannot filter system calls here")}.message;
  return made;
#else
  return {{}, Error{message("this bankloom was built without libseccomp (Debian: libseccomp-dev)")}.message};
#endif
}

}  // namespace

const SystemFilter& system_filter() {
  static const SystemFilter filter = make_filter();
  return filter;
}

}  // namespace bankloom::program
