#include "core/base/result.h"

#include "core/base/language.h"

namespace bankloom {

Failure fail_formatted(fmt::string_view format, fmt::format_args args) {
  return Failure(Error{message_formatted(format, args)});
}

}  // namespace bankloom
