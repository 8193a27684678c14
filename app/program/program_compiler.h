// A compiler of whole programs' texts: it compiles a request with CompileRequest::program to PTX by nvcc's steps
// (nvcc_steps.h), as the program was compiled, and passes all others to another compiler.
//
// The files that a text includes at its beginning are preprocessed once, and again if one changes. A text with includes
// further down is preprocessed whole. The text of a header is put into a copy of its folders. Missing headers are
// searched for around the program's file (header_search.h).
#pragma once

#include <functional>
#include <memory>

#include "core/compile/compiler.h"
#include "program/toolchain.h"

namespace bankloom::program {

/// `inner` compiles the other requests; `find` finds nvcc, at the first program.
[[nodiscard]] std::unique_ptr<Compiler> make_program_compiler(std::unique_ptr<Compiler> inner,
                                                              std::function<Result<Toolchain>()> find = find_toolchain);

/// The length in bytes of a text's beginning up to its last #include outside any #if, if this has only comments and
/// directives; 0 if there is no #include, or some further down.
[[nodiscard]] std::size_t included_part(const std::string& text);

}  // namespace bankloom::program
