#include "core/wording/glossary.h"

#include <algorithm>

#include "core/base/language.h"

namespace bankloom {

using namespace wording;
namespace {

constexpr GlossaryTerm kTerms[] = {
    {"thread", "One execution of the kernel's code, with its own indices, which say which part of the work it does.",
     ""},
    {"block", "Threads that run on one multiprocessor, share memory there and can wait for each other.", ""},
    {"grid", "All blocks of one launch.", ""},
    {"warp",
     "32 threads of a block that are scheduled together, and that usually execute an instruction together while they "
     "take the same path; where they must, __syncwarp() makes them wait for each other.",
     ""},
    {"lane", "One of the 32 places of a warp, 0 to 31: a thread's index within its warp.", ""},
    {"shared memory", "Memory of a block on its multiprocessor, which all threads of the block read and write.", ""},
    {"global memory", "The GPU's large memory, which all threads of all blocks read and write.", ""},
    {"request", "What one warp asks of memory with one instruction: the addresses of all its active lanes together.",
     "smsp__sass_inst_executed_op_shared_{ld,st}.sum, l1tex__t_requests_pipe_lsu_mem_global_op_{ld,st}.sum"},
    {"word", "4 adjacent bytes of shared memory that begin at a multiple of 4; 8 bytes on some old GPUs.", ""},
    {"bank",
     "One of the parts that shared memory is divided into, 32 on today's GPUs; consecutive words lie in consecutive "
     "banks, and a bank serves one word at a time.",
     ""},
    {"wavefront",
     "One pass of a request through shared memory, in which every bank serves at most one word; a request takes as "
     "many as the busiest bank of each phase needs, added up; Nsight Compute counts wavefronts of global and local "
     "memory, too.",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}.sum, "
     "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}.sum"},
    {"bank conflict",
     "Lanes that are served together need different words of one bank, which are served one after another; counted as "
     "the "
     "wavefronts beyond those that the request takes without them.",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{ld,st}.sum"},
    {"broadcast", "Lanes that read the same word get it in one wavefront of their phase, without a bank conflict.", ""},
    {"phase",
     "A part of a request of wide elements, of 16 lanes with 8 bytes or 8 lanes with 16 bytes, which takes wavefronts "
     "of "
     "its own; in a load it has twice as many lanes where all lanes are in pairs, one apart or two apart, that have "
     "one "
     "address or an inactive lane (measured on an H200).",
     ""},
    {"divergence", "Lanes of a warp take different paths at a branch, and the warp executes them at different times.",
     ""},
    {"sector",
     "32 bytes of global memory, from a multiple of 32 on, that are moved together, though a request may need fewer of "
     "them; four are a line.",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}.sum"},
    GlossaryTerm{"line", "128 bytes of global memory, from a multiple of 128 on: four sectors.", "", "of a cache"},
    {"cache",
     "Fast memory that keeps sectors that were read or written, so that the next request for them is answered from "
     "there.",
     ""},
    {"coalesced",
     "Said of a request to global memory whose lanes access neighbouring bytes, so that it takes as few sectors as "
     "possible.",
     ""},
    {"padding",
     "Elements at the end of each row of a tile that hold no data, so that a column's elements lie in different banks.",
     ""},
    {"swizzle",
     "Each row of a tile is stored in an order of its own, such as element (y, x) in column y ^ x, so that a column's "
     "elements lie in different banks without padding.",
     ""},
    {"barrier",
     "A place at which threads wait until all of them have arrived: __syncthreads() for a block, __syncwarp() for a "
     "warp.",
     ""},
    {"race",
     "Two threads access the same place, at least one of them writes, not both by atomics, and no barrier lies "
     "between, "
     "so the result can depend on which of them is first.",
     ""},
    {"twin",
     "The same kernel with the padding that costs least, measured beside it to show what its bank conflicts cost.", ""},
    {"transactions per request",
     "The textbook's and nvprof's figure: wavefronts per request of shared memory, sectors per request of global "
     "memory (as Nsight Compute counts; older profilers counted other pieces on some GPUs).",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}.sum / smsp__sass_inst_executed_op_shared_{ld,st}.sum"},
};

}  // namespace

std::span<const GlossaryTerm> glossary() { return kTerms; }

const GlossaryTerm& glossary_term(std::string_view name) {
  return *std::find_if(std::begin(kTerms), std::prev(std::end(kTerms)),
                       [&](const GlossaryTerm& one) { return one.term == name; });
}

std::vector<const GlossaryTerm*> terms_of(const Explanation& why) {
  std::vector<const GlossaryTerm*> terms;
  const auto add = [&](std::string_view name) { terms.push_back(&glossary_term(name)); };
  if (why.kind == ExplanationKind::no_lane || why.kind == ExplanationKind::not_modelled) return terms;
  add("request");
  add("lane");
  if (why.space == Space::global) {
    add("sector");
    if (why.kind == ExplanationKind::contiguous) add("coalesced");
    return terms;
  }
  add("wavefront");
  add("bank conflict");
  if (why.kind == ExplanationKind::broadcast) add("broadcast");
  if (why.counts.phases > 1 && !is_update_loop(why.op)) add("phase");
  if (why.swizzle) add("swizzle");
  return terms;
}

const GlossaryTerm* verdict_term(const Explanation& why) {
  switch (why.kind) {
    case ExplanationKind::no_lane:
    case ExplanationKind::not_modelled:
      return nullptr;
    case ExplanationKind::broadcast:
      return &glossary_term("broadcast");
    case ExplanationKind::conflict_free:
    case ExplanationKind::multicast:
    case ExplanationKind::conflict:
    case ExplanationKind::serialized:
    case ExplanationKind::looped:
      return &glossary_term("bank conflict");
    case ExplanationKind::contiguous:
      return &glossary_term("coalesced");
    case ExplanationKind::scattered:
      return &glossary_term("sector");
  }
  return nullptr;
}

std::string term_name(const GlossaryTerm& term) { return std::string(translated(term.term, term.context)); }

Text glossary_text(const GlossaryTerm& term) {
  if (term.counters.empty())
    return say("{term}: {meaning}", "term"_a = term_name(term), "meaning"_a = translated(term.meaning));
  return say("{term}: {meaning}\nNsight Compute: {counters}", "term"_a = term_name(term),
             "meaning"_a = translated(term.meaning), "counters"_a = term.counters);
}

}  // namespace bankloom
