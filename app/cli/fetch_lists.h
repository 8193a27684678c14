// The packages of PyPI that `bankloom doctor --fetch` downloads, as the files in scripts/ list them.
#pragma once

namespace bankloom::cli {

extern const char* const kCudaPackages;  ///< scripts/cuda-pypi.txt
extern const char* const kNvccPackages;  ///< scripts/nvcc-pypi.txt

}  // namespace bankloom::cli
