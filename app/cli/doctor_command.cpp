// bankloom doctor
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "cli/bug_report.h"
#include "cli/build_facts.h"
#include "cli/command.h"
#include "cli/cuda_fetch.h"
#include "cli/data_folder.h"
#include "cli/doctor.h"
#include "cli/gpu_command.h"
#include "cli/input.h"
#include "cli/kernel_run.h"
#include "cli/printed.h"
#include "cli/program_files.h"
#include "cli/recordings.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/plain_file.h"
#include "core/base/text_lines.h"
#include "core/measure/readings.h"
#include "core/simt/ops/lane_isa.h"
#include "core/wording/text.h"
#include "program/isolation.h"
#include "program/tool.h"
#include "program/toolchain.h"

namespace bankloom::cli {
namespace {

using nlohmann::ordered_json;

std::string processor_name() {
  for (const std::string& line : split_lines(read_file("/proc/cpuinfo").value_or(""))) {
    const std::size_t colon = line.find(':');
    if (line.starts_with("model name") && colon != std::string::npos && colon + 2 <= line.size()) {
      return line.substr(colon + 2);
    }
  }
  return "a processor of unknown name";
}

Finding processor() {
  std::vector<std::string> isas;
  for (const auto& isa : simt::available_lane_isas()) isas.emplace_back(isa.name);
  return {"processor", true,
          message("{}, {}; the emulator runs on {} (available: {})", processor_name(),
                  plural(std::max(1u, std::thread::hardware_concurrency()), "# core|# cores"),
                  translated(simt::lane_isa().title), join(isas, list_sign())),
          ""};
}

Finding compiler(Compiler& compiler) {
  const auto architectures = compiler.architectures();
  if (!architectures) {
    return {"compiler", false, architectures.error().message,
            "`bankloom doctor --fetch` downloads NVRTC, or install the CUDA Toolkit 11.8 or later; PTX files need no "
            "compiler."};
  }
  if (architectures->size() < 2) return {"compiler", true, compiler.describe(), ""};
  return {"compiler", true,
          message("{}, compiles for {} to {}", compiler.describe(), architectures->front(), architectures->back()), ""};
}

/// Whether a text with the toolkit's headers compiles, found out by trying.
Finding cuda_headers(Compiler& compiler) {
  CompileRequest request;
  request.name = "headers.cu";
  request.text = "#include <cuda_fp16.h>\nextern \"C\" __global__ void k(__half* x) { *x = __float2half(1.0f); }\n";
  const auto architectures = compiler.architectures();
  if (architectures && !architectures->empty()) request.architecture = architectures->back();
  const auto compiled = compiler.compile(request);
  if (compiled && (*compiled)->ok) return {"CUDA headers", true, "cuda_fp16.h and similar headers can be included", ""};
  return {"CUDA headers", false, "a kernel that includes cuda_fp16.h does not compile",
          "`bankloom doctor --fetch` downloads them with NVRTC, or install the CUDA Toolkit; the lessons' kernels need "
          "none."};
}

Finding gpu_driver(bool is_elsewhere) {
  if (is_elsewhere) {
    return {"GPU driver", true,
            message("not checked on this machine: --gpu uses a GPU elsewhere, which is listed with its driver"), ""};
  }
  if (const auto other = environment("BANKLOOM_LIBCUDA"); !other.empty()) {
    return {"GPU driver", true, message("{}, which BANKLOOM_LIBCUDA names", other), ""};
  }
  std::error_code error;
  const bool device = std::filesystem::exists("/dev/nvidiactl", error);
  void* library = ::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library != nullptr) ::dlclose(library);
  if (device && library != nullptr) return {"GPU driver", true, "NVIDIA's driver is loaded", ""};
  return {"GPU driver", false,
          library == nullptr ? "there is no libcuda.so.1" : "libcuda.so.1 is there, but no device /dev/nvidiactl",
          "Install NVIDIA's driver where there is an NVIDIA GPU; without one, times come from recordings."};
}

/// The GPUs, the source of their durations, and whether their counters can be read.
std::vector<Finding> gpu(Device* device) {
  constexpr const char* kWithout =
      "Times, counters and outputs of a GPU come from recordings; everything else works "
      "without a GPU.";
  auto devices = device == nullptr ? Result<std::vector<DeviceInfo>>(fail("this build cannot measure on a GPU"))
                                   : device->devices();
  if (devices && devices->empty()) devices = fail("there is no GPU on this machine");
  if (!devices) {
    return {{"GPU", false, devices.error().message, kWithout},
            {"CUPTI", false, "not checked, because there is no GPU to measure", kWithout},
            {"performance counters", false, "not checked, because there is no GPU to measure", kWithout}};
  }
  std::vector<std::string> names, without_cupti, without_counters;
  for (const auto& info : *devices) {
    const std::string place = info.where.empty() ? "" : " (" + info.where + ")";
    const std::string title = fmt::format("{} {}{}", info.index, info.name, place);
    names.push_back(message("{}: compute capability {}.{}, {} multiprocessors, driver {}", title, info.compute_major,
                            info.compute_minor, info.multiprocessors, info.driver));
    if (!info.has_cupti) without_cupti.push_back(title);
    if (const std::string why = counters_problem(*device, info); !why.empty()) {
      without_counters.push_back(fmt::format("{}: {}", title, why));
    }
  }
  return {{"GPU", true, join(names, "; "), ""},
          without_cupti.empty()
              ? Finding{"CUPTI", true, "durations come from CUPTI's activity records", ""}
              : Finding{"CUPTI", false,
                        message("not for {}; durations come from CUDA events", join(without_cupti, list_sign())),
                        "Install the CUDA Toolkit's CUPTI for durations that exclude the cost of a launch."},
          without_counters.empty()
              ? Finding{"performance counters", true, "can be read; they are shown beside the modelled numbers", ""}
              : Finding{"performance counters", false, join(without_counters, "; "),
                        "An administrator can allow them; times and outputs are measured without them."}};
}

/// All recordings, and each file that cannot be read.
std::vector<Finding> recordings(const Context& context) {
  const auto all = recordings_of(context, "");
  if (!all) return {{"recordings", false, all.error().message, "Fix or remove the file."}};
  std::vector<std::string> names;
  for (const auto& recording : all->list) names.push_back(recording.name + ": " + recording.gpu.source());
  std::vector<Finding> findings{
      names.empty() ? Finding{"recordings", false, "there is none",
                              "On a machine with a GPU, `bankloom measure --all --record FILE` makes one."}
                    : Finding{"recordings", true, join(names, "; "), ""}};
  for (const Error& problem : all->problems) {
    findings.push_back({"a recording", false, problem.message, "Fix or remove it; the others are used without it."});
  }
  return findings;
}

Finding kernels(const Context& context) {
  const auto catalog = load_catalog_of(context);
  if (!catalog)
    return {"kernels", false, catalog.error().message, "Set BANKLOOM_DATA to the folder that has kernels/."};
  const auto folder = find_data_folder(context.executable);
  return {"kernels", true,
          message("{} in {} in {}", plural(catalog->kernels.size(), "# kernel|# kernels"),
                  plural(catalog->lessons.size(), "# lesson|# lessons"), (*folder / "kernels").string()),
          ""};
}

Finding machines(const Context& context) {
  const auto machines = load_machines_of(context);
  if (!machines) {
    return {"machines", false, machines.error().message, "Set BANKLOOM_DATA to the folder that has assets/machines/."};
  }
  std::vector<std::string> names;
  for (const auto& machine : *machines) names.push_back(machine.name);
  return {"machines", true, join(names, list_sign()), ""};
}

/// How a learner's program would be isolated.
Finding isolation() {
  constexpr const char* kRemedy =
      "Install bubblewrap, or allow user namespaces; without them, programs run only if `bankloom run --unconfined` "
      "or the window's question allows it, with your rights.";
  const auto granted = program::granted_isolation();
  switch (granted.isolation) {
    case program::Isolation::namespaces:
      return {"program isolation", true, "programs run in namespaces of their own", ""};
    case program::Isolation::bubblewrap:
      return {"program isolation", true, "programs run in namespaces made by bubblewrap", ""};
    case program::Isolation::limits:
      break;
  }
  return {"program isolation", false, message("nothing isolates programs ({})", granted.refused), kRemedy};
}

Finding nvcc() {
  const auto toolchain = program::find_toolchain();
  if (toolchain) {
    return {"nvcc", true, message("release {} at {}", toolchain->version, toolchain->nvcc.string()), ""};
  }
  return {"nvcc", false, toolchain.error().message, "The lessons and single kernels need no nvcc; whole programs do."};
}

Finding host_compiler() {
  const auto host = program::find_on_path("g++");
  if (host.empty()) {
    return {"host compiler", false, "there is no g++ on PATH, which nvcc compiles the host code with",
            "Install the package g++."};
  }
  const auto asked = program::run_tool({{host.string(), "--version"}, {}, {}, std::chrono::milliseconds(20'000)});
  const auto lines = asked ? split_lines(asked->output) : std::vector<std::string>();
  return {"host compiler", true, lines.empty() ? host.string() : lines.front(), ""};
}

Finding runtime(const Context& context) {
  const auto folder = find_runtime_folder(context.executable);
  if (folder) return {"CUDA runtime", true, message("bankloom's own, in {}", folder->string()), ""};
  return {"CUDA runtime", false, folder.error().message, "Build all of bankloom."};
}

}  // namespace

// In the namespace of Finding, so that printed() finds them.
std::string to_text(const std::vector<Finding>& findings, const report::TextStyle& style) {
  std::string text;
  for (const auto& finding : findings) {
    const auto emphasis = finding.found ? report::Emphasis::good : report::Emphasis::bad;
    text += report::emphasize(style, emphasis, translated(finding.found ? "found  " : "missing"));
    text += "  " + report::emphasize(style, report::Emphasis::heading, translated(finding.name)) + '\n';
    text += report::wrap(style, finding.detail, 9);
    text += report::wrap(style, finding.remedy, 9);
  }
  return text;
}

ordered_json to_json(const std::vector<Finding>& findings) {
  ordered_json list = ordered_json::array();
  for (const auto& finding : findings) {
    ordered_json entry = ordered_json::object();
    entry["name"] = finding.name;
    entry["found"] = finding.found;
    entry["detail"] = finding.detail;
    if (!finding.remedy.empty()) entry["remedy"] = finding.remedy;
    list.push_back(std::move(entry));
  }
  ordered_json object = ordered_json::object();
  object["version"] = kVersion;
  object["findings"] = std::move(list);
  return object;
}

std::vector<Finding> all_findings(const Context& context, bool has_gpu_elsewhere) {
  std::vector<Finding> findings;
  const auto add = [&](std::vector<Finding> more) { std::ranges::move(more, std::back_inserter(findings)); };
  add({processor(), compiler(context.compiler), cuda_headers(context.compiler), gpu_driver(has_gpu_elsewhere)});
  add(gpu(context.device));
  add(screen_findings());
  add({kernels(context), machines(context), nvcc(), host_compiler(), runtime(context), isolation()});
  add(recordings(context));
  return findings;
}

namespace {

struct DoctorOptions {
  std::string format = "text", gpu;
  std::optional<std::string> fetch, report;  ///< what to fetch, and the report's file; empty: the usual ones
  bool agrees = false, removes = false;
};

/// What the download is, before anybody agrees to it.
void tell_plan(const FetchPlan& plan) {
  std::vector<std::string> names;
  names.reserve(plan.packages.size());
  for (const auto& package : plan.packages) names.push_back(package.name + ' ' + package.version);
  const std::string from = plan.mirror.empty() ? "PyPI (https://pypi.org)" : plan.mirror;
  fmt::print(
      stderr, "{}\n{}\n{}\n",
      message("{} will be downloaded from {} into {}: {}", plan.size, from, plan.folder.string(),
              join(names, list_sign())),
      message("They are NVIDIA's, under the licence of the CUDA Toolkit: {}", "https://docs.nvidia.com/cuda/eula"),
      message("`bankloom doctor --fetch {} --remove` removes them again.", plan.what));
}

Result<Outcome> fetch_or_remove(const DoctorOptions& options) {
  TRY(const auto plan, fetch_plan(options.fetch->empty() ? "nvrtc" : *options.fetch));
  if (options.removes) {
    TRY(const bool was_there, remove_fetched(plan));
    return Outcome{was_there ? message("{} was removed\n", plan.folder.string())
                             : message("there is no {}, so there is nothing to remove\n", plan.folder.string()),
                   {}};
  }
  if (is_fetched(plan)) {
    return Outcome{message("{} is there already; `bankloom doctor --fetch {} --remove` removes it\n",
                           plan.folder.string(), plan.what),
                   {}};
  }
  tell_plan(plan);
  if (!options.agrees) {
    if (::isatty(STDIN_FILENO) == 0) {
      return fail("nothing was downloaded: there is no terminal here to ask you; add --yes to agree");
    }
    fmt::print(stderr, "{} ", message("Download? [y/N]"));
    std::string answer;
    std::getline(std::cin, answer);
    if (answer != "y" && answer != "yes") {
      return Outcome{{}, message("nothing was downloaded"), kWrongResult};
    }
  }
  TRY(fetch(plan));
  return Outcome{message("{} is complete; bankloom finds it there\n", plan.folder.string()), {}};
}

Result<Outcome> examine(const DoctorOptions& options, const Context& context) {
  if (options.fetch && options.report) return fail("give --fetch or --report, not both");
  if (options.report && !options.gpu.empty()) return fail("--report is about this machine; leave --gpu out");
  if (!options.fetch && (options.agrees || options.removes)) return fail("--yes and --remove go with --fetch");
  TRY(const auto format, parse_format(options.format, {Format::text, Format::json}));
  if (options.fetch) return fetch_or_remove(options);
  const GpuCommand gpu_command(context, options.gpu);
  TRY(gpu_command.used());
  if (!options.report) return Outcome{printed(all_findings(context, !options.gpu.empty()), format, context.style), {}};
  const std::string report = bug_report(context);
  if (options.report->empty()) return Outcome{report, {}};
  TRY(check_no_link(*options.report));
  TRY(write_file(*options.report, report));
  return Outcome{*options.report + "\n", {}};
}

}  // namespace

Action declare_doctor(CLI::App& app, const Context& context) {
  auto options = std::make_shared<DoctorOptions>();
  add_format(app, options->format, "text or json");
  add_gpu(app, options->gpu);
  app.add_option("--fetch", options->fetch,
                 "Download NVIDIA's compiler into your own folder: nvrtc (for kernels), or nvcc (for whole programs)")
      ->expected(0, 1)
      ->default_str("")
      ->type_name("[nvrtc|nvcc]");
  app.add_flag("--yes", options->agrees, "With --fetch: agree to the download and to NVIDIA's licence");
  app.add_flag("--remove", options->removes, "With --fetch: remove what was downloaded");
  app.add_option("--report", options->report,
                 "Write what a bug report needs, without your names and paths, to standard output or a file")
      ->expected(0, 1)
      ->default_str("")
      ->type_name("[FILE]");
  return [options, context] { return examine(*options, context); };
}

}  // namespace bankloom::cli
