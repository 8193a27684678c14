#include "cuda/gpu_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace bankloom {

FileHandle take_gpu_lock(const std::string& uuid, const std::function<void(bool)>& waits) {
  if (uuid.empty()) return {};
  // Of all users: in a sticky folder only who made a file may open it for making, and reading is enough for a lock.
  const std::string file = "/tmp/bankloom-" + uuid + ".lock";
  FileHandle lock(::open(file.c_str(), O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!lock && errno == EEXIST) lock = FileHandle(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!lock) return {};
  constexpr std::chrono::milliseconds kBetweenTries{20};
  bool has_waited = false;
  while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return {};
    if (!has_waited) waits(true);
    has_waited = true;
    std::this_thread::sleep_for(kBetweenTries);
  }
  if (has_waited) waits(false);
  return lock;
}

}  // namespace bankloom
