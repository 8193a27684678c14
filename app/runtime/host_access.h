// Reports host code that reads or writes device memory to the device; the program then dies as it would on any machine.
#pragma once

namespace bankloom::runtime {

void watch_host_accesses(int socket);

}  // namespace bankloom::runtime
