// A GPU's lock, so that programs on one machine do not time each other: who measures holds it for one call.
#pragma once

#include <functional>
#include <string>

#include "core/base/files.h"

namespace bankloom {

/// Waits until no other program holds the lock of the GPU with this UUID; the result holds it. `waits` is called with
/// true where a wait begins, with false where it is over. A machine whose /tmp takes no file has no locks: the result
/// is then empty, as it is for an unknown UUID.
[[nodiscard]] FileHandle take_gpu_lock(const std::string& uuid, const std::function<void(bool)>& waits);

}  // namespace bankloom
