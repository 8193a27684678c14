#include "core/measure/measurement.h"

namespace bankloom {

std::string_view provenance_name(Provenance provenance) {
  switch (provenance) {
    case Provenance::modelled:
      return "modelled";
    case Provenance::emulated:
      return "emulated";
    case Provenance::measured_here:
      return "measured here";
    case Provenance::recorded:
      return "recorded";
    case Provenance::published:
      return "published";
  }
  return "?";
}

}  // namespace bankloom
