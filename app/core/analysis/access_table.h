// Accesses as a table: a CSV row is one warp-level access, and the output has one CSV row with its cost.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/request_cost.h"
#include "core/base/result.h"
#include "core/machine/machine_model.h"
#include "core/trace/memory_access.h"

namespace bankloom {

/// One row: its name and the access.
struct TableAccess {
  std::string id;
  std::size_t line = 0;  ///< 1-based line of the file
  MemoryAccess access;   ///< addresses are the row's offsets (from a base aligned to 128 bytes); no values
};

/// Reads a table with the columns id, space, op, width, mask, offsets, in any order, others ignored; `file` is its name
/// in messages.
///   space    shared or global
///   op       ld (load), st (store), ldmatrix.x1/.x2/.x4, stmatrix.x1/.x2/.x4; red.OP.TYPE, an atomic whose result is
///   not
///            used, atom.OP.TYPE, one whose result is used; red.add.u32.1, the constant 1 is added. OP is add, sub,
///            inc, dec, min, max, and, or, xor, exch, cas; TYPE is one of PTX of `width` bytes, and may be left out,
///            which means a whole number. f16x2 and bf16x2 are those of CUDA's atomicAdd(), whose address is generic
///   width    bytes per lane: 1, 2, 4, 8, 16; matrix rows 16; atomics 2 to 16
///   mask     active lanes, hexadecimal with 0x or decimal
///   offsets  32 byte offsets separated by blanks, lane 0 first; those of inactive lanes mean nothing
/// Errors name line and column. An offset of an active lane that is not a multiple of the width is an error, since the
/// hardware refuses such an access.
[[nodiscard]] Result<std::vector<TableAccess>> parse_access_table(std::string_view text, const std::string& file);

/// The costs of the rows as CSV: id,requests,phases,wavefronts,bank_conflicts,sectors; cells are empty if a column does
/// not apply (shared: sectors; global: the three before). A row without an active lane makes 0 requests. Where a row is
/// an atomic that ptxas writes as a loop, all rows have three columns more, which divide its wavefronts: instructions
/// (the loop's rounds; 1 without a loop), wavefronts_load, wavefronts_atom.
[[nodiscard]] std::string print_access_costs(const MachineModel& machine, const std::vector<TableAccess>& accesses);

}  // namespace bankloom
