#include "core/program/program_runner.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/machine/occupancy.h"
#include "core/simt/memory_port.h"

namespace bankloom::program {
namespace {

using protocol::Kind;

/// Shared memory of a block for a kernel that was not allowed more (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability").
constexpr std::uint64_t kSharedWithoutWish = 48 * 1024;
constexpr std::size_t kMostReports = 1000;
constexpr std::size_t kMostRefused = 500;
constexpr std::size_t kMostNameBytes = 64 * 1024;

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Whether PTX may name something so (PTX ISA, "Identifiers"). Names are shown to people: nothing else gets there.
bool is_identifier(std::span<const std::byte> bytes) {
  return !bytes.empty() && std::ranges::all_of(bytes, [](std::byte byte) {
    const auto c = std::to_integer<unsigned char>(byte);
    return std::isalnum(c) != 0 || c == '_' || c == '$' || c == '%' || c == '.';
  });
}

/// Major and minor number of "cc9.0"; 9 and 0 of a machine that is no device's.
std::pair<int, int> compute_capability(const std::string& name) {
  int major = 0, minor = 0;
  std::size_t at = name.starts_with("cc") ? 2 : name.size();
  for (; at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])) != 0; ++at) {
    major = 10 * major + (name[at] - '0');
  }
  if (at < name.size() && name[at] == '.') ++at;
  for (; at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])) != 0; ++at) {
    minor = 10 * minor + (name[at] - '0');
  }
  return major == 0 ? std::pair(9, 0) : std::pair(major, minor);
}

}  // namespace

std::string call_of(const protocol::RequestHeader& header) {
  std::string call(header.call, std::find(header.call, std::end(header.call), '\0'));
  // It is a name of the runtime's; what else a program sends is not shown to anybody.
  const bool is_name = std::ranges::all_of(call, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return is_name ? call : std::string();
}

ProgramRunner::ProgramRunner(MachineModel machine, const ProgramOptions& options, MemoryStore& store,
                             Zstandard zstandard)
    : machine_(std::move(machine)),
      options_(options),
      memory_(store, options.memory_bytes),
      modules_(memory_, std::move(zstandard)),
      capture_(options.capture) {
  machine_.facts.clear();
}

std::optional<ProgramRunner::Answer> ProgramRunner::answer(const Header& header, Payload payload) {
  if (header.kind == 0 || header.kind > static_cast<std::uint32_t>(protocol::kLastKind)) return std::nullopt;
  const auto kind = static_cast<Kind>(header.kind);
  if (header.size != payload.size() || header.size > protocol::kMostBytes) return std::nullopt;
  if ((kind == Kind::hello) == said_hello_) return std::nullopt;
  Reply reply = reply_to(header, payload);
  if (reply.is_broken) return std::nullopt;
  Answer answer;
  if (is_note(kind)) return answer;
  const protocol::ReplyHeader reply_header{header.kind, static_cast<std::uint32_t>(reply.bytes.size()), reply.error, 0};
  answer.bytes.resize(sizeof reply_header);
  std::memcpy(answer.bytes.data(), &reply_header, sizeof reply_header);
  answer.bytes.insert(answer.bytes.end(), reply.bytes.begin(), reply.bytes.end());
  answer.with_memory = kind == Kind::hello;
  return answer;
}

ProgramRunner::Reply ProgramRunner::reply_to(const Header& header, Payload payload) {
  switch (static_cast<Kind>(header.kind)) {
    case Kind::hello:
      return with(payload, &ProgramRunner::hello);
    case Kind::module:
      return module(payload);
    case Kind::function:
      return function(payload);
    case Kind::variable:
      return variable(payload);
    case Kind::describe:
      return with(payload, &ProgramRunner::describe);
    case Kind::set_limit:
      return with(payload, &ProgramRunner::set_limit);
    case Kind::occupancy:
      return with(payload, &ProgramRunner::occupancy_of);
    case Kind::launch:
      return launch(header, payload);
    case Kind::allocate:
      return with(payload, &ProgramRunner::allocate);
    case Kind::free:
      return with(payload, &ProgramRunner::free, header);
    case Kind::pin:
      return with(payload, &ProgramRunner::pin);
    case Kind::unpin:
      return with(payload, &ProgramRunner::unpin);
    case Kind::copy:
      return with(payload, &ProgramRunner::copy, header);
    case Kind::fill:
      return with(payload, &ProgramRunner::fill, header);
    case Kind::symbol:
      return with(payload, &ProgramRunner::symbol);
    case Kind::pointer:
      return with(payload, &ProgramRunner::pointer);
    case Kind::memory_info:
      return Reply::of(protocol::MemoryInfoReply{memory_.most_bytes() - memory_.used_bytes(), memory_.most_bytes()});
    case Kind::refused:
      return payload.empty() ? refused(call_of(header)) : Reply{.is_broken = true};
    case Kind::host_access:
      return with(payload, &ProgramRunner::host_access);
    case Kind::goodbye:
      return with(payload, &ProgramRunner::goodbye);
  }
  return {.is_broken = true};
}

ProgramRunner::Reply ProgramRunner::hello(const protocol::Hello& request) {
  if (request.version != protocol::kVersion) return {.is_broken = true};
  said_hello_ = run_.called_runtime = true;
  protocol::DeviceFacts facts;
  const std::string name = fmt::format("bankloom emulator ({})", machine_.title);
  std::copy_n(name.begin(), std::min(name.size(), sizeof facts.name - 1), facts.name);
  facts.memory_bytes = memory_.most_bytes();
  facts.shared_per_block = std::min(kSharedWithoutWish, machine_.shared_bytes_per_block);
  facts.shared_per_block_optin = machine_.shared_bytes_per_block;
  facts.shared_per_multiprocessor = machine_.shared_bytes_per_sm;
  facts.shared_reserved_per_block = machine_.shared_reserved_per_block;
  std::tie(facts.major, facts.minor) = compute_capability(machine_.name);
  facts.threads_per_block = static_cast<std::int32_t>(machine_.threads_per_block);
  facts.threads_per_multiprocessor = static_cast<std::int32_t>(machine_.threads_per_sm);
  facts.blocks_per_multiprocessor = static_cast<std::int32_t>(machine_.blocks_per_sm);
  facts.multiprocessors = static_cast<std::int32_t>(machine_.multiprocessors);
  return Reply::of(facts);
}

ProgramRunner::Reply ProgramRunner::module(Payload payload) {
  const std::optional<std::uint32_t> added = modules_.add(payload);
  if (!added) return {.error = kMemoryAllocation};
  return Reply::of(protocol::ModuleReply{*added, 0});
}

ProgramRunner::Reply ProgramRunner::function(Payload payload) {
  const auto request = take_request<protocol::Function>(payload);
  if (!request || payload.size() > kMostNameBytes || !is_identifier(payload)) return {.is_broken = true};
  return {.error = modules_.add_function(request->host, {request->module, request->last_module}, text_of(payload))
                       ? kSuccess
                       : kInvalidValue};
}

ProgramRunner::Reply ProgramRunner::variable(Payload payload) {
  const auto request = take_request<protocol::Variable>(payload);
  if (!request || payload.size() > kMostNameBytes || !is_identifier(payload)) return {.is_broken = true};
  if (!modules_.add_variable(request->host, {request->module, request->last_module}, text_of(payload)))
    return {.error = kInvalidValue};
  Reply reply;
  protocol::VariableReply place;
  if (request->is_managed != 0) {
    const Allocation* const memory = modules_.find_variable(request->host);
    if (memory == nullptr) return {.error = kInvalidSymbol};
    place = {memory->address, pages_of(memory->address, memory->bytes).bytes};
  }
  reply.add(place);
  return reply;
}

std::uint64_t ProgramRunner::default_dynamic_shared(const ProgramFunction& function) const {
  const std::uint64_t fixed = function.program == nullptr ? 0 : simt::static_shared_bytes(*function.program);
  return kSharedWithoutWish - std::min(kSharedWithoutWish, fixed);
}

ProgramRunner::Reply ProgramRunner::describe(const protocol::Describe& request) {
  ProgramFunction* const function = modules_.find_function(request.host);
  if (function == nullptr) return {.error = kInvalidDeviceFunction};
  if (const CudaError error = modules_.prepare(*function); error != kSuccess) return {.error = error};
  const ptx::Module& module = simt::module_of(*function->program);
  const ptx::Function* const entry = &simt::entry_of(*function->program);
  protocol::FunctionFacts facts;
  facts.static_shared = simt::static_shared_bytes(*function->program);
  for (const ptx::Variable& local : entry->locals) {
    if (local.space == Space::local) facts.local_bytes += local.size;
  }
  for (const ptx::Variable& constant : module.variables) {
    if (constant.space == Space::constant) facts.constant_bytes += constant.size;
  }
  facts.threads_per_block =
      static_cast<std::int32_t>(entry->max_threads != 0 ? entry->max_threads : machine_.threads_per_block);
  facts.ptx_version = static_cast<std::int32_t>(module.version_major * 10 + module.version_minor);
  facts.dynamic_shared = static_cast<std::int32_t>(function->limit_is_set ? function->most_dynamic_shared
                                                                          : default_dynamic_shared(*function));
  facts.parameters = static_cast<std::uint32_t>(entry->params.size());
  if (!entry->params.empty()) {
    facts.parameter_bytes = static_cast<std::uint32_t>(entry->params.back().offset + entry->params.back().size);
  }
  Reply reply;
  reply.add(facts);
  for (const ptx::Parameter& parameter : entry->params) {
    reply.add(protocol::ParameterPlace{static_cast<std::uint32_t>(parameter.offset),
                                       static_cast<std::uint32_t>(parameter.size)});
  }
  return reply;
}

ProgramRunner::Reply ProgramRunner::set_limit(const protocol::SetLimit& request) {
  ProgramFunction* const function = modules_.find_function(request.host);
  if (function == nullptr) return {.error = kInvalidDeviceFunction};
  if (const CudaError error = modules_.prepare(*function); error != kSuccess) return {.error = error};
  const std::uint64_t fixed = simt::static_shared_bytes(*function->program);
  if (request.dynamic_shared < 0 || fixed > machine_.shared_bytes_per_block ||
      static_cast<std::uint64_t>(request.dynamic_shared) > machine_.shared_bytes_per_block - fixed) {
    return {.error = kInvalidValue};
  }
  function->most_dynamic_shared = static_cast<std::uint64_t>(request.dynamic_shared);
  function->limit_is_set = true;
  return {};
}

ProgramRunner::Reply ProgramRunner::occupancy_of(const protocol::OccupancyRequest& request) {
  ProgramFunction* const function = modules_.find_function(request.host);
  if (function == nullptr) return {.error = kInvalidDeviceFunction};
  if (const CudaError error = modules_.prepare(*function); error != kSuccess) return {.error = error};
  if (request.threads <= 0) return {.error = kInvalidValue};
  const Dim3 block{static_cast<std::uint32_t>(request.threads), 1, 1};
  const std::uint64_t dynamic = std::min(request.dynamic_shared, machine_.shared_bytes_per_sm);
  const Occupancy fits = occupancy(machine_, block, simt::static_shared_bytes(*function->program) + dynamic);
  const bool is_too_large =
      block.x > machine_.threads_per_block || request.dynamic_shared >= machine_.shared_bytes_per_sm;
  return Reply::of(protocol::OccupancyReply{is_too_large ? 0 : static_cast<std::int32_t>(fits.blocks), 0});
}

ProgramRunner::Reply ProgramRunner::allocate(const protocol::Allocate& request) {
  if (request.memory > static_cast<std::uint32_t>(protocol::Memory::pinned)) return {.is_broken = true};
  constexpr MemoryType kTypes[] = {MemoryType::device, MemoryType::managed, MemoryType::pinned};
  const Allocation* const added = memory_.allocate(kTypes[request.memory], request.bytes);
  if (added == nullptr) return {.error = kMemoryAllocation};
  return Reply::of(protocol::AllocateReply{added->address, pages_of(added->address, added->bytes).bytes});
}

ProgramRunner::Reply ProgramRunner::free(const protocol::Free& request, const Header& header) {
  const Allocation* const allocation = memory_.find(request.address);
  const bool is_pinned = request.is_pinned != 0;
  if (allocation == nullptr || allocation->address != request.address || allocation->is_variable() ||
      allocation->type == MemoryType::registered || !allocation->name.empty() ||
      is_pinned != (allocation->type == MemoryType::pinned)) {
    const bool again = memory_.find_freed(request.address) != nullptr;
    report_call(header,
                {.kind = again ? ReportKind::use_after_free : ReportKind::invalid_free, .address = request.address});
    return {.error = kInvalidValue};
  }
  Reply reply;
  reply.add(
      protocol::FreeReply{allocation->is_host_visible() ? pages_of(allocation->address, allocation->bytes).bytes : 0});
  memory_.free(request.address);
  return reply;
}

ProgramRunner::Reply ProgramRunner::pin(const protocol::Pin& request) {
  if (memory_.add_registered(request.address, request.bytes) != nullptr) return {};
  const bool is_known = memory_.find(request.address) != nullptr;
  return {.error = is_known ? kHostMemoryAlreadyRegistered : kInvalidValue};
}

ProgramRunner::Reply ProgramRunner::unpin(const protocol::Pin& request) {
  const Allocation* const allocation = memory_.find(request.address);
  if (allocation == nullptr || allocation->address != request.address || allocation->type != MemoryType::registered) {
    return {.error = kHostMemoryNotRegistered};
  }
  memory_.free(request.address);
  return {};
}

ProgramRunner::Reply ProgramRunner::symbol(const protocol::Symbol& request) {
  const Allocation* const memory = modules_.find_variable(request.host);
  if (memory == nullptr) return {.error = kInvalidSymbol};
  return Reply::of(protocol::SymbolReply{memory->address, memory->bytes});
}

ProgramRunner::Reply ProgramRunner::pointer(const protocol::Pointer& request) {
  protocol::PointerReply found;
  if (const Allocation* const memory = memory_.find(request.address)) {
    found.type = memory->is_host() ? 1 : memory->type == MemoryType::managed ? 3 : 2;
    found.base = memory->address;
    found.bytes = memory->bytes;
  }
  return Reply::of(found);
}

ProgramRunner::Reply ProgramRunner::refused(const std::string& name) {
  if (name.empty()) return {.is_broken = true};
  const auto known = std::ranges::find(run_.refused, name, &RefusedCall::name);
  if (known != run_.refused.end()) {
    ++known->count;
  } else if (run_.refused.size() < kMostRefused) {
    run_.refused.push_back({name, 1});
  }
  return {};
}

ProgramRunner::Reply ProgramRunner::host_access(const protocol::HostAccess& access) {
  report({.kind = ReportKind::host_access, .address = access.address, .code = access.code});
  return {};
}

ProgramRunner::Reply ProgramRunner::goodbye(const protocol::Goodbye& request) {
  if (std::exchange(said_goodbye_, true)) return {.is_broken = true};
  // A program that launched a kernel has called the runtime, whatever a hostile one says of itself.
  if (run_.all_launches == 0) run_.called_runtime = request.called != 0;
  if (request.unread_error != 0) {
    report({.kind = ReportKind::unread_error, .launch = request.unread_launch, .error = request.unread_error});
  }
  if (request.lost_output != 0) report({.kind = ReportKind::lost_output, .bytes = request.lost_output});
  ProgramReport leak{.kind = ReportKind::leaked, .count = 0};
  for (const auto& [address, allocation] : memory_.live()) {
    const bool is_programs = allocation.type == MemoryType::device || allocation.type == MemoryType::pinned ||
                             (allocation.type == MemoryType::managed && allocation.name.empty());
    if (!is_programs) continue;
    ++leak.count;
    leak.bytes += allocation.bytes;
  }
  if (leak.count != 0) report(leak);
  return {};
}

void ProgramRunner::report_call(const Header& header, ProgramReport report) {
  report.call = call_of(header);
  report.code = header.code;
  this->report(std::move(report));
}

void ProgramRunner::report(ProgramReport report) {
  for (ProgramReport& earlier : run_.reports) {
    if (earlier.kind != report.kind || earlier.call != report.call || earlier.launch != report.launch ||
        earlier.code != report.code || earlier.error != report.error) {
      continue;
    }
    earlier.count += report.count;
    return;
  }
  if (run_.reports.size() < kMostReports) run_.reports.push_back(std::move(report));
}

void ProgramRunner::cancel() {
  const std::scoped_lock lock(mutex_);
  cancelled_ = true;
  if (running_ != nullptr) running_->cancel();
}

ProgramRunner::Progress ProgramRunner::progress() const {
  const std::scoped_lock lock(mutex_);
  Progress progress{launches_, kernel_, 0, 0};
  if (running_ != nullptr) {
    progress.blocks_done = running_->blocks_done();
    progress.blocks = running_->blocks();
  }
  return progress;
}

ProgramRun ProgramRunner::take_result() {
  run_.unusable = modules_.problems();
  capture_.give(run_);
  return std::exchange(run_, ProgramRun());
}

}  // namespace bankloom::program
