// Parses the compiler's log into records.
#pragma once

#include <string_view>
#include <vector>

#include "core/compile/compiler.h"

namespace bankloom {

/// The messages of a log in the style of NVIDIA's front end (NVRTC, nvcc), in the log's order:
///
///     kernel.cu(3): error: identifier "x" is undefined
///       out[i] = x;
///                ^
///
/// A message without a place ("error: ...", "nvrtc: error: ...") has line 0. The log names no columns; the caret under
/// the source line shows them, and without a caret the column is 0. Columns count bytes, as the caret does: a tab
/// counts one, and a letter beyond ASCII counts its bytes in UTF-8. The front end's "catastrophic error" and "internal
/// error" are errors, its "remark" is a note. A message of several lines keeps them all, joined by newlines without
/// their indentation; the warning's number (#177-D) is only in the log. Lines that belong to no message (the count
/// of errors at the end, hints on options) are left out.
/// A message about the end of the text ("At end of source: error: ...") has `last_line`.
[[nodiscard]] std::vector<Diagnostic> parse_diagnostics(std::string_view log, unsigned last_line = 0);

}  // namespace bankloom
