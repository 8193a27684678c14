#include "core/base/result.h"

namespace bankloom {

Failure fail_formatted(fmt::string_view format, fmt::format_args args) {
  return Failure(Error{fmt::vformat(format, args)});
}

}  // namespace bankloom
