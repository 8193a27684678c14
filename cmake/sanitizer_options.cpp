// Part of every sanitized executable: what the sanitizers' runtime is asked for, wherever it is started from.

// The runtime looks for this name.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options();
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions();

/// Options of AddressSanitizer (and of its leak checker), which ASAN_OPTIONS can still override.
/// Runtimes up to LLVM 16 and GCC 13 take some thread-local blocks of libraries loaded at run time for blocks with a
/// header that glibc has not had since 2.25, by nothing but the block's address. The leak checker then crashes reading
/// at an address made of what stands before the block. Without the interception such blocks are not looked through.
/// Source: LLVM, compiler-rt/lib/sanitizer_common/sanitizer_tls_get_addr.cpp (DTLS_on_tls_get_addr) of 14 against 17.
/// Of every allocation the runtime keeps 30 calls, which takes much of its time; twelve tell where it was.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() { return "intercept_tls_get_addr=0:malloc_context_size=12"; }

/// Mesa 25 (Debian 13), whose drivers are one library, loses some blocks of 48 bytes within itself. What the program
/// leaks of OpenGL is found with older Mesas, where the library has another name.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() { return "leak:libgallium-"; }

// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __tsan_default_suppressions();

/// Blocks of a grid that run on several threads share the memory of the device, as they do on one: where they touch the
/// same bytes, page_backup.h sees it, takes back what they did, and runs them again in order. So what moves a kernel's
/// data, or looks whether a value has changed, races where the kernel does.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __tsan_default_suppressions() {
  return "race:bankloom::simt::MemoryPort::transfer\nrace:keeps_value";
}
