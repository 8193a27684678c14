#include "fuzz_main.h"

BANKLOOM_FUZZ_TARGET(try_kernels)
