#include "cli/input.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <limits>
#include <system_error>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"

namespace bankloom::cli {
bool names_source_file(const std::string& word) {
  std::error_code error;
  return word.ends_with(".cu") || std::filesystem::is_regular_file(word, error);
}

Result<Format> parse_format(const std::string& text, const std::vector<Format>& allowed) {
  constexpr std::array<const char*, 3> kNames{"text", "json", "csv"};
  std::vector<std::string> names;
  for (const Format format : allowed) {
    names.emplace_back(kNames[static_cast<std::size_t>(format)]);
    if (names.back() == text) return format;
  }
  return fail("there is no format '{}' here; --format takes {}", text, join(names, list_sign()));
}

Result<std::string> read_text(const std::string& path) {
  // What is read takes many times as much memory.
  constexpr std::size_t kLargestText = std::size_t{64} << 20U;
  return path == "-" ? read_to_end(STDIN_FILENO, message("standard input"), kLargestText)
                     : read_file(path, kLargestText);
}

Result<std::uint64_t> parse_number(const std::string& option, const std::string& text, std::uint64_t minimum,
                                   std::uint64_t maximum) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || stop != end || error == std::errc::invalid_argument) {
    return fail("{} takes a whole number, and '{}' is not one", option, text);
  }
  if (error == std::errc::result_out_of_range || number < minimum || number > maximum) {
    return fail("{} takes a number from {} to {}, and {} is not", option, minimum, maximum, text);
  }
  return number;
}

Result<Dim3> parse_extent(const std::string& option, const std::string& text) {
  std::array<std::uint32_t, 3> extent{1, 1, 1};
  std::size_t begin = 0;
  for (std::size_t i = 0;; ++i) {
    if (i == extent.size()) return fail("{} takes X, X,Y or X,Y,Z, and '{}' has more numbers", option, text);
    const std::size_t comma = text.find(',', begin);
    TRY(const auto number,
        parse_number(option, text.substr(begin, comma - begin), 1, std::numeric_limits<std::uint32_t>::max()));
    extent[i] = static_cast<std::uint32_t>(number);
    if (comma == std::string::npos) return Dim3{extent[0], extent[1], extent[2]};
    begin = comma + 1;
  }
}

Result<std::pair<std::string, std::string>> parse_assignment(const std::string& option, const std::string& text,
                                                             bool value_optional) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || text.empty()) return fail("{} takes NAME=VALUE, and '{}' has no name", option, text);
  if (equals != std::string::npos) return std::pair{text.substr(0, equals), text.substr(equals + 1)};
  if (value_optional) return std::pair{text, std::string("1")};
  return fail("{} takes NAME=VALUE, and '{}' has no value", option, text);
}

Result<OptionValues> parse_settings(const std::vector<std::string>& settings) {
  OptionValues values;
  for (const auto& setting : settings) {
    TRY(auto assignment, parse_assignment("--set", setting));
    values.insert_or_assign(std::move(assignment.first), std::move(assignment.second));
  }
  return values;
}

CLI::Option* add_list(CLI::App& app, const char* name, std::vector<std::string>& values, const std::string& help,
                      const char* type) {
  return app.add_option(name, values, help)->allow_extra_args(false)->type_name(type);
}

void add_settings(CLI::App& app, std::vector<std::string>& settings) {
  add_list(app, "--set", settings, "Sets an option of the kernel; may be given several times", "NAME=VALUE");
}

void add_machine(CLI::App& app, std::string& machine) {
  add_value(app, "--machine", machine, "Machine whose rules the costs follow", "NAME")->capture_default_str();
}

void add_architecture(CLI::App& app, std::string& architecture) {
  add_value(app, "--arch", architecture, "Virtual architecture to compile for", "NAME")->capture_default_str();
}

void add_format(CLI::App& app, std::string& format, const std::string& formats) {
  add_value(app, "--format", format, formats, "FORMAT")->capture_default_str();
}

}  // namespace bankloom::cli
