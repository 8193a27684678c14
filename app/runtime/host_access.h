// What happens when host code reads or writes device memory: the device is told, and the program dies as it would on
// any machine.
#pragma once

namespace bankloom::runtime {

void watch_host_accesses(int socket);

}  // namespace bankloom::runtime
