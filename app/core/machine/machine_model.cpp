#include "core/machine/machine_model.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/nearest_name.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

/// Names as people count: runs of digits are compared as numbers.
bool comes_before(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      std::uint64_t number_a = 0;
      std::uint64_t number_b = 0;
      const char* const end_a = std::from_chars(a.data(), a.data() + a.size(), number_a).ptr;
      const char* const end_b = std::from_chars(b.data(), b.data() + b.size(), number_b).ptr;
      if (number_a != number_b) return number_a < number_b;
      a.remove_prefix(static_cast<std::size_t>(end_a - a.data()));
      b.remove_prefix(static_cast<std::size_t>(end_b - b.data()));
      continue;
    }
    if (a.front() != b.front()) return a.front() < b.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() < b.size();
}

std::vector<std::string> names_of(const std::vector<MachineModel>& models) {
  std::vector<std::string> names;
  for (const MachineModel& model : models) {
    names.push_back(model.name);
    names.insert(names.end(), model.aliases.begin(), model.aliases.end());
  }
  return names;
}

const MachineModel* find_exact(const std::vector<MachineModel>& models, std::string_view name) {
  const auto found = std::ranges::find_if(models, [name](const MachineModel& model) {
    return model.name == name || std::ranges::find(model.aliases, name) != model.aliases.end();
  });
  return found == models.end() ? nullptr : &*found;
}

/// "NAME:N" where NAME lets its number of banks be chosen.
Result<MachineModel> with_chosen_banks(const MachineModel& base, const std::string& name, std::string_view number) {
  const BankChoice& choice = *base.bank_choice;
  const auto chosen = whole_number_of(number);
  if (!chosen || *chosen < choice.minimum || *chosen > choice.maximum) {
    return fail("machine '{}': the number of banks after the colon must be a whole number from {} to {}", name,
                choice.minimum, choice.maximum);
  }
  const auto banks = static_cast<unsigned>(*chosen);
  MachineModel model = base;
  model.name = name;
  model.aliases.clear();
  model.title = choice.title;
  constexpr std::string_view placeholder = "{banks}";
  if (const std::size_t at = model.title.find(placeholder); at != std::string::npos) {
    model.title.replace(at, placeholder.size(), std::to_string(banks));
  }
  model.banks = banks;
  if (choice.lanes_follow) model.lanes_per_request = std::min(banks, kWarpSize);
  std::ranges::find(model.facts, "banks of shared memory", &MachineFact::name)->value = std::to_string(banks);
  return model;
}

}  // namespace

Result<std::vector<MachineModel>> load_machines(const std::filesystem::path& folder) {
  TRY(const auto files, files_in(folder, ".json"));
  if (files.empty()) return fail("the folder of machines {} holds no .json file", folder.string());
  std::vector<MachineModel> models;
  for (const std::filesystem::path& file : files) {
    TRY(const auto text, read_file(file));
    TRY(auto model, parse_machine(text, file.string()));
    for (const std::string& name : names_of({model})) {
      if (const MachineModel* const other = find_exact(models, name)) {
        return fail("{}: name: the name '{}' belongs to machine {} already", file.string(), name, other->name);
      }
    }
    models.push_back(std::move(model));
  }
  std::ranges::sort(models, [](const MachineModel& a, const MachineModel& b) {
    if ((a.name == kDefaultMachine) != (b.name == kDefaultMachine)) return a.name == kDefaultMachine;
    return comes_before(a.name, b.name);
  });
  return models;
}

Result<MachineModel> find_machine(const std::vector<MachineModel>& models, const std::string& name) {
  if (const MachineModel* const model = find_exact(models, name)) return *model;
  const std::size_t colon = name.find(':');
  if (colon != std::string::npos) {
    if (const MachineModel* const base = find_exact(models, std::string_view(name).substr(0, colon))) {
      if (base->bank_choice) return with_chosen_banks(*base, name, std::string_view(name).substr(colon + 1));
      return fail("machine '{}' has {} banks; their number cannot be chosen", base->name, base->banks);
    }
  }
  const std::vector<std::string> names = names_of(models);
  if (const auto nearest = nearest_name(name, names)) {
    return fail("there is no machine '{}'; did you mean '{}'?", name, *nearest);
  }
  std::vector<std::string> known;
  known.reserve(models.size());
  for (const MachineModel& model : models) known.push_back(model.name);
  return fail("there is no machine '{}'; there are {}", name, join(known, list_sign()));
}

}  // namespace bankloom
