// Processes that a program leaves behind where no namespace holds them: they become children of this process, and are
// told from others by the filter of system calls, which nothing takes from them.
#pragma once

namespace bankloom::program {

/// From now on, processes whose parents have ended become children of this process (PR_SET_CHILD_SUBREAPER).
void adopt_orphans();

/// Ends those children that have more filters than this process, until there are none.
void end_orphans();

}  // namespace bankloom::program
