// bankloom pack
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "cli/classroom.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/plain_file.h"
#include "core/base/text_lines.h"
#include "core/catalog/block_shapes.h"
#include "core/compile/pack.h"
#include "core/report/lesson_check.h"
#include "cuda/nvrtc_compiler.h"

namespace bankloom::cli {
namespace {

/// The paddings that are compiled at every shape, and how many values of an option at the first shape.
constexpr std::int64_t kMostPadding = 4, kFewValues = 64;

/// Compiles as a pack needs it, and remembers.
class PackRecorder final : public Compiler {
 public:
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    CompileRequest packed = packed_request(request);
    std::string key = pack_key(packed);
    {
      const std::scoped_lock lock(mutex_);
      if (const auto found = results_.find(key); found != results_.end()) return found->second.second;
    }
    TRY(auto made, nvrtc_->compile(packed));
    const std::scoped_lock lock(mutex_);
    results_.try_emplace(std::move(key), std::move(packed), made);
    return made;
  }
  Result<std::vector<std::string>> architectures() override { return nvrtc_->architectures(); }
  std::string describe() override { return nvrtc_->describe(); }

  /// When nothing compiles any more.
  [[nodiscard]] const PackedResults& results() const { return results_; }

 private:
  std::unique_ptr<Compiler> nvrtc_ = make_nvrtc_compiler();
  std::mutex mutex_;
  PackedResults results_;
};

/// Each of `all` with each of the values of an option.
std::vector<OptionValues> with_each(const std::vector<OptionValues>& all, const std::string& name,
                                    const std::vector<std::string>& values) {
  std::vector<OptionValues> more;
  for (const OptionValues& one : all) {
    for (const std::string& value : values) more.emplace_back(one).insert_or_assign(name, value);
  }
  return more;
}

std::vector<std::string> numbers(std::int64_t least, std::int64_t most) {
  std::vector<std::string> all;
  for (std::int64_t value = least; value <= most; ++value) all.push_back(std::to_string(value));
  return all;
}

/// What buttons, sliders of few values and recordings lead to, without what the kernel refuses.
std::set<OptionValues> packed_options(const Kernel& kernel) {
  std::vector<OptionValues> chosen{{}};
  for (const Option& option : kernel.options) {
    if (option.type == OptionType::choice) chosen = with_each(chosen, option.name, option.values);
  }
  const ShapeOptions shape = shape_options(kernel);
  for (std::size_t i = 0, count = chosen.size(); i < count; ++i) {
    const auto values = resolve_options(kernel, chosen[i]);
    if (!values) continue;
    for (const BlockShape& preset : shape_presets(kernel, *values, kShapeButtons)) {
      chosen.push_back(chosen[i]);
      chosen.back().insert_or_assign(shape.x->name, std::to_string(preset.x));
      chosen.back().insert_or_assign(shape.y->name, std::to_string(preset.y));
    }
  }
  if (const Option* const padding = kernel.padding()) {
    auto padded = with_each(chosen, padding->name, numbers(padding->minimum, std::min(padding->maximum, kMostPadding)));
    chosen.insert(chosen.end(), padded.begin(), padded.end());
  }
  for (const Option& option : kernel.options) {
    // Shapes have their buttons.
    if (option.type != OptionType::integer || &option == shape.x || &option == shape.y) continue;
    if (option.maximum - option.minimum > kFewValues) continue;
    const auto each = with_each({{}}, option.name, numbers(option.minimum, option.maximum));
    chosen.insert(chosen.end(), each.begin(), each.end());
  }
  chosen.push_back(kernel.gpu);
  for (const OptionValues& recorded : kernel.recorded) {
    chosen.push_back(recorded);
    chosen.push_back(kernel.gpu);
    for (const auto& [name, value] : recorded) chosen.back().insert_or_assign(name, value);
  }
  std::set<OptionValues> complete;
  for (const OptionValues& one : chosen) {
    const auto values = resolve_options(kernel, one);
    if (values && instantiate_shape(kernel, *values)) complete.insert(*values);
  }
  return complete;
}

/// Compiles on all cores. Errors: the first one.
Result<void> compile_all(const std::vector<CompileRequest>& requests, Compiler& compiler) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  Result<void> first;
  const auto work = [&] {
    for (std::size_t i = next++; i < requests.size(); i = next++) {
      const auto made = only_compiled(compiler.compile(requests[i]), requests[i].name);
      const std::scoped_lock lock(mutex);
      if (!made && first) first = fail_with(made.error());
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  }
  return first;
}

Result<Outcome> make_pack(const std::string& file, const std::string& lesson, const Context& context) {
  PackRecorder recorder;
  TRY(recorder.architectures());
  const Context recording{recorder, context.executable, context.style, nullptr, {}};
  TRY(const auto room, open_classroom(recording, ""));
  if (!lesson.empty()) {
    std::erase_if(room->lessons, [&](const learn::Lesson& one) { return one.name != lesson; });
    if (room->lessons.empty()) return fail("there is no lesson '{}'", lesson);
  }
  // Runs all that the lessons ask for.
  const auto check = report::check_lessons(room->lessons, room->catalog, room->sources);
  if (!check.problems.empty()) return fail("{}", check.problems.front());
  std::vector<CompileRequest> requests;
  PackFacts facts;
  facts.options = join(kNvrtcOptions, " ");
  for (const Kernel& kernel : room->catalog.kernels) {
    if (!lesson.empty() && kernel.lesson != lesson) continue;
    ++facts.kernels;
    for (const OptionValues& options : packed_options(kernel)) {
      requests.push_back(request_for(kernel, options, kDefaultArchitecture));
    }
  }
  TRY(compile_all(requests, recorder));
  const std::string pack = pack_of(recorder.results(), std::move(facts));
  TRY(check_no_link(file));
  TRY(write_file(file, pack));
  return Outcome{message("{}: {} bytes, {} texts as compiled by {}\n", file, pack.size(), recorder.results().size(),
                         recorder.describe()),
                 {}};
}

}  // namespace

Action declare_pack(CLI::App& app, const Context& context) {
  struct PackOptions {
    std::string file, lesson;
  };
  auto options = std::make_shared<PackOptions>();
  app.add_option("FILE", options->file, "The file to write")->required()->type_name("");
  app.add_option("LESSON", options->lesson, "Only this lesson")->type_name("");
  return [options, context] { return make_pack(options->file, options->lesson, context); };
}

}  // namespace bankloom::cli
