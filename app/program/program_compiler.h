// A compiler of whole programs' texts, in front of one of kernels alone: a request with CompileRequest::program is
// compiled to PTX by nvcc's steps (nvcc_steps.h) as the program was; all others go to the other compiler.
//
// What a text includes at its beginning is preprocessed once, and again where one of these files changes. A text that
// includes files further down is preprocessed whole. The text of a header that the program includes takes its place in
// a copy of the folders that lead to it. Headers that are missing are looked for around the program's file
// (header_search.h).
#pragma once

#include <functional>
#include <memory>

#include "core/compile/compiler.h"
#include "program/toolchain.h"

namespace bankloom::program {

/// `find`: nvcc, asked for with the first program's text.
[[nodiscard]] std::unique_ptr<Compiler> make_program_compiler(std::unique_ptr<Compiler> inner,
                                                              std::function<Result<Toolchain>()> find = find_toolchain);

/// Bytes at the beginning of a text that includes are in and nothing but comments and directives: behind the last
/// #include of them that stands in no #if. 0 where there is none, or where more is included further down.
[[nodiscard]] std::size_t included_part(const std::string& text);

}  // namespace bankloom::program
