#include "ui/programs/program_memory.h"

#include <algorithm>
#include <functional>
#include <system_error>

#include "core/base/files.h"
#include "core/base/json.h"

namespace bankloom::ui {
namespace {

using Memory = nlohmann::ordered_json;
constexpr const char* kAllowed = "allowed";
constexpr const char* kPlans = "plans";
constexpr const char* kColumns = "columns";
/// Most entries of each kind; the latest are kept.
constexpr std::size_t kMostKept = 500;

std::filesystem::path file_in(const std::filesystem::path& state) { return state / "programs.json"; }

/// An object with a list and two objects, which replace broken ones.
Memory read_memory(const std::filesystem::path& state) {
  Memory memory;
  if (!state.empty()) memory = Memory::parse(read_file(file_in(state)).value_or(""), nullptr, false);
  if (!memory.is_object()) memory = Memory::object();
  if (!memory[kAllowed].is_array()) memory[kAllowed] = Memory::array();
  for (const char* part : {kPlans, kColumns}) {
    if (!memory[part].is_object()) memory[part] = Memory::object();
  }
  return memory;
}

void change_memory(const std::filesystem::path& state, const std::function<void(Memory&)>& change) {
  if (state.empty()) return;
  Memory memory = read_memory(state);
  change(memory);
  for (const char* part : {kAllowed, kPlans, kColumns}) {
    while (memory[part].size() > kMostKept) memory[part].erase(memory[part].begin());
  }
  std::error_code code;
  std::filesystem::create_directories(state, code);
  static_cast<void>(write_file(file_in(state), json_text(memory)));
}

std::string word_of(const Memory& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string key_of(const BufferName& buffer) {
  return buffer.file.string() + "\n" + buffer.kernel + "\n" + buffer.buffer;
}

}  // namespace

bool ProgramMemory::allows(const std::string& digest) const {
  if (digest.empty()) return false;
  const Memory memory = read_memory(state_);
  return std::find(memory[kAllowed].begin(), memory[kAllowed].end(), digest) != memory[kAllowed].end();
}

void ProgramMemory::allow(const std::string& digest) {
  if (digest.empty() || allows(digest)) return;
  change_memory(state_, [&](Memory& memory) { memory[kAllowed].push_back(digest); });
}

ProgramPlan ProgramMemory::plan_of(const std::filesystem::path& file) const {
  const Memory memory = read_memory(state_);
  const auto found = memory[kPlans].find(file.string());
  if (found == memory[kPlans].end() || !found->is_object()) return {file, "", ""};
  return {file, word_of(*found, "build"), word_of(*found, "arguments")};
}

void ProgramMemory::remember(const ProgramPlan& plan) {
  if (plan == plan_of(plan.file)) return;
  change_memory(state_, [&](Memory& memory) {
    // The latest is the last.
    memory[kPlans].erase(plan.file.string());
    memory[kPlans][plan.file.string()] = {{"build", plan.build}, {"arguments", plan.arguments}};
  });
}

std::map<std::string, std::uint64_t> ProgramMemory::columns_of_all(const std::filesystem::path& file,
                                                                   const std::string& kernel) const {
  const std::string begin = key_of({file, kernel, ""});
  std::map<std::string, std::uint64_t> all;
  const Memory memory = read_memory(state_);
  for (const auto& [key, columns] : memory[kColumns].items()) {
    if (key.starts_with(begin) && columns.is_number_unsigned()) all[key.substr(begin.size())] = columns;
  }
  return all;
}

void ProgramMemory::set_columns(const BufferName& buffer, std::uint64_t columns) {
  change_memory(state_, [&](Memory& memory) {
    memory[kColumns].erase(key_of(buffer));
    if (columns != 0) memory[kColumns][key_of(buffer)] = columns;
  });
}

}  // namespace bankloom::ui
