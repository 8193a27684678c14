// Runs the matrix instructions of tests/hardware/matrix_inputs.h on this machine's GPU and prints their results as
// tests/hardware/matrix_h200.csv has them: form, case, and the result's elements in hexadecimal, row by row.
//
//     c++ -std=c++20 -I. scripts/matrix_table.cpp -o build/matrix_table -ldl
//     build/matrix_table ptx >build/matrix.ptx && ptxas -arch=sm_90 build/matrix.ptx -o build/matrix.cubin
//     build/matrix_table record build/matrix.cubin 8 >tests/hardware/matrix_h200.csv
//
// With more than 8 cases of each form it prints them all, for a file that BANKLOOM_MATRIX_ROWS names to matrix_test.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tests/hardware/matrix_inputs.h"

namespace {

using namespace bankloom::matrix_rows;

// The CUDA driver's interface, as far as it is used here.
using Handle = void*;
using Address = unsigned long long;
int (*init)(unsigned);
int (*device_get)(int*, int);
int (*context_retain)(Handle*, int);
int (*context_set)(Handle);
int (*module_load)(Handle*, const char*);
int (*get_function)(Handle*, Handle, const char*);
int (*allocate)(Address*, std::size_t);
int (*to_device)(Address, const void*, std::size_t);
int (*to_host)(void*, Address, std::size_t);
int (*launch)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**, void**);

template <class Function>
void find(Handle library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) {
    std::fprintf(stderr, "the driver has no %s\n", name);
    std::exit(3);
  }
}

void check(int status, const char* what) {
  if (status == 0) return;
  std::fprintf(stderr, "%s fails with error %d of the CUDA driver\n", what, status);
  std::exit(1);
}

void open_driver() {
  Handle library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == nullptr) {
    std::fprintf(stderr, "there is no NVIDIA driver here: libcuda.so.1 is not found\n");
    std::exit(3);
  }
  find(library, "cuInit", init);
  find(library, "cuDeviceGet", device_get);
  find(library, "cuDevicePrimaryCtxRetain", context_retain);
  find(library, "cuCtxSetCurrent", context_set);
  find(library, "cuModuleLoad", module_load);
  find(library, "cuModuleGetFunction", get_function);
  find(library, "cuMemAlloc_v2", allocate);
  find(library, "cuMemcpyHtoD_v2", to_device);
  find(library, "cuMemcpyDtoH_v2", to_host);
  find(library, "cuLaunchKernel", launch);
  int device = 0;
  Handle context = nullptr;
  check(init(0), "cuInit");
  check(device_get(&device, 0), "cuDeviceGet");
  check(context_retain(&context, device), "cuDevicePrimaryCtxRetain");
  check(context_set(context), "cuCtxSetCurrent");
}

void record(const char* file, unsigned count) {
  std::vector<unsigned> cases;
  for (unsigned i = 0; i < count; ++i) cases.push_back(i);
  cases.push_back(kZeros);
  open_driver();
  Handle module = nullptr;
  check(module_load(&module, file), file);
  const std::vector<Form> forms = all_forms();
  constexpr std::size_t kMost = 8u << 20;
  Address buffers[4];
  for (Address& buffer : buffers) check(allocate(&buffer, kMost), "cuMemAlloc");
  std::printf("form,case,result\n");
  for (unsigned f = 0; f < forms.size(); ++f) {
    const Form& form = forms[f];
    for (unsigned o = 0; o < 3; ++o) {
      std::vector<std::uint8_t> all;
      for (const unsigned i : cases) {
        const std::vector<std::uint8_t> one = packed(form, "abc"[o], make_case(form, f, i));
        all.insert(all.end(), one.begin(), one.end());
      }
      if (all.size() > kMost) std::exit(2);
      check(to_device(buffers[o], all.data(), all.size()), "cuMemcpyHtoD");
    }
    Handle function = nullptr;
    check(get_function(&function, module, ("f" + std::to_string(f)).c_str()), form.modifiers.c_str());
    void* arguments[4] = {&buffers[0], &buffers[1], &buffers[2], &buffers[3]};
    check(launch(function, static_cast<unsigned>(cases.size()), 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr),
          form.modifiers.c_str());
    const std::size_t bytes = operand_bytes(form, 'd');
    std::vector<std::uint8_t> results(cases.size() * bytes);
    check(to_host(results.data(), buffers[3], results.size()), form.modifiers.c_str());
    for (std::size_t at = 0; at < cases.size(); ++at) {
      const unsigned i = cases[at];
      if (count <= kClasses && !is_kept(form, i)) continue;
      std::printf("%s%s,%u,", form.wmma ? "wmma.mma" : "mma.sync.aligned", form.modifiers.c_str(), i);
      for (const std::uint64_t value : unpacked(form, results.data() + at * bytes)) {
        std::printf("%0*llx", static_cast<int>(bits_of(form.d) / 4), static_cast<unsigned long long>(value));
      }
      std::printf("\n");
    }
  }
}

}  // namespace

int main(int count, char** words) {
  if (count == 2 && std::strcmp(words[1], "ptx") == 0) {
    std::fputs(all_entries().c_str(), stdout);
    return 0;
  }
  if (count == 4 && std::strcmp(words[1], "record") == 0) {
    record(words[2], static_cast<unsigned>(std::atoi(words[3])));
    return 0;
  }
  std::fprintf(stderr, "use: matrix_table ptx | matrix_table record FILE.cubin CASES\n");
  return 2;
}
