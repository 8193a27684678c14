// What a compiler is asked and answers, as records (core/base/json_record.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_record.h"
#include "core/compile/compiler.h"

namespace bankloom {

inline std::span<const std::string_view> names_of(Diagnostic::Severity /*severity*/) { return kSeverityNames; }

void describe(auto& fields, Is<Diagnostic> auto& diagnostic) {
  fields("severity", diagnostic.severity);
  fields("line", diagnostic.line);
  fields("column", diagnostic.column);
  fields("file", diagnostic.file);
  fields("text", diagnostic.text);
}

/// Without the headers of whole programs.
void describe(auto& fields, Is<CompileResult> auto& result) {
  fields("compiled", result.ok);
  fields("ptx", result.ptx);
  fields("log", result.log);
  fields("compiler", result.compiler);
  fields("entry", result.entry);
  fields("diagnostics", result.diagnostics);
}

/// Without whole programs, and without whose text it is.
template <class Fields>
void describe(Fields& fields, Is<CompileRequest> auto& request) {
  fields("name", request.name);
  fields("text", request.text);
  fields("architecture", request.architecture);
  fields("instantiate", request.instantiate);
  std::vector<std::string> definitions;  // each name followed by its value
  for (const auto& [name, value] : request.definitions) definitions.insert(definitions.end(), {name, value});
  fields("definitions", definitions);
  if constexpr (Fields::kReads) {
    for (std::size_t i = 0; i + 1 < definitions.size(); i += 2) {
      request.definitions.emplace_back(definitions[i], definitions[i + 1]);
    }
  }
}

}  // namespace bankloom
