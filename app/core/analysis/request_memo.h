// RequestMemo: caches the costs of accesses: a grid repeats the same patterns over and over.
//
// The cost of an access depends on its lanes' addresses only by their distances and by the position of the first one
// among the banks (modulo a row of banks, or of the segments that Kepler serves together) or in its line. Accesses that
// agree in all of this are priced once by the rule, price_request(). Nothing is approximated: a cached access is
// compared in full.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/analysis/access_sums.h"
#include "core/machine/machine_model.h"
#include "core/trace/access_observer.h"

namespace bankloom::analysis {

class RequestMemo {
 public:
  /// `machine` must outlive this object.
  explicit RequestMemo(const MachineModel& machine);
  /// The result of price_request() for the access; valid until the next call. `addresses`: 32, those of inactive lanes
  /// are arbitrary.
  [[nodiscard]] const RequestPrice& price(const AccessHeader& header, const std::uint64_t* addresses);
  /// How often the rule itself was evaluated.
  [[nodiscard]] std::uint64_t misses() const { return misses_; }

 private:
  struct Key {
    /// From the first active lane's address to each lane's, signed; 0 for inactive lanes.
    std::array<std::uint32_t, kWarpSize> distances{};
    LaneMask active = 0;
    std::uint32_t kind = 0;      ///< space, operation, width, matrices
    std::uint32_t residue = 0;   ///< position of the first address, see above
    std::uint32_t group_at = 0;  ///< position of the warp's first thread among the threads of a request

    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Entry {
    Key key;  ///< active 0: empty
    RequestPrice price;
  };
  /// A divisor, often a power of two.
  struct Modulus {
    std::uint64_t value = 1;
    bool power_of_two = true;
    [[nodiscard]] std::uint32_t of(std::uint64_t number) const {
      return static_cast<std::uint32_t>(power_of_two ? number & (value - 1) : number % value);
    }
  };
  static constexpr std::size_t kEntries = 1024;

  [[nodiscard]] static std::size_t slot_of(const Key& key);
  [[nodiscard]] RequestPrice by_rule(const AccessHeader& header, const std::uint64_t* addresses);

  const MachineModel& machine_;
  Modulus shared_, global_;
  std::uint32_t group_ = 0;  ///< lanes_per_request if it does not divide a warp, otherwise 0
  std::vector<Entry> entries_;
  RequestPrice unremembered_;
  MemoryAccess access_;  ///< in the form that the rule needs
  std::uint64_t misses_ = 0;
};

}  // namespace bankloom::analysis
