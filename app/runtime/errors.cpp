// The names of errors and their messages.
#include "runtime/channel.h"

namespace bankloom::runtime {
namespace {

struct Named {
  Error error;
  const char* name;
  const char* text;
};

constexpr Named kErrors[] = {
#define BANKLOOM_ERROR(number, name, text) {number, #name, text},
#include "runtime/error_names.inc"
#undef BANKLOOM_ERROR
};

const Named* find(Error error) {
  for (const Named& named : kErrors) {
    if (named.error == error) return &named;
  }
  return nullptr;
}

}  // namespace

BANKLOOM_CUDA const char* cudaGetErrorName(Error error) {
  const Named* const named = find(error);
  return named != nullptr ? named->name : "unrecognized error code";
}
BANKLOOM_CUDA const char* cudaGetErrorString(Error error) {
  const Named* const named = find(error);
  return named != nullptr ? named->text : "unrecognized error code";
}
BANKLOOM_CUDA ChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return {x, y, z, w, kind};
}

}  // namespace bankloom::runtime
