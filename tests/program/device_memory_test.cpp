// Allocations: far apart, known when they are freed, never at one address twice.
#include <gtest/gtest.h>

#include "core/program/device_memory.h"
#include "core/program/program_modules.h"
#include "core/simt/address_space.h"
#include "program_client.h"

namespace bankloom::program {
namespace {

using test::VectorStore;

constexpr std::uint64_t kMegabyte = 1 << 20;

TEST(DeviceMemories, AllocationsAreApart) {
  VectorStore store;
  DeviceMemory memory(store, 64 * kMegabyte);
  const Allocation* const a = memory.allocate(MemoryType::device, 100);
  const Allocation* const b = memory.allocate(MemoryType::device, 100);
  ASSERT_NE(a, nullptr);
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(a->address % 256, 0u);
  EXPECT_GT(b->address - a->address, 1024 * kMegabyte);
  EXPECT_EQ(memory.find(a->address), a);
  EXPECT_EQ(memory.find(a->address + 99), a);
  EXPECT_EQ(memory.find(a->address + 100), nullptr);
  EXPECT_EQ(memory.find(a->address - 1), nullptr);
  EXPECT_EQ(memory.find(b->address + 50), b);
  EXPECT_EQ(memory.find(0), nullptr);
  EXPECT_EQ(memory.find(~std::uint64_t{0}), nullptr);
}

TEST(DeviceMemories, EachTypeHasItsPlace) {
  VectorStore store;
  DeviceMemory memory(store, 64 * kMegabyte);
  EXPECT_TRUE(protocol::is_device_address(memory.allocate(MemoryType::device, 4)->address));
  EXPECT_TRUE(protocol::is_device_address(memory.allocate(MemoryType::global, 4)->address));
  const std::uint64_t constant = memory.allocate(MemoryType::constant, 4)->address;
  EXPECT_TRUE(protocol::is_device_address(constant));
  EXPECT_EQ(simt::space_of(constant), Space::constant);
  for (const MemoryType type : {MemoryType::managed, MemoryType::pinned}) {
    const Allocation* const visible = memory.allocate(type, 4);
    EXPECT_FALSE(protocol::is_device_address(visible->address));
    EXPECT_TRUE(visible->is_host_visible());
    EXPECT_EQ(simt::space_of(visible->address), Space::global);
  }
}

TEST(DeviceMemories, WhatIsFreedIsKnown) {
  VectorStore store;
  DeviceMemory memory(store, 64 * kMegabyte);
  const std::uint64_t address = memory.allocate(MemoryType::device, 100)->address;
  EXPECT_FALSE(memory.free(address + 4));
  EXPECT_TRUE(memory.free(address));
  EXPECT_FALSE(memory.free(address));
  EXPECT_EQ(store.live(), 0u);
  EXPECT_EQ(memory.used_bytes(), 0u);
  EXPECT_EQ(memory.find(address), nullptr);
  ASSERT_NE(memory.find_freed(address + 99), nullptr);
  EXPECT_EQ(memory.find_freed(address + 100), nullptr);
  EXPECT_NE(memory.allocate(MemoryType::device, 100)->address, address);
}

TEST(DeviceMemories, ThereIsAnEnd) {
  VectorStore store;
  DeviceMemory memory(store, kMegabyte);
  EXPECT_EQ(memory.allocate(MemoryType::device, 0), nullptr);
  EXPECT_EQ(memory.allocate(MemoryType::device, kMegabyte + 1), nullptr);
  EXPECT_EQ(memory.allocate(MemoryType::device, ~std::uint64_t{0}), nullptr);
  const Allocation* const most = memory.allocate(MemoryType::device, kMegabyte - 4096);
  ASSERT_NE(most, nullptr);
  EXPECT_NE(memory.allocate(MemoryType::managed, 4096), nullptr);
  EXPECT_EQ(memory.allocate(MemoryType::managed, 1), nullptr);
  EXPECT_TRUE(memory.free(most->address));
  EXPECT_NE(memory.allocate(MemoryType::pinned, 1), nullptr);
  store.refuses = true;
  EXPECT_EQ(memory.allocate(MemoryType::pinned, 1), nullptr);
}

TEST(DeviceMemories, ManyAllocations) {
  VectorStore store;
  DeviceMemory memory(store, 64 * kMegabyte);
  // More than have room with wide gaps between them.
  std::uint64_t last = 0;
  for (int i = 0; i < 60'000; ++i) {
    const Allocation* const made = memory.allocate(MemoryType::device, 4096);
    ASSERT_NE(made, nullptr) << i;
    ASSERT_GT(made->address, last + 4096 - (last == 0 ? 4096 : 0));
    last = made->address;
    ASSERT_TRUE(memory.free(last));
  }
}

/// All allocations share a page.
class OnePage final : public MemoryStore {
 public:
  std::byte* map(std::uint64_t, std::uint64_t) override { return page_.data(); }
  void unmap(std::uint64_t, std::byte*, std::uint64_t, bool) override {}

 private:
  std::vector<std::byte> page_ = std::vector<std::byte>(protocol::kPageBytes);
};

TEST(DeviceMemories, AreFewerThanAProcessMayHaveMappings) {
  OnePage store;
  DeviceMemory memory(store, 1024 * kMegabyte);
  std::uint64_t last = 0;
  for (int i = 0; i < 30'000; ++i) {
    const Allocation* const made = memory.allocate(MemoryType::device, 4);
    ASSERT_NE(made, nullptr) << i;
    last = made->address;
  }
  EXPECT_TRUE(memory.has_too_many());
  EXPECT_EQ(memory.allocate(MemoryType::pinned, 4), nullptr);
  EXPECT_EQ(memory.add_registered(0x5555'5555'4010, 100), nullptr);
  EXPECT_TRUE(memory.free(last));
  EXPECT_NE(memory.allocate(MemoryType::device, 4), nullptr);
}

TEST(ProgramModules, TheirNamesHaveALimit) {
  OnePage store;
  DeviceMemory memory(store, kMegabyte);
  ProgramModules modules(memory, {});
  ASSERT_EQ(modules.add({}), 0U);
  std::uint64_t host = 0;
  while (host < 32) ASSERT_TRUE(modules.add_function(host++, {0, 0}, std::string(kMegabyte, 'x')));
  while (host < 64) ASSERT_TRUE(modules.add_variable(host++, {0, 0}, std::string(kMegabyte, 'x')));
  EXPECT_FALSE(modules.add_function(host, {0, 0}, "k"));
  EXPECT_FALSE(modules.add_variable(host, {0, 0}, "v"));
}

TEST(DeviceMemories, MemoryOfTheProgram) {
  VectorStore store;
  DeviceMemory memory(store, 64 * kMegabyte);
  constexpr std::uint64_t kOwn = 0x5555'5555'4010;
  const Allocation* const own = memory.add_registered(kOwn, 100);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->address, kOwn);
  EXPECT_EQ(memory.find(kOwn + 99), own);
  EXPECT_EQ(memory.add_registered(kOwn + 99, 4), nullptr);
  EXPECT_EQ(memory.add_registered(kOwn - 4, 5), nullptr);
  EXPECT_NE(memory.add_registered(kOwn + 100, 4), nullptr);
  for (const std::uint64_t address :
       {std::uint64_t{0}, protocol::kDeviceBase, protocol::kDeviceBase - 8, protocol::kHostVisibleBase + 4096,
        protocol::kConstantBegin, simt::kSharedWindow, ~std::uint64_t{0} - 8, std::uint64_t{1} << 47u}) {
    EXPECT_EQ(memory.add_registered(address, 16), nullptr) << address;
  }
  EXPECT_EQ(memory.add_registered(kOwn, ~std::uint64_t{0}), nullptr);
  EXPECT_TRUE(memory.free(kOwn));
  EXPECT_EQ(memory.find_freed(kOwn), nullptr);  // it is the program's own memory still
}

}  // namespace
}  // namespace bankloom::program
