#include "program/program_compiler.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

#include "core/base/files.h"
#include "core/base/plain_file.h"
#include "core/base/text_lines.h"
#include "core/own/cpp_lexer.h"
#include "program/compiler_message.h"
#include "program/confined_tool.h"
#include "program/header_search.h"
#include "program/isolation.h"
#include "program/nvcc_steps.h"
#include "program/old_names.h"
#include "program/posix_handle.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// The largest text that is read, of a user's or of a step's.
constexpr std::size_t kMostStepText = std::size_t{256} << 20U;

std::string content_of(const fs::path& file) { return read_plain_file(file, kMostStepText).value_or(""); }

void write(const fs::path& file, std::string_view text) { std::ofstream(file, std::ios::binary) << text; }

/// A line marker for the preprocessor: the next line is line `line` of the file.
std::string line_mark(std::size_t line, const std::string& name) {
  std::string quoted;
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return fmt::format("# {} \"{}\"\n", line, quoted);
}

/// The times of last change of the files in a preprocessed text.
std::map<std::string, fs::file_time_type> written_times(const std::string& preprocessed) {
  std::map<std::string, fs::file_time_type> times;
  std::istringstream lines(preprocessed);
  for (std::string line; std::getline(lines, line);) {
    // # 12 "/home/ada/common.h" 1 3
    if (!line.starts_with("# ")) continue;
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (open == std::string::npos || close == open) continue;
    std::string file = line.substr(open + 1, close - open - 1);
    if (times.contains(file)) continue;
    std::error_code code;
    const auto time = fs::last_write_time(file, code);
    if (!code) times.emplace(std::move(file), time);
  }
  return times;
}

bool are_unchanged(const std::map<std::string, fs::file_time_type>& times) {
  return std::ranges::all_of(times, [](const auto& entry) {
    std::error_code code;
    return fs::last_write_time(entry.first, code) == entry.second && !code;
  });
}

/// A folder to compile one program in, for one architecture and set of definitions.
class Workshop {
 public:
  static Result<std::unique_ptr<Workshop>> open(const Toolchain& toolchain, const CompileRequest& request) {
    TRY(auto folder, TemporaryFolder::make());
    auto made = std::unique_ptr<Workshop>(new Workshop(std::move(folder), request));
    TRY(make_writable_folder(made->folder_.path() / "out"));
    made->place_.show_compilers(toolchain);
    made->show_folders_of(request);
    std::vector<std::string> options;
    for (const auto& option : request.program->options) {
      // A changed header in the copied folders is found first.
      if (!made->is_main() && option.starts_with("-I"))
        options.push_back("-I" + made->mirrored(option.substr(2)).string());
      options.push_back(option);
    }
    for (const auto& [name, value] : request.definitions) options.push_back(fmt::format("-D{}={}", name, value));
    TRY(made->steps_,
        NvccSteps::ask(toolchain, options, request.architecture, made->folder_.path() / "out", made->place_));
    made->compiler_ = "nvcc " + toolchain.version;
    write(made->folder_.path() / "old_names.h", kOldNames);
    return made;
  }

  [[nodiscard]] bool fits(const CompileRequest& request) const {
    return request.name == name_ && request.program == program_ && request.architecture == architecture_ &&
           request.definitions == definitions_;
  }

  Result<std::shared_ptr<const CompileResult>> compile(const std::string& text, int interrupt) {
    interrupt_ = interrupt;
    printed_.clear();
    TRY(const auto preprocessed, is_main() ? preprocess_main(text) : preprocess_header(text));
    auto result = std::make_shared<CompileResult>();
    result->compiler = compiler_;
    if (preprocessed) {
      TRY(const auto compiled, step(steps_->compile(preprocessed_, out("program.ptx"))));
      result->ok = compiled;
      if (result->ok) result->ptx = made("program.ptx");
    }
    result->log = printed_;
    result->diagnostics = parse_messages(printed_);
    return result;
  }

  /// Preprocesses the beginning of a text for compile().
  Result<bool> prepare(const std::string& text, int interrupt) {
    interrupt_ = interrupt;
    printed_.clear();
    const std::size_t included = is_main() ? included_part(text) : 0;
    if (included == 0) return true;
    return prepare_headers(text.substr(0, included));
  }

 private:
  Workshop(TemporaryFolder folder, const CompileRequest& request)
      : folder_(std::move(folder)),
        name_(request.name),
        program_(*request.program),
        architecture_(request.architecture),
        definitions_(request.definitions) {
    place_.folder = folder_.path();
  }

  /// The user's folders that the text may include from, each with its repository: "../common/check.h".
  void show_folders_of(const CompileRequest& request) {
    std::vector<fs::path> folders{fs::path(program_.file).parent_path(), fs::path(name_).parent_path()};
    const auto& options = request.program->options;
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (options[i].starts_with("-I")) folders.emplace_back(options[i].substr(2));
      const bool is_folder = options[i] == "-isystem", is_file = options[i] == "-include";
      if ((is_folder || is_file) && i + 1 < options.size()) {
        folders.push_back(is_folder ? fs::path(options[i + 1]) : fs::path(options[i + 1]).parent_path());
      }
    }
    for (const fs::path& folder : folders) {
      if (folder.empty()) continue;
      if (const fs::path root = shown_root(folder); !root.empty()) {
        place_.show(root);
      } else {
        place_.show_files_of(folder);
      }
      place_.show(folder);
    }
  }

  /// A file that we write, and one that a step writes.
  [[nodiscard]] fs::path path(const char* name) const { return folder_.path() / name; }
  [[nodiscard]] fs::path out(const char* name) const { return folder_.path() / "out" / name; }
  [[nodiscard]] std::string made(const char* name) const {
    return read_plain_file(out(name), kMostStepText, false).value_or("");
  }
  [[nodiscard]] bool is_main() const {
    std::error_code code;
    return fs::weakly_canonical(name_, code) == fs::weakly_canonical(program_.file, code);
  }
  /// The copy, in this folder, of a file or folder of the learner's.
  [[nodiscard]] fs::path mirrored(const std::string& place) const {
    std::error_code code;
    return folder_.path() / "mirror" / fs::absolute(place, code).lexically_normal().relative_path();
  }

  /// Runs a step; false if the text does not compile. Errors: the step was ended.
  Result<bool> step(ToolCall call) {
    call.interrupt = interrupt_;
    TRY(const auto run, run_confined(call, place_));
    if (run.excess == ProgramEnd::Kind::memory) return fail("compiling {} took more memory than allowed", name_);
    if (run.interrupted) return fail("compiling {} was interrupted", name_);
    if (run.timed_out) return fail("compiling {} took more than {} s", name_, call.time_limit.count() / 1000);
    printed_ += run.output;
    return run.status == 0;
  }

  [[nodiscard]] std::vector<std::string> more_options() const {
    return program_.has_old_names ? std::vector<std::string>{"-include", path("old_names.h").string()}
                                  : std::vector<std::string>();
  }

  Result<bool> preprocess_main(const std::string& text) {
    const std::size_t included = included_part(text);
    if (included == 0) {
      write(path("program.cu"), line_mark(1, name_) + text);
      preprocessed_ = out("program.ii");
      return step(steps_->preprocess(path("program.cu"), preprocessed_, more_options()));
    }
    auto headers = prepare_headers(text.substr(0, included));
    if (!headers || !*headers) return headers;
    const auto line =
        static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(included), '\n'));
    write(path("rest.cu"), line_mark(line + 1, name_) + text.substr(included));
    auto rest = step(steps_->preprocess_with(path("macros.h"), path("rest.cu"), out("rest.ii")));
    if (!rest || !*rest) return rest;
    preprocessed_ = path("program.ii");
    write(preprocessed_, headers_ + "\n" + made("rest.ii"));
    return true;
  }

  /// Preprocesses the beginning of a text, and keeps the macros that it defines.
  Result<bool> prepare_headers(const std::string& part) {
    if (part == part_ && are_unchanged(times_)) return true;
    part_.clear();
    write(path("headers.cu"), line_mark(1, name_) + part);
    auto text = step(steps_->preprocess(path("headers.cu"), out("headers.ii"), more_options()));
    if (!text || !*text) return text;
    auto with_macros = more_options();
    with_macros.emplace_back("-dM");
    auto macros = step(steps_->preprocess(path("headers.cu"), out("all_macros.h"), with_macros));
    if (!macros || !*macros) return macros;
    std::string kept;
    for (const std::string& line : split_lines(made("all_macros.h"))) {
      // The preprocessor predefines these.
      if (!line.starts_with("#define __STDC") && !line.starts_with("#define __cplusplus ")) kept += line + '\n';
    }
    write(path("macros.h"), kept);
    headers_ = made("headers.ii");
    times_ = written_times(headers_);
    part_ = part;
    return true;
  }

  Result<bool> preprocess_header(const std::string& text) {
    const fs::path header = mirrored(name_), main = mirrored(program_.file);
    std::error_code code;
    fs::create_directories(header.parent_path(), code);
    fs::create_directories(main.parent_path(), code);
    write(header, line_mark(1, name_) + text);
    write(main, line_mark(1, program_.file) + content_of(program_.file));
    preprocessed_ = out("program.ii");
    auto done = step(steps_->preprocess(main, preprocessed_, more_options()));
    if (!done || !*done) return done;
    const std::string mark = line_mark(1, name_);
    if (made("program.ii").find(mark.substr(0, mark.size() - 1)) == std::string::npos) {
      return fail(
          "{} is included in a way that does not let changed code take its place; save it and run the program again",
          name_);
    }
    return true;
  }

  TemporaryFolder folder_;
  Workplace place_;
  const std::string name_;
  const ProgramBuild program_;
  const std::string architecture_;
  const std::vector<std::pair<std::string, std::string>> definitions_;
  std::optional<NvccSteps> steps_;
  std::string compiler_;
  fs::path preprocessed_;       ///< the text for cicc
  std::string part_, headers_;  ///< the last beginning, and what the preprocessor made of it
  std::map<std::string, fs::file_time_type> times_;
  std::string printed_;
  int interrupt_ = -1;
};

class ProgramCompiler final : public Compiler {
 public:
  ProgramCompiler(std::unique_ptr<Compiler> inner, std::function<Result<Toolchain>()> find)
      : inner_(std::move(inner)), find_(std::move(find)) {}
  ~ProgramCompiler() override { end_preparation(); }
  ProgramCompiler& operator=(ProgramCompiler&&) = delete;

  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    if (!request.program) return inner_->compile(request);
    TRY(const auto call, new_call());
    const std::scoped_lock lock(work_);
    TRY(find_tools());
    return compile_with_headers(request, call->heard.get());
  }

  void prepare(const CompileRequest& request) override {
    if (!request.program) return;
    auto call = new_call();
    if (!call) return;
    const std::scoped_lock lock(preparing_);
    // The later of two programs is the one that matters.
    end_preparation();
    preparation_call_ = std::move(*call);
    preparation_ = std::thread([this, request, call = preparation_call_] {
      const std::scoped_lock lock_work(work_);
      // compile() will report what fails here.
      [[maybe_unused]] const auto prepared = [&]() -> Result<bool> {
        TRY(find_tools());
        TRY(const auto shop, shop_for(request));
        return shop->prepare(request.text, call->heard.get());
      }();
    });
  }

  Result<std::vector<std::byte>> binary(const CompileRequest& request) override {
    return request.program ? Compiler::binary(request) : inner_->binary(request);
  }
  void interrupt() override {
    {
      const std::scoped_lock lock(mutex_);
      for (const std::weak_ptr<Call>& one : calls_) {
        if (const auto call = one.lock()) end(*call);
      }
    }
    inner_->interrupt();
  }
  Result<std::vector<std::string>> architectures() override { return inner_->architectures(); }
  std::string describe() override { return inner_->describe(); }

 private:
  Result<std::shared_ptr<const CompileResult>> compile_with_headers(CompileRequest request, int interrupt) {
    // The compiler reports one missing header at a time.
    constexpr std::size_t kMostHeaders = 24;
    std::vector<FoundHeader> found;
    while (true) {
      TRY(const auto shop, shop_for(request));
      TRY(const auto result, shop->compile(request.text, interrupt));
      const std::string header = result->ok ? "" : missing_header(parse_messages(result->log));
      const fs::path folder = header.empty() || found.size() == kMostHeaders
                                  ? fs::path()
                                  : folder_for_header(fs::path(request.program->file).parent_path(), header);
      std::string option = "-I" + folder.string();
      std::vector<std::string>& options = request.program->options;
      if (folder.empty() || std::ranges::find(options, option) != options.end()) {
        auto complete = std::make_shared<CompileResult>(*result);
        complete->found_headers = std::move(found);
        return complete;
      }
      options.push_back(std::move(option));
      found.push_back({header, folder.string()});
    }
  }

  Result<Workshop*> shop_for(const CompileRequest& request) {
    auto shop = std::ranges::find_if(shops_, [&](const auto& one) { return one->fits(request); });
    if (shop == shops_.end()) {
      TRY(auto opened, Workshop::open(*toolchain_, request));
      constexpr std::size_t kKept = 4;
      if (shops_.size() == kKept) shops_.pop_back();
      shop = shops_.insert(shops_.begin(), std::move(opened));
    }
    shops_.splice(shops_.begin(), shops_, shop);
    return shops_.front().get();
  }

  /// A call's pipe: its tools end when `heard` becomes readable, by a write to `told`.
  struct Call {
    FileHandle heard, told;
  };
  /// interrupt() ends a call even while it waits for another.
  Result<std::shared_ptr<Call>> new_call() {
    TRY(auto pipe, make_pipe_pair());
    auto call = std::make_shared<Call>(Call{std::move(pipe.first), std::move(pipe.second)});
    const std::scoped_lock lock(mutex_);
    std::erase_if(calls_, [](const std::weak_ptr<Call>& one) { return one.expired(); });
    calls_.push_back(call);
    return call;
  }
  static void end(const Call& call) { [[maybe_unused]] const auto written = ::write(call.told.get(), "!", 1); }

  void end_preparation() {
    if (!preparation_.joinable()) return;
    end(*preparation_call_);
    preparation_.join();
  }

  Result<void> find_tools() {
    if (!toolchain_) {
      TRY(toolchain_, find_());
    }
    return {};
  }

  std::unique_ptr<Compiler> inner_;
  std::function<Result<Toolchain>()> find_;
  std::mutex work_;  ///< guards the next two: one text is compiled at a time
  std::optional<Toolchain> toolchain_;
  std::list<std::unique_ptr<Workshop>> shops_;  ///< most recently used first
  std::mutex mutex_;
  std::vector<std::weak_ptr<Call>> calls_;  ///< may include some that have ended
  std::mutex preparing_;                    ///< guards the next two
  std::shared_ptr<Call> preparation_call_;
  std::thread preparation_;
};

}  // namespace

std::size_t included_part(const std::string& text) {
  using Kind = own::TextToken::Kind;
  std::size_t end = 0;
  int depth = 0;
  bool is_beginning = true, is_open = false;
  for (const own::TextToken& token : own::cut(text)) {
    if (token.kind == Kind::comment) continue;
    if (token.kind != Kind::directive) {
      is_beginning = false;
      continue;
    }
    const std::string_view word = own::directive_word(token.text);
    if (word.starts_with("if")) ++depth;
    if (word == "endif") --depth;
    if (word == "include" || word == "import") {
      if (!is_beginning) return 0;
      is_open = true;
    }
    // An #include in an #if belongs to the beginning only together with its #endif.
    if (!is_open || depth != 0 || !is_beginning) continue;
    const std::size_t newline = text.find('\n', token.begin + token.text.size());
    if (newline == std::string::npos) return 0;
    end = newline + 1;
    is_open = false;
  }
  return is_open ? 0 : end;
}

std::unique_ptr<Compiler> make_program_compiler(std::unique_ptr<Compiler> inner,
                                                std::function<Result<Toolchain>()> find) {
  return std::make_unique<ProgramCompiler>(std::move(inner), std::move(find));
}

}  // namespace bankloom::program
