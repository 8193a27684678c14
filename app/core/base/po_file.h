// PO files: translations in the format of GNU gettext, as translators' editors write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bankloom {

struct PoEntry {
  std::string context = {};  ///< msgctxt; mostly empty
  std::string english = {};  ///< msgid; empty: the header
  std::string translation = {};
  unsigned line = 0;      ///< of its msgid
  bool is_fuzzy = false;  ///< a translation that somebody has to look at; it does not count
};

/// The entries of a file's text in their order. Errors name `file` and line.
[[nodiscard]] Result<std::vector<PoEntry>> read_po(std::string_view text, const std::string& file);

/// A field of the header's translation: "Language: es".
[[nodiscard]] std::string po_header(std::string_view header, std::string_view name);

}  // namespace bankloom
