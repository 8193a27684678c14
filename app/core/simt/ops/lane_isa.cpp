#include "core/simt/ops/lane_isa.h"

#include "core/base/files.h"

namespace bankloom::simt {

namespace baseline {
LaneTable lane_table();
}
namespace avx2 {
LaneTable lane_table();
}
namespace avx512 {
LaneTable lane_table();
}

const std::vector<LaneIsa>& available_lane_isas() {
  static const std::vector<LaneIsa> kIsas = [] {
    std::vector<LaneIsa> isas;
#ifdef __x86_64__
#if defined(BANKLOOM_LANES_AVX2) || defined(BANKLOOM_LANES_AVX512)
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt");
#ifdef BANKLOOM_LANES_AVX512
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (avx512) isas.push_back({"avx512", "AVX-512 (F, BW, DQ, VL)", avx512::lane_table()});
#endif
#ifdef BANKLOOM_LANES_AVX2
    if (avx2) isas.push_back({"avx2", "AVX2 and FMA", avx2::lane_table()});
#endif
#endif
    isas.push_back({"baseline", "SSE2", baseline::lane_table()});
#elif defined(__aarch64__)
    isas.push_back({"baseline", "NEON", baseline::lane_table()});
#else
    isas.push_back({"baseline", "the compiler's default instruction set", baseline::lane_table()});
#endif
    return isas;
  }();
  return kIsas;
}

const LaneIsa& lane_isa() {
  static const LaneIsa* const kChosen = [] {
    const std::vector<LaneIsa>& isas = available_lane_isas();
    const std::string wanted = environment("BANKLOOM_ISA");
    for (const LaneIsa& isa : isas) {
      if (isa.name == wanted) return &isa;
    }
    return &isas.front();
  }();
  return *kChosen;
}

}  // namespace bankloom::simt
