// What a program sends is not to be trusted: requests that are cut off, too long, in the wrong order, or full of
// numbers that make no sense.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "program_client.h"

namespace bankloom::program {
namespace {

using protocol::Kind;
using test::Client;

constexpr auto kLast = static_cast<std::uint32_t>(protocol::kLastKind);

/// Sizes of the structures that begin each kind's payload; those that more may follow are longer.
struct Form {
  Kind kind;
  std::size_t size;
  bool may_be_longer;
};
const std::vector<Form> kForms = {
    {Kind::hello, sizeof(protocol::Hello), false},        {Kind::function, sizeof(protocol::Function), true},
    {Kind::variable, sizeof(protocol::Variable), true},   {Kind::describe, sizeof(protocol::Describe), false},
    {Kind::set_limit, sizeof(protocol::SetLimit), false}, {Kind::occupancy, sizeof(protocol::OccupancyRequest), false},
    {Kind::launch, sizeof(protocol::Launch), true},       {Kind::allocate, sizeof(protocol::Allocate), false},
    {Kind::free, sizeof(protocol::Free), false},          {Kind::pin, sizeof(protocol::Pin), false},
    {Kind::unpin, sizeof(protocol::Pin), false},          {Kind::copy, sizeof(protocol::Copy), false},
    {Kind::fill, sizeof(protocol::Fill), false},          {Kind::symbol, sizeof(protocol::Symbol), false},
    {Kind::pointer, sizeof(protocol::Pointer), false},    {Kind::host_access, sizeof(protocol::HostAccess), false},
    {Kind::goodbye, sizeof(protocol::Goodbye), false},
};

TEST(Protocol, KindsThatThereAreNot) {
  Client client;
  for (const std::uint32_t kind : {0u, kLast + 1, 1000u, 0xffffffffu}) {
    EXPECT_FALSE(client.ask_bytes(static_cast<Kind>(kind), {})) << kind;
    EXPECT_FALSE(client.ask_bytes(static_cast<Kind>(kind), std::vector<std::byte>(64))) << kind;
  }
}

TEST(Protocol, SizesThatDoNotFit) {
  for (const Form& form : kForms) {
    const bool greets = form.kind == Kind::hello;
    for (std::size_t size = 0; size <= form.size + 8; ++size) {
      if (size == form.size || (size > form.size && form.may_be_longer)) continue;
      Client client({}, !greets);
      EXPECT_FALSE(client.ask_bytes(form.kind, std::vector<std::byte>(size)))
          << static_cast<int>(form.kind) << " with " << size;
    }
  }
}

TEST(Protocol, TheHeaderSaysHowMuchFollows) {
  Client client;
  protocol::RequestHeader header;
  header.kind = static_cast<std::uint32_t>(Kind::symbol);
  header.size = 9;
  EXPECT_FALSE(client.runner.answer(header, std::vector<std::byte>(8)));
  header.size = 8;
  EXPECT_TRUE(client.runner.answer(header, std::vector<std::byte>(8)));
}

TEST(Protocol, HelloComesFirstAndOnce) {
  Client silent({}, false);
  EXPECT_FALSE(silent.ask(Kind::symbol, protocol::Symbol{1}));
  EXPECT_FALSE(silent.runner.take_result().called_runtime);
  Client client;
  EXPECT_FALSE(client.ask(Kind::hello, protocol::Hello()));
  EXPECT_TRUE(client.runner.take_result().called_runtime);
  Client newer({}, false);
  EXPECT_FALSE(newer.ask(Kind::hello, protocol::Hello{protocol::kVersion + 1, 0}));
}

TEST(Protocol, NamesThatAreNone) {
  Client client;
  EXPECT_FALSE(client.ask(Kind::function, protocol::Function{}, std::vector<std::byte>(1 << 20)));
  client.load(".version 8.0\n.target sm_90\n.address_size 64\n", {});
  for (const std::string name : {"", "\x1b[2J", "a b", "\xff", "k\n"}) {
    EXPECT_FALSE(client.ask(Kind::function, protocol::Function{}, test::bytes_of(name))) << name;
    EXPECT_FALSE(client.ask(Kind::variable, protocol::Variable{}, test::bytes_of(name))) << name;
  }
  EXPECT_TRUE(client.ask(Kind::function, protocol::Function{}, test::bytes_of("_Z1kILi3EEvPi$1.x")));
  // A call's name without an end, and one that is no name.
  protocol::RequestHeader header;
  header.kind = static_cast<std::uint32_t>(Kind::refused);
  std::fill(std::begin(header.call), std::end(header.call), 'x');
  EXPECT_TRUE(client.runner.answer(header, {}));
  header.call[0] = '\x1b';
  EXPECT_FALSE(client.runner.answer(header, {}));
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.refused.size(), 1u);
  EXPECT_EQ(run.refused[0].name, std::string(48, 'x'));
}

TEST(Protocol, DeviceCodeDoesNothingToATerminal) {
  Client client;
  client.load(".version 8.0\n.target sm_90\n.address_size 64\n.file 1 \"\x1b[2J\"\n.visible .entry k() { ret; }\n",
              {"k"});
  EXPECT_NE(client.launch(1000, 1, 1, {}).error, 0);
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.unusable.size(), 1u);
  EXPECT_EQ(run.unusable[0], "the program's PTX has control characters in it, which no compiler writes");
}

TEST(Protocol, GoodbyeIsSaidOnce) {
  Client client;
  EXPECT_TRUE(client.ask(Kind::goodbye, protocol::Goodbye()));
  EXPECT_FALSE(client.ask(Kind::goodbye, protocol::Goodbye()));
}

TEST(Protocol, AProgramThatOnlyRegisteredItsKernelsMadeNoCall) {
  Client client;
  client.load(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n", {"k"});
  EXPECT_TRUE(client.ask(Kind::goodbye, protocol::Goodbye{.called = 0}));
  EXPECT_FALSE(client.runner.take_result().called_runtime);
}

TEST(Protocol, WhatANoteMayCost) {
  Client client;
  protocol::RequestHeader header;
  header.kind = static_cast<std::uint32_t>(Kind::refused);
  for (int i = 0; i < 5000; ++i) {
    const std::string name = "call" + std::to_string(i);
    std::memset(header.call, 0, sizeof header.call);
    std::memcpy(header.call, name.data(), name.size());
    EXPECT_TRUE(client.runner.answer(header, {}));
    header.code = static_cast<std::uint64_t>(i);
    client.free(static_cast<std::uint64_t>(i + 1));
  }
  const ProgramRun run = client.runner.take_result();
  EXPECT_LE(run.refused.size(), 500u);
  EXPECT_EQ(run.refused[0].name, "call0");
  EXPECT_LE(run.reports.size(), 1000u);
}

TEST(Protocol, NumbersWithoutSense) {
  // Random payloads, half of their words addresses that there are and numbers at the ends of their ranges.
  ProgramOptions options;
  options.memory_bytes = 1 << 20;
  Client client(options);
  const std::uint64_t device = client.allocate(256), pinned = client.allocate(256, protocol::Memory::pinned);
  const std::vector<std::uint64_t> telling = {0,
                                              1,
                                              2,
                                              255,
                                              256,
                                              257,
                                              4096,
                                              device,
                                              device + 128,
                                              device + 256,
                                              pinned,
                                              pinned + 255,
                                              0x7fff'ffff,
                                              0x8000'0000,
                                              0xffff'ffff,
                                              0x1'0000'0000,
                                              0x7fff'ffff'ffff'ffff,
                                              0x8000'0000'0000'0000,
                                              0xffff'ffff'ffff'fff0,
                                              0xffff'ffff'ffff'ffff};
  std::mt19937_64 random(7);
  std::size_t answered = 0;
  for (int turn = 0; turn < 20'000; ++turn) {
    const Form& form = kForms[1 + random() % (kForms.size() - 1)];
    if (form.kind == Kind::goodbye) continue;
    std::vector<std::byte> payload(form.size);
    for (std::size_t at = 0; at + 8 <= payload.size(); at += 8) {
      const std::uint64_t value = random() % 8 != 0 ? telling[random() % telling.size()] : random();
      std::memcpy(payload.data() + at, &value, 8);
    }
    answered += client.ask_bytes(form.kind, payload) ? 1u : 0u;
  }
  EXPECT_GT(answered, 10'000u);
  EXPECT_LE(client.store.live(), 256u);  // of a page at least
}

}  // namespace
}  // namespace bankloom::program
