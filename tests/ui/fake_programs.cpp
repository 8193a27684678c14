#include "fake_programs.h"

#include <poll.h>

#include <chrono>
#include <cstring>
#include <numeric>
#include <thread>

#include "core/ptx/parser.h"

namespace bankloom::test {

program::ProgramLaunch sample_launch(std::uint64_t index, const std::string& kernel, std::uint64_t conflicts) {
  program::ProgramLaunch launch;
  launch.index = index;
  launch.kernel = kernel;
  launch.file = "square.cu";
  launch.line = 7;
  launch.written = conflicts == 7 ? "the same" : fmt::format("of {} conflicts", conflicts);
  launch.blocks = launch.blocks_executed = 1024;
  launch.figures.grid = {32, 32, 1};
  launch.figures.block = {32, 32, 1};
  auto& load = launch.figures.cost.shared_load;
  load.requests = 32;
  load.wavefronts = 32 + conflicts;
  load.bank_conflicts = conflicts;
  return launch;
}

program::ProgramOutcome sample_outcome(std::uint64_t conflicts) {
  program::ProgramOutcome outcome;
  outcome.program = "square.cu";
  outcome.machine = "cc9.0";
  outcome.standard_output = "Test passed\n";
  auto& run = outcome.run;
  for (std::uint64_t i = 0; i < 4; ++i) run.launches.push_back(sample_launch(i, "fill", 0));
  run.launches.push_back(sample_launch(4, "transpose<32>", conflicts));
  run.launches.back().blocks = 70'000;
  run.launches.push_back(sample_launch(5, "reduce", 7));
  run.all_launches = 6;
  run.called_runtime = true;
  program::ProgramReport report;
  report.kind = program::ReportKind::host_access;
  report.address = 0x7f0000000000;
  run.reports.push_back(report);
  outcome.report_places.push_back({"square.cu", 8});
  outcome.launch_places.resize(6, {"square.cu", 8});
  return outcome;
}

std::shared_ptr<const CapturedLaunch> captured_kernel(Compiler& compiler, const std::filesystem::path& file,
                                                      const std::string& text, std::uint64_t index,
                                                      std::uint32_t blocks) {
  CompileRequest request;
  request.name = file.string();
  // Without the host's code, which NVRTC does not take.
  request.text = text.substr(0, text.find("int main"));
  const auto compiled = compiler.compile(request);
  if (!compiled || !(*compiled)->ok) return nullptr;
  auto module = ptx::parse((*compiled)->ptx);
  if (!module) return nullptr;
  auto launch = std::make_shared<CapturedLaunch>();
  launch->program = launch->file = file.string();
  launch->source = text;
  launch->index = index;
  launch->entry = (*module)->functions.back().name;
  launch->kernel = "transpose";
  launch->line = 1;
  launch->launch_text = "transpose<<<grid, block>>>(d_out, d_in)";
  launch->ptx = std::make_shared<const std::string>((*compiled)->ptx);
  launch->module = *module;
  launch->grid = {blocks, 1, 1};
  launch->block = {32, 32, 1};
  const std::size_t elements = std::size_t{1024} * blocks;
  std::vector<float> numbers(elements);
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  std::vector<std::byte> contents(elements * sizeof(float));
  std::memcpy(contents.data(), numbers.data(), contents.size());
  const std::uint64_t out = 0x7f0000000000, in = 0x7f1000000000;
  launch->memory = {{"", out, false, false, std::make_shared<const std::vector<std::byte>>(contents.size())},
                    {"", in, false, false, std::make_shared<const std::vector<std::byte>>(contents)}};
  launch->parameters.resize(16);
  std::memcpy(launch->parameters.data(), &out, sizeof out);
  std::memcpy(launch->parameters.data() + sizeof out, &in, sizeof in);
  launch->build.file = file.string();
  launch->digest = digest_of(*launch);
  return launch;
}

void run_to_end(ui::Programs& programs, const std::filesystem::path& file) {
  const auto await = [&](ui::ProgramStage stage) {
    for (int turn = 0; turn < 2000 && programs.status()->stage != stage; ++turn) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  };
  programs.begin(file, {});
  await(ui::ProgramStage::asking);
  programs.answer(programs.status()->plan);
  await(ui::ProgramStage::idle);
}

ui::ProgramBackend FakePrograms::backend() {
  ui::ProgramBackend backend;
  backend.find_toolchain = [this]() -> Result<program::Toolchain> {
    if (!has_compiler) return fail("there is no nvcc on this machine");
    return program::Toolchain{"/usr/bin/nvcc", "13.0"};
  };
  backend.fetch_toolchain = [this](int) -> Result<void> {
    ++fetches;
    has_compiler = true;
    return {};
  };
  backend.isolation = [this] {
    return program::GrantedIsolation{is_kept_apart ? program::Isolation::namespaces : program::Isolation::limits, ""};
  };
  backend.run = [this](const auto& request, const auto&, const auto& callbacks) { return run(request, callbacks); };
  return backend;
}

void FakePrograms::set_outcome(program::ProgramOutcome outcome) {
  const std::lock_guard lock(mutex_);
  outcome_ = std::move(outcome);
}

std::vector<program::ProgramRequest> FakePrograms::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

Result<program::ProgramOutcome> FakePrograms::run(const program::ProgramRequest& request,
                                                  const program::ProgramCallbacks& callbacks) {
  ++runs;
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
  }
  if (fails) {
    return fail_with({"'square.cu' does not compile",
                      ErrorCode::does_not_compile,
                      {{Diagnostic::Severity::error, 3, 5, request.file, "identifier \"idy\" is undefined"},
                       {Diagnostic::Severity::error, 12, 0, "common.h", "expected a \";\""}}});
  }
  callbacks.on_messages({});
  callbacks.on_output("half of ");
  callbacks.on_progress({4, "transpose", 120, 512});
  const auto is_ended = [&] {
    pollfd waited{request.interrupt, POLLIN, 0};
    return ::poll(&waited, 1, 5) == 1;
  };
  bool ended = false;
  while (waits && !ended) ended = is_ended();
  const std::lock_guard lock(mutex_);
  program::ProgramOutcome outcome = outcome_;
  if (ended) outcome.end.kind = program::ProgramEnd::Kind::interrupted;
  return outcome;
}

}  // namespace bankloom::test
