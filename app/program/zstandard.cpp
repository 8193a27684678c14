#include "program/zstandard.h"

#include <dlfcn.h>

#include <cstring>
#include <string>

namespace bankloom::program {

Zstandard open_zstandard() {
  // It stays open until this process ends.
  void* const library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {};
  // From zstd.h ("Simple Core API").
  using Decompress = std::size_t (*)(void*, std::size_t, const void*, std::size_t);
  using IsError = unsigned (*)(std::size_t);
  const auto decompress = reinterpret_cast<Decompress>(dlsym(library, "ZSTD_decompress"));
  const auto is_error = reinterpret_cast<IsError>(dlsym(library, "ZSTD_isError"));
  if (decompress == nullptr || is_error == nullptr) return {};
  return [=](std::span<const std::byte> compressed, std::size_t size) -> std::optional<std::string> {
    std::string text(size, '\0');
    const std::size_t written = decompress(text.data(), text.size(), compressed.data(), compressed.size());
    if (is_error(written) != 0 || written != size) return std::nullopt;
    return text;
  };
}

}  // namespace bankloom::program
