// Reads values of the command line: files, formats, numbers, assignments; declares options, also common ones.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"

namespace bankloom::cli {

enum class Format : unsigned char { text, json, csv };
inline const std::vector<Format> kEveryFormat{Format::text, Format::json, Format::csv};

/// "text", "json" or "csv"; any that is not `allowed` is an Error.
[[nodiscard]] Result<Format> parse_format(const std::string& text, const std::vector<Format>& allowed);

/// The whole file, or standard input for "-". Errors: no such file, a folder, not readable.
[[nodiscard]] Result<std::string> read_text(const std::string& path);

/// Whether a word names a kernel's text: it ends in .cu or is an existing file.
[[nodiscard]] bool names_source_file(const std::string& word);

/// "X", "X,Y" or "X,Y,Z", each from 1 to 2^32 - 1; errors name `option`.
[[nodiscard]] Result<Dim3> parse_extent(const std::string& option, const std::string& text);

/// A whole number in [minimum, maximum]; errors name `option`.
[[nodiscard]] Result<std::uint64_t> parse_number(const std::string& option, const std::string& text,
                                                 std::uint64_t minimum, std::uint64_t maximum);

/// "NAME=VALUE" as (NAME, VALUE). NAME alone is an Error, or means NAME=1 if `value_optional`.
[[nodiscard]] Result<std::pair<std::string, std::string>> parse_assignment(const std::string& option,
                                                                           const std::string& text,
                                                                           bool value_optional = false);

/// A kernel's options from `--set`, each "NAME=VALUE"; the last value of a name counts.
[[nodiscard]] Result<OptionValues> parse_settings(const std::vector<std::string>& settings);
void add_settings(CLI::App& app, std::vector<std::string>& settings);

/// Declares an option with one value, the last one given. `type` is its placeholder in the help.
template <class Value>
CLI::Option* add_value(CLI::App& app, const char* name, Value& value, const std::string& help, const char* type) {
  return app.add_option(name, value, help)->take_last()->type_name(type);
}
/// Declares an option that may be given several times, each time with one value.
CLI::Option* add_list(CLI::App& app, const char* name, std::vector<std::string>& values, const std::string& help,
                      const char* type);

void add_machine(CLI::App& app, std::string& machine);
void add_architecture(CLI::App& app, std::string& architecture);
void add_format(CLI::App& app, std::string& format, const std::string& formats);

}  // namespace bankloom::cli
