#include "ui/programs/program_sources.h"

#include <algorithm>
#include <optional>
#include <set>
#include <system_error>

#include "core/base/plain_file.h"
#include "core/base/text_lines.h"
#include "core/measure/digest.h"
#include "program/elf_file.h"
#include "program/header_search.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

std::optional<FileStamp> stamp_of(const fs::path& file) {
  std::error_code code;
  FileStamp stamp{file, fs::last_write_time(file, code), 0};
  if (code) return std::nullopt;
  stamp.bytes = fs::file_size(file, code);
  return code ? std::nullopt : std::optional(stamp);
}

/// The name in `#include "name"` or `#include <name>`; empty for other lines.
std::string_view included_name(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('#')) return {};
  line = trim(line.substr(1));
  constexpr std::string_view kWord = "include";
  if (!line.starts_with(kWord)) return {};
  line = trim(line.substr(kWord.size()));
  if (line.empty() || (line.front() != '"' && line.front() != '<')) return {};
  const char end = line.front() == '"' ? '"' : '>';
  return line.substr(1, line.find(end, 1) - 1);
}

/// Collects files with their contents.
class Collector {
 public:
  void add(const fs::path& file) {
    std::error_code code;
    const fs::path whole = fs::weakly_canonical(file, code);
    const auto has = [&](const FileStamp& one) { return one.file == whole; };
    if (code || std::ranges::any_of(found_.files, has)) return;
    const auto stamp = stamp_of(whole);
    if (!stamp) return;
    bytes_ += stamp->bytes;
    found_.files.push_back(*stamp);
    if (bytes_ > kMostSourceBytes) return;
    const std::string text = read_plain_file(whole, kMostSourceBytes).value_or("");
    all_ += sha256(whole.string()) + sha256(text);
    texts_.push_back(text);
  }
  [[nodiscard]] const FileStamp& file(std::size_t index) const { return found_.files[index]; }
  [[nodiscard]] std::size_t size() const { return found_.files.size(); }
  [[nodiscard]] bool is_full() const { return bytes_ > kMostSourceBytes; }
  /// By value, because add() moves the texts.
  [[nodiscard]] std::string text(std::size_t index) const { return texts_[index]; }

  ProgramSources finish(const std::string& build) {
    if (!is_full() && !found_.files.empty()) found_.digest = sha256(sha256(build) + all_);
    return std::move(found_);
  }

 private:
  ProgramSources found_;
  std::vector<std::string> texts_;
  std::string all_;
  std::uintmax_t bytes_ = 0;
};

/// The names of a repository's files, so that it is searched only for headers that it may have.
std::set<std::string> names_in(const fs::path& repository) {
  constexpr std::size_t kMostNames = 50'000;
  std::set<std::string> names;
  std::error_code code;
  for (fs::recursive_directory_iterator entry(repository, fs::directory_options::skip_permission_denied, code), end;
       !code && entry != end && names.size() < kMostNames; entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with('.') && entry->is_directory(code)) entry.disable_recursion_pending();
    names.insert(name);
  }
  return names;
}

void add_headers(Collector& sources, const fs::path& program) {
  const fs::path own = program.parent_path();
  const std::set<std::string> names = names_in(program::repository_of(own));
  for (std::size_t index = 0; index < sources.size() && !sources.is_full(); ++index) {
    const fs::path folder = sources.file(index).file.parent_path();
    for (const std::string& line : split_lines(sources.text(index))) {
      const std::string name(included_name(line));
      if (name.empty()) continue;
      std::error_code code;
      if (fs::is_regular_file(folder / name, code)) {
        sources.add(folder / name);
      } else if (names.contains(fs::path(name).filename().string())) {
        if (const fs::path found = program::folder_for_header(own, name); !found.empty()) sources.add(found / name);
      }
    }
  }
}

void add_folder(Collector& sources, const fs::path& folder) {
  std::error_code code;
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, code), end;
       !code && entry != end; entry.increment(code)) {
    if (entry->path().filename() == ".git") entry.disable_recursion_pending();
    if (entry->is_regular_file(code) && !program::is_compiled_file(entry->path())) files.push_back(entry->path());
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    if (sources.is_full()) return;
    sources.add(file);
  }
}

}  // namespace

ProgramSources read_sources(const ProgramPlan& plan) {
  Collector sources;
  sources.add(plan.file);
  if (plan.build.empty()) {
    add_headers(sources, plan.file);
  } else {
    add_folder(sources, plan.file.parent_path());
  }
  return sources.finish(plan.build);
}

bool are_as_read(const ProgramSources& sources) {
  return std::ranges::all_of(sources.files,
                             [](const FileStamp& one) { return stamp_of(one.file) == std::optional(one); });
}

}  // namespace bankloom::ui
