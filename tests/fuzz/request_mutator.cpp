// How inputs of the fuzzers requests and channel are changed: as requests, most of them such as the runtime makes, with
// the numbers that tell (addresses that there are, ends of ranges), small kernels, and names that are in them.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/program/protocol.h"
#include "mutator.h"
#include "program_input.h"

namespace bankloom::fuzz {
namespace {

using program::protocol::Kind;
namespace protocol = program::protocol;
using Random = std::minstd_rand;

std::uint64_t below(Random& random, std::uint64_t count) { return random() % count; }
template <class List>
auto one_of(Random& random, const List& list) {
  return list[below(random, std::size(list))];
}

constexpr std::string_view kHead = ".version 8.0\n.target sm_90\n.address_size 64\n";
/// Kernels without jumps. `k` has 20 bytes of parameters, the others 8.
constexpr std::array<std::string_view, 4> kTexts = {
    R"(.visible .entry k(.param .u64 o,.param .u64 i,.param .u32 n){
.reg .b32 %r<4>;.reg .b64 %d<4>;.reg .pred %p;
ld.param.u64 %d0,[o];ld.param.u64 %d1,[i];ld.param.u32 %r0,[n];
mov.u32 %r1,%tid.x;setp.lt.u32 %p,%r1,%r0;mul.wide.u32 %d2,%r1,4;
add.s64 %d0,%d0,%d2;add.s64 %d1,%d1,%d2;
@%p ld.global.u32 %r2,[%d1];@%p st.global.u32 [%d0],%r2;
ret;})",
    R"(.global .align 4 .u32 v=7;.const .align 4 .b32 c[4]={1,2,3,4};.global .align 8 .u64 p=generic(v);
.extern .shared .align 8 .b8 s[];
.visible .entry a(.param .u64 o){
.reg .b32 %r<4>;.reg .b64 %d<4>;
ld.param.u64 %d0,[o];ld.const.u32 %r0,[c+4];st.shared.u32 [s],%r0;bar.sync 0;
ld.shared.u32 %r1,[s];atom.global.add.u32 %r2,[v],%r1;ld.global.u64 %d1,[p];st.u32 [%d1],%r2;
red.global.add.u32 [%d0],%r1;
ret;})",
    R"(.extern .func (.param .b32 x) vprintf(.param .b64 f,.param .b64 l);
.global .align 1 .b8 t[4]={37,120,10,0};
.visible .entry b(.param .u64 o){
.local .align 8 .b8 l[8];.reg .b32 %r<4>;.reg .b64 %d<4>;
ld.param.u64 %d0,[o];st.local.u64 [l],%d0;mov.u64 %d1,t;cvta.global.u64 %d1,%d1;mov.u64 %d2,l;cvta.local.u64 %d2,%d2;
{.param .b64 q;.param .b64 w;.param .b32 x;st.param.b64 [q],%d1;st.param.b64 [w],%d2;
call.uni (x),vprintf,(q,w);}
ret;})",
    R"(.global .attribute(.managed) .align 4 .u32 m=5;.visible .entry m(){
.reg .b32 %r<2>;ld.global.u32 %r0,[m];add.u32 %r0,%r0,1;st.global.u32 [m],%r0;
ret;})"};
constexpr std::array<std::string_view, 10> kNames = {"k", "a", "b", "m",       "v",
                                                     "c", "p", "t", "\x1b[2J", "_Z1kILi3EEvPi"};

/// Where memory is that was allocated a page at a time, and what lies at the ends of ranges.
std::uint64_t telling(Random& random) {
  constexpr std::uint64_t kStep = (std::uint64_t{1} << 30) + protocol::kPageBytes;
  constexpr std::array<std::uint64_t, 3> kBases = {protocol::kDeviceBase, protocol::kHostVisibleBase,
                                                   protocol::kConstantBegin};
  constexpr std::array<std::uint64_t, 9> kInside = {0, 0, 0, 1, 4, 128, 4095, 4096, 1 << 20};
  constexpr std::array<std::uint64_t, 22> kNumbers = {0,
                                                      1,
                                                      2,
                                                      3,
                                                      4,
                                                      16,
                                                      32,
                                                      255,
                                                      256,
                                                      1000,
                                                      4096,
                                                      4097,
                                                      65'536,
                                                      1 << 20,
                                                      0x7fff'ffff,
                                                      0xffff'ffff,
                                                      0x1'0000'0000,
                                                      0x7f00'0000'1000,
                                                      0x7fff'ffff'f000,
                                                      0x7fff'ffff'ffff'ffff,
                                                      0x8000'0000'0000'0000,
                                                      0xffff'ffff'ffff'ffff};
  if (below(random, 2) == 0) return one_of(random, kBases) + kStep * below(random, 4) + one_of(random, kInside);
  return one_of(random, kNumbers);
}

struct Message {
  protocol::RequestHeader header;
  std::vector<std::byte> payload;
};
using Messages = std::vector<Message>;

void put_bytes(std::vector<std::byte>& to, std::string_view bytes) {
  const auto all = std::as_bytes(std::span(bytes));
  to.insert(to.end(), all.begin(), all.end());
}
template <class Value>
void put(std::vector<std::byte>& to, const Value& value) {
  put_bytes(to, {reinterpret_cast<const char*>(&value), sizeof value});
}

/// Compressed data of one sequence, which has all of the text.
std::string as_lz4(std::string_view text) {
  std::string packed(1, '\xf0');
  std::size_t left = text.size() - 15;
  for (; left >= 255; left -= 255) packed += '\xff';
  packed += static_cast<char>(left);
  return packed + std::string(text);
}

/// An entry of a fat binary as nvcc 13 writes it.
void put_entry(Random& random, std::vector<std::byte>& to) {
  const std::string text = std::string(kHead) + std::string(one_of(random, kTexts));
  const bool packs = below(random, 3) == 0;
  std::string stored = packs ? as_lz4(text) : text;
  const std::size_t bytes = stored.size();
  stored.resize((bytes + 7) / 8 * 8);
  put(to, std::uint16_t(below(random, 10) == 0 ? 2 : 1));
  put(to, std::uint16_t{0x101});
  put(to, std::uint32_t{64});
  put(to, std::uint64_t{stored.size()});
  put(to, std::uint32_t(packs ? bytes : 0));
  put(to, std::uint64_t{0});
  put(to, std::uint32_t(80 + 10 * below(random, 3)));
  put(to, std::uint64_t{0});
  put(to, std::uint64_t(packs ? 0x2000 : 0));
  put(to, std::uint64_t{0});
  put(to, std::uint64_t(packs ? text.size() : 0));
  put_bytes(to, stored);
}

void put_fat_binary(Random& random, std::vector<std::byte>& to) {
  std::vector<std::byte> entries;
  for (std::uint64_t count = 1 + below(random, 5) / 4; count > 0; --count) put_entry(random, entries);
  put(to, std::uint32_t{0xBA55ED50});
  put(to, std::uint16_t{1});
  put(to, std::uint16_t{16});
  put(to, std::uint64_t{entries.size()});
  to.insert(to.end(), entries.begin(), entries.end());
}

void put_launch(Random& random, std::vector<std::byte>& to) {
  constexpr std::array<std::uint32_t, 8> kSizes = {1, 1, 1, 2, 7, 32, 64, 1024};
  protocol::Launch launch;
  launch.host = below(random, 6);
  for (auto* const shape : {launch.grid, launch.block}) {
    for (int axis = 0; axis < 3; ++axis) {
      shape[axis] = axis == 0 ? one_of(random, kSizes) : 1;
      if (below(random, 20) == 0) shape[axis] = static_cast<std::uint32_t>(telling(random));
    }
  }
  launch.dynamic_shared = below(random, 4) == 0 ? telling(random) : below(random, 64);
  launch.is_cooperative = static_cast<std::uint32_t>(below(random, 8) == 0);
  put(to, launch);
  put(to, telling(random));
  if (below(random, 2) == 0) return;
  put(to, telling(random));
  put(to, static_cast<std::uint32_t>(telling(random)));
}

/// A structure of 8-byte words that tell; halves of some of them are small.
void put_words(Random& random, std::vector<std::byte>& to, std::size_t bytes) {
  for (; bytes >= 8; bytes -= 8) put(to, below(random, 3) == 0 ? below(random, 6) : telling(random));
}

void put_payload(Random& random, Kind kind, std::vector<std::byte>& to) {
  const auto module = static_cast<std::uint32_t>(below(random, 3));
  switch (kind) {
    case Kind::hello:
      put(to, protocol::Hello());
      break;
    case Kind::module:
      put_fat_binary(random, to);
      break;
    case Kind::function:
      put(to, protocol::Function{below(random, 6), module, module + static_cast<std::uint32_t>(below(random, 4) / 3)});
      put_bytes(to, one_of(random, kNames));
      break;
    case Kind::variable:
      put(to, protocol::Variable{10 + below(random, 4), 4, module, module, module % 2, 0});
      put_bytes(to, one_of(random, kNames));
      break;
    case Kind::launch:
      put_launch(random, to);
      break;
    case Kind::describe:
      put(to, protocol::Describe{below(random, 6)});
      break;
    case Kind::symbol:
      put(to, protocol::Symbol{10 + below(random, 4)});
      break;
    case Kind::allocate:
      put(to, protocol::Allocate{below(random, 3) == 0 ? telling(random) : 1 + below(random, 4096),
                                 static_cast<std::uint32_t>(below(random, 4)), 0});
      break;
    case Kind::free:
      put(to, protocol::Free{telling(random), static_cast<std::uint32_t>(below(random, 2)), 0});
      break;
    case Kind::copy: {
      protocol::Copy copy;
      std::vector<std::byte> words;
      put_words(random, words, sizeof copy);
      std::memcpy(&copy, words.data(), sizeof copy);
      copy.direction = static_cast<std::int32_t>(below(random, 6));
      if (below(random, 2) == 0) copy.height = copy.depth = 1;
      put(to, copy);
      break;
    }
    case Kind::fill:
      put_words(random, to, sizeof(protocol::Fill));
      break;
    case Kind::set_limit:
    case Kind::occupancy:
      put(to, below(random, 6));
      put_words(random, to,
                (kind == Kind::set_limit ? sizeof(protocol::SetLimit) : sizeof(protocol::OccupancyRequest)) - 8);
      break;
    case Kind::pin:
    case Kind::unpin:
    case Kind::host_access:
      put_words(random, to, 16);
      break;
    case Kind::pointer:
      put_words(random, to, 8);
      break;
    case Kind::goodbye:
      put_words(random, to, sizeof(protocol::Goodbye));
      break;
    case Kind::memory_info:
    case Kind::refused:
      break;
  }
}

Message make(Random& random, Kind kind) {
  constexpr std::array<std::string_view, 4> kCalls = {"cudaMemcpy", "cudaFree", "cudaMalloc", "cudaMemset2D"};
  Message message;
  put_payload(random, kind, message.payload);
  message.header.kind = static_cast<std::uint32_t>(kind);
  message.header.size = static_cast<std::uint32_t>(message.payload.size());
  message.header.code = below(random, 3);
  const std::string_view call = one_of(random, kCalls);
  std::copy(call.begin(), call.end(), message.header.call);
  return message;
}

Message make_any(Random& random) {
  constexpr std::array kOften = {Kind::module, Kind::function, Kind::function, Kind::launch,
                                 Kind::launch, Kind::allocate, Kind::copy,     Kind::variable};
  if (below(random, 2) == 0) return make(random, one_of(random, kOften));
  return make(random, static_cast<Kind>(1 + below(random, static_cast<std::uint64_t>(protocol::kLastKind))));
}

Messages read(const std::uint8_t* data, std::size_t size) {
  Messages messages;
  for (const SentRequest& sent : requests_of({reinterpret_cast<const char*>(data), size}, 256)) {
    messages.push_back({sent.header, {sent.payload.begin(), sent.payload.end()}});
  }
  return messages;
}

std::size_t write(const Messages& messages, std::uint8_t* to, std::size_t most) {
  std::vector<std::byte> all;
  for (const Message& message : messages) {
    if (all.size() + sizeof message.header + message.payload.size() > most) break;
    put(all, message.header);
    all.insert(all.end(), message.payload.begin(), message.payload.end());
  }
  std::copy(all.begin(), all.end(), reinterpret_cast<std::byte*>(to));
  return all.size();
}

void change_word(Random& random, std::vector<std::byte>& payload) {
  if (payload.size() < 8) return;
  const std::uint64_t value = telling(random);
  const std::size_t bytes = below(random, 2) == 0 ? 8 : 4;
  std::memcpy(payload.data() + below(random, payload.size() / 8) * 8, &value, bytes);
}

void change_bytes(Random& random, Message& message) {
  std::vector<std::byte>& payload = message.payload;
  const std::size_t before = payload.size();
  payload.resize(before + 16);
  payload.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(payload.data()), before, payload.size()));
  if (below(random, 8) != 0) message.header.size = static_cast<std::uint32_t>(payload.size());
}

void change(Random& random, Messages& messages) {
  const std::size_t at = below(random, messages.size());
  const auto place = messages.begin() + static_cast<std::ptrdiff_t>(at);
  switch (below(random, 8)) {
    case 0:
      messages.erase(place);
      break;
    case 1:
      messages.insert(place, Message(*place));
      break;
    case 2:
      std::swap(messages[at], messages[below(random, messages.size())]);
      break;
    case 3:
      change_word(random, place->payload);
      break;
    case 4:
      change_bytes(random, *place);
      break;
    case 5:
      LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(&place->header), sizeof place->header, sizeof place->header);
      break;
    default:
      *place = make(random, static_cast<Kind>(place->header.kind));
  }
}

}  // namespace
}  // namespace bankloom::fuzz

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  using namespace bankloom::fuzz;
  Random random(seed + 1);
  Messages messages = read(data, size);
  if (messages.empty() || messages[0].header.kind != static_cast<std::uint32_t>(Kind::hello)) {
    if (below(random, 50) != 0) messages.insert(messages.begin(), make(random, Kind::hello));
  }
  for (std::uint64_t changes = 1 + below(random, 4); changes > 0; --changes) {
    if (messages.empty() || below(random, 2) == 0) {
      const auto place = static_cast<std::ptrdiff_t>(below(random, messages.size() + 1));
      messages.insert(messages.begin() + place, make_any(random));
    } else {
      change(random, messages);
    }
  }
  return write(messages, data, most);
}

/// The requests of one input up to some place, then those of the other.
std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size, const std::uint8_t* b,
                                      std::size_t b_size, std::uint8_t* out, std::size_t most, unsigned seed) {
  using namespace bankloom::fuzz;
  Random random(seed + 1);
  Messages messages = read(a, a_size);
  const Messages others = read(b, b_size);
  messages.resize(below(random, messages.size() + 1));
  const auto from = static_cast<std::ptrdiff_t>(below(random, others.size() + 1));
  messages.insert(messages.end(), others.begin() + from, others.end());
  return write(messages, out, most);
}
