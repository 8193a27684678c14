// Reading what was given on the command line: files, formats, numbers, assignments; options that several commands have.
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

/// "text", "json" or "csv" where `allowed` has it. The error names what there is.
[[nodiscard]] Result<Format> parse_format(const std::string& text, const std::vector<Format>& allowed);

/// The whole file, or standard input for "-". Errors: no such file, a folder, not readable.
[[nodiscard]] Result<std::string> read_text(const std::string& path);

/// Whether a word names a kernel's text: it ends in .cu, or is a file that there is.
[[nodiscard]] bool names_source_file(const std::string& word);

/// "X", "X,Y" or "X,Y,Z", each from 1 to 2^32 - 1; `option` is named in the error.
[[nodiscard]] Result<Dim3> parse_extent(const std::string& option, const std::string& text);

/// A whole number in [minimum, maximum]; `option` is named in the error.
[[nodiscard]] Result<std::uint64_t> parse_number(const std::string& option, const std::string& text,
                                                 std::uint64_t minimum, std::uint64_t maximum);

/// "NAME=VALUE" as (NAME, VALUE). NAME alone is an error, or means NAME=1 where `value_optional`.
[[nodiscard]] Result<std::pair<std::string, std::string>> parse_assignment(const std::string& option,
                                                                           const std::string& text,
                                                                           bool value_optional = false);

/// The options of a kernel as `--set` gives them, each "NAME=VALUE"; of a name given twice the last counts.
[[nodiscard]] Result<OptionValues> parse_settings(const std::vector<std::string>& settings);
void add_settings(CLI::App& app, std::vector<std::string>& settings);

/// --machine, --arch and --format; given several times the last counts.
void add_machine(CLI::App& app, std::string& machine);
void add_architecture(CLI::App& app, std::string& architecture);
void add_format(CLI::App& app, std::string& format, const std::string& formats);

}  // namespace bankloom::cli
