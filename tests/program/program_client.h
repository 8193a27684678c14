// What the tests of app/core/program share: memory for a device, fat binaries made by hand, and a program that speaks
// the protocol without being one.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/machine/machine_model.h"
#include "core/program/program_runner.h"

namespace bankloom::program::test {

/// Memory in vectors; what was discarded is gone.
class VectorStore final : public MemoryStore {
 public:
  std::byte* map(std::uint64_t address, std::uint64_t bytes) override {
    EXPECT_EQ(address % protocol::kPageBytes, 0u);
    EXPECT_EQ(bytes % protocol::kPageBytes, 0u);
    if (refuses) return nullptr;
    std::vector<std::byte> memory(bytes);
    std::byte* const data = memory.data();
    mapped_.emplace(data, std::move(memory));
    return data;
  }
  void unmap(std::uint64_t, std::byte* data, std::uint64_t bytes, bool) override {
    ASSERT_EQ(mapped_.count(data), 1u);
    EXPECT_EQ(mapped_[data].size(), bytes);
    mapped_.erase(data);
  }
  [[nodiscard]] std::size_t live() const { return mapped_.size(); }
  bool refuses = false;

 private:
  std::map<std::byte*, std::vector<std::byte>> mapped_;
};

template <class Value>
void append(std::vector<std::byte>& to, const Value& value) {
  const auto bytes = std::as_bytes(std::span(&value, 1));
  to.insert(to.end(), bytes.begin(), bytes.end());
}

/// An entry of a fat binary as nvcc 13 writes it: a header of 64 bytes and the payload, a multiple of 8 bytes.
inline std::vector<std::byte> fat_entry(std::uint16_t kind, std::uint32_t architecture, std::uint64_t flags,
                                        std::span<const std::byte> payload, std::uint64_t uncompressed = 0) {
  std::vector<std::byte> entry;
  const std::uint64_t stored = (payload.size() + 7) / 8 * 8;
  append(entry, kind);
  append(entry, std::uint16_t{0x101});
  append(entry, std::uint32_t{64});
  append(entry, stored);
  append(entry, static_cast<std::uint32_t>(flags == 0 ? 0 : payload.size()));
  append(entry, std::uint32_t{0});
  append(entry, std::uint32_t{0});
  append(entry, architecture);
  append(entry, std::uint64_t{0});
  append(entry, flags);
  append(entry, std::uint64_t{0});
  append(entry, uncompressed);
  entry.insert(entry.end(), payload.begin(), payload.end());
  entry.resize(64 + stored);
  return entry;
}

inline std::vector<std::byte> fat_binary(const std::vector<std::vector<std::byte>>& entries) {
  std::vector<std::byte> all, body;
  for (const auto& entry : entries) body.insert(body.end(), entry.begin(), entry.end());
  append(all, std::uint32_t{0xBA55ED50});
  append(all, std::uint16_t{1});
  append(all, std::uint16_t{16});
  append(all, std::uint64_t{body.size()});
  all.insert(all.end(), body.begin(), body.end());
  return all;
}

inline std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

inline std::vector<std::byte> fat_binary_of(const std::string& ptx) {
  return fat_binary({fat_entry(1, 90, 0, bytes_of(ptx))});
}

inline MachineModel hopper() {
  static const MachineModel machine =
      find_machine(load_machines(std::string(BANKLOOM_SOURCE_DIR) + "/assets/machines").value(), "cc9.0").value();
  return machine;
}

/// A program's side of the protocol.
class Client {
 public:
  explicit Client(const ProgramOptions& options = {}, bool says_hello = true) : runner(hopper(), options, store, {}) {
    if (says_hello) {
      EXPECT_TRUE(ask(protocol::Kind::hello, protocol::Hello()));
    }
  }

  struct Reply {
    CudaError error = -1;
    std::vector<std::byte> bytes;
    template <class Value>
    [[nodiscard]] Value as() const {
      Value value{};
      EXPECT_GE(bytes.size(), sizeof value);
      if (bytes.size() >= sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
      return value;
    }
  };
  /// Nothing where the request was taken for none; of a note an empty reply.
  std::optional<Reply> ask_bytes(protocol::Kind kind, const std::vector<std::byte>& payload) {
    protocol::RequestHeader header;
    header.kind = static_cast<std::uint32_t>(kind);
    header.size = static_cast<std::uint32_t>(payload.size());
    std::strcpy(header.call, "cudaTest");
    const auto answer = runner.answer(header, payload);
    if (!answer) return std::nullopt;
    Reply reply;
    if (answer->bytes.empty()) return reply;
    protocol::ReplyHeader reply_header;
    std::memcpy(&reply_header, answer->bytes.data(), sizeof reply_header);
    EXPECT_EQ(reply_header.kind, header.kind);
    EXPECT_EQ(reply_header.size, answer->bytes.size() - sizeof reply_header);
    reply.error = reply_header.error;
    reply.bytes.assign(answer->bytes.begin() + sizeof reply_header, answer->bytes.end());
    return reply;
  }
  template <class Request>
  std::optional<Reply> ask(protocol::Kind kind, const Request& request, std::span<const std::byte> more = {}) {
    std::vector<std::byte> payload;
    append(payload, request);
    payload.insert(payload.end(), more.begin(), more.end());
    return ask_bytes(kind, payload);
  }

  std::uint64_t allocate(std::uint64_t bytes, protocol::Memory memory = protocol::Memory::device) {
    const auto reply = ask(protocol::Kind::allocate, protocol::Allocate{bytes, static_cast<std::uint32_t>(memory), 0});
    EXPECT_EQ(reply.value().error, kSuccess);
    return reply->as<protocol::AllocateReply>().address;
  }
  CudaError free(std::uint64_t address, bool is_pinned = false) {
    return ask(protocol::Kind::free, protocol::Free{address, is_pinned ? 1u : 0u, 0}).value().error;
  }
  CudaError fill(std::uint64_t to, std::uint8_t value, std::uint64_t width) {
    protocol::Fill box;
    box.to = to;
    box.width = width;
    box.value = value;
    return ask(protocol::Kind::fill, box).value().error;
  }
  Reply copy(std::uint64_t to, std::uint64_t from, std::uint64_t width, int direction) {
    protocol::Copy box;
    box.to = to;
    box.from = from;
    box.width = width;
    box.direction = direction;
    return ask(protocol::Kind::copy, box).value();
  }
  /// Registers a module with kernels and variables; their hosts' addresses are 1000, 1001, ... and 2000, 2001, ...
  void load(const std::string& ptx, const std::vector<std::string>& kernels,
            const std::vector<std::string>& variables = {}) {
    const auto added = ask_bytes(protocol::Kind::module, fat_binary_of(ptx));
    ASSERT_TRUE(added);
    const std::uint32_t module = added->as<protocol::ModuleReply>().module;
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      EXPECT_EQ(
          ask(protocol::Kind::function, protocol::Function{1000 + k, module, module}, bytes_of(kernels[k]))->error, 0);
    }
    for (std::size_t v = 0; v < variables.size(); ++v) {
      EXPECT_EQ(
          ask(protocol::Kind::variable, protocol::Variable{2000 + v, 4, module, module, 0, 0}, bytes_of(variables[v]))
              ->error,
          0);
    }
  }
  std::uint64_t symbol(std::uint64_t host) {
    const auto reply = ask(protocol::Kind::symbol, protocol::Symbol{host});
    EXPECT_EQ(reply->error, kSuccess);
    return reply->as<protocol::SymbolReply>().address;
  }
  Reply launch(std::uint64_t host, std::uint32_t grid, std::uint32_t block, std::vector<std::byte> arguments,
               std::uint64_t dynamic_shared = 0) {
    return ask(protocol::Kind::launch, protocol::Launch{host, {grid, 1, 1}, {block, 1, 1}, dynamic_shared, 0, 0},
               arguments)
        .value();
  }
  /// 32-bit words of the device's memory, as a kernel sees them.
  std::vector<std::uint32_t> words(std::uint64_t address, std::size_t count) {
    std::vector<std::uint32_t> values;
    for (std::size_t w = 0; w < count; ++w) values.push_back(word(address + 4 * w));
    return values;
  }

  VectorStore store;
  ProgramRunner runner;

 private:
  std::uint32_t word(std::uint64_t address) {
    if (!has_printer_) {
      has_printer_ = true;
      const auto added = ask_bytes(protocol::Kind::module, fat_binary_of(kPrinter));
      printer_ = 9000;
      EXPECT_EQ(ask(protocol::Kind::function,
                    protocol::Function{printer_, added->as<protocol::ModuleReply>().module,
                                       added->as<protocol::ModuleReply>().module},
                    bytes_of("show"))
                    ->error,
                0);
    }
    std::vector<std::byte> arguments;
    append(arguments, address);
    const Reply shown = launch(printer_, 1, 1, arguments);
    const std::string text(reinterpret_cast<const char*>(shown.bytes.data()) + sizeof(protocol::LaunchReply),
                           shown.bytes.size() - sizeof(protocol::LaunchReply));
    return text.empty() ? 0xdeadbeef : static_cast<std::uint32_t>(std::stoul(text));
  }
  static constexpr const char* kPrinter = R"(.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 status) vprintf (.param .b64 format, .param .b64 list);
.global .align 1 .b8 text[3] = {37, 117, 0};
.visible .entry show(.param .u64 at) {
  .local .align 8 .b8 list[8];
  .reg .b32 %r<4>;
  .reg .b64 %d<8>;
  ld.param.u64 %d0, [at];
  cvta.to.global.u64 %d0, %d0;
  ld.global.u32 %r0, [%d0];
  st.local.u32 [list], %r0;
  mov.u64 %d1, text;
  cvta.global.u64 %d1, %d1;
  mov.u64 %d2, list;
  cvta.local.u64 %d2, %d2;
  {
    .param .b64 a; .param .b64 b; .param .b32 status;
    st.param.b64 [a], %d1;
    st.param.b64 [b], %d2;
    call.uni (status), vprintf, (a, b);
    ld.param.b32 %r1, [status];
  }
  ret;
})";
  bool has_printer_ = false;
  std::uint64_t printer_ = 0;
};

}  // namespace bankloom::program::test
