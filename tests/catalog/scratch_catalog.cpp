#include "scratch_catalog.h"

namespace bankloom {

namespace fs = std::filesystem;

ScratchCatalog::ScratchCatalog() {
  lesson = nlohmann::json::parse(R"({"title": "First", "order": 1, "summary": "What comes first."})");
  source = "extern \"C\" __global__ void copy(int *out, const int *in, float factor) {}\n";
  kernel = nlohmann::json::parse(R"({
    "title": "Copy", "summary": "Copies.", "lesson": "first", "order": 3, "entry": "copy",
    "options": [
      {"name": "ROWS", "type": "int", "default": 2, "min": 1, "max": 100, "meaning": "Rows."},
      {"name": "COLUMNS", "type": "int", "default": 3, "min": 0, "max": 2000, "meaning": "Columns."},
      {"name": "ELEMENT", "type": "choice", "default": "int", "values": ["int", "float"], "meaning": "Element."},
      {"name": "WIDTH", "type": "choice", "default": 4, "values": [4, 8], "meaning": "Bytes."}
    ],
    "launch": {"grid": [1, "ROWS"], "block": ["COLUMNS"], "dynamic_shared_bytes": "ROWS * WIDTH"},
    "parameters": [
      {"name": "out", "kind": "out", "element": "i32", "count": "ROWS * COLUMNS"},
      {"name": "in", "kind": "in", "element": "i16", "count": "COLUMNS", "value": "10 - 6 * i"},
      {"name": "factor", "kind": "scalar", "element": "f32", "value": "ROWS"}
    ],
    "output": {"parameter": "out", "rows": "ROWS", "columns": "COLUMNS", "rule": "100 * row + 10 * col + i"},
    "tile": {"name": "tile", "rows": "ROWS", "columns": "COLUMNS", "padding": 1, "element": "f64"}
  })");
}

void ScratchCatalog::remove(const std::string& path) const { fs::remove_all(folder_ / path); }

void ScratchCatalog::write_all() const {
  write("first/lesson.json", lesson.dump(2));
  write("first/copy/kernel.json", kernel.dump(2));
  write("first/copy/kernel.cu", source);
}

Result<Catalog> ScratchCatalog::load() const {
  write_all();
  return load_catalog(folder_);
}

std::string ScratchCatalog::load_error() const {
  const auto catalog = load_catalog(folder_);
  if (catalog) return "";
  const auto prefix = folder_.string() + "/";
  auto message = catalog.error().message;
  const auto place = message.find(prefix);
  return place == std::string::npos ? message : message.erase(place, prefix.size());
}

std::string ScratchCatalog::write_and_load_error() const {
  write_all();
  return load_error();
}

}  // namespace bankloom
