// All other functions that the real library exports: each fails with a message that names it as unsupported.
#include "runtime/channel.h"

namespace bankloom::runtime {
namespace {

Error refuse(const char* name) {
  tell({name, nullptr}, protocol::Kind::refused, {});
  return finish(kNotSupported);
}

}  // namespace

// Their parameters are ignored, and all of them return an error.
#define BANKLOOM_REFUSED(name) \
  BANKLOOM_CUDA Error name() { return refuse(#name); }
#include "runtime/refused_calls.inc"
#undef BANKLOOM_REFUSED

}  // namespace bankloom::runtime
