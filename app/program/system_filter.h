// The system calls that a learner's program may make: a filter for seccomp(2), made by libseccomp.
#pragma once

#include <linux/filter.h>

#include <string>
#include <vector>

namespace bankloom::program {

/// Programs, compilers and builds keep what they need. They have no sockets but those of their own network and pairs,
/// no keyrings, no io_uring, userfaultfd, ptrace, mounts or namespaces, and no memory that no limit counts (files in
/// memory, System V).
struct SystemFilter {
  std::vector<sock_filter> code;  ///< empty: there is none
  std::string missing;            ///< why there is none
};

/// Made at the first call.
[[nodiscard]] const SystemFilter& system_filter();

}  // namespace bankloom::program
