// A kernels/ folder of one lesson and one kernel in a temporary place, for tests that spoil it.
#pragma once

#include <filesystem>
#include <string>

#include "../base/scratch_folder.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"

namespace bankloom {

class ScratchCatalog {
 public:
  ScratchCatalog();

  nlohmann::json kernel;  ///< kernel.json, right as made; written by load()
  nlohmann::json lesson;  ///< lesson.json, likewise
  std::string source;     ///< kernel.cu

  /// Writes a file below the folder, e.g. "first/copy/kernel.json".
  void write(const std::string& path, const std::string& text) const { scratch_.write(path, text); }
  void remove(const std::string& path) const;
  /// Writes the three files above and loads the folder.
  [[nodiscard]] Result<Catalog> load() const;
  /// Loads the folder as it is and returns the error's message with the folder's name cut off; "" without error.
  [[nodiscard]] std::string load_error() const;
  /// The same after writing the three files.
  [[nodiscard]] std::string write_and_load_error() const;

 private:
  void write_all() const;
  test::ScratchFolder scratch_;
  const std::filesystem::path& folder_ = scratch_.path();
};

}  // namespace bankloom
