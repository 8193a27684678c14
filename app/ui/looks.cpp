#include "ui/looks.h"

#include <algorithm>
#include <cstdlib>

#include "ui/layout.h"

namespace bankloom::ui {
namespace {

/// The ids of the details' panels, in the order of their tabs.
std::vector<std::string_view> tabs() {
  std::vector<std::string_view> ids;
  for (const PanelEntry& entry : panels()) {
    if (entry.slot == Slot::details) ids.push_back(entry.id);
  }
  return ids;
}

template <class Value>
Result<void> take(const Result<Value>& value, Value& into) {
  if (!value) return fail_with(value.error());
  into = *value;
  return {};
}

Result<float> text_scale_of(const std::string& words) {
  char* end = nullptr;
  const float scale = std::strtof(words.c_str(), &end);
  if (*end != '\0' || !(scale >= kLeastTextScale && scale <= kLargestTextScale)) {
    return fail("text takes {} to {}, not '{}'", kLeastTextScale, kLargestTextScale, words);
  }
  return scale;
}

Result<int> tab_of(std::string_view id) {
  const auto ids = tabs();
  const auto found = std::find(ids.begin(), ids.end(), id);
  if (found == ids.end()) return fail("tab takes one of {}, not '{}'", fmt::join(ids, ", "), id);
  return static_cast<int>(found - ids.begin());
}

Result<void> take_look(const std::string& name, const std::string& value, ViewSettings& view) {
  if (name == "theme") return take(theme_from_title(value), view.theme);
  if (name == "palette") return take(palette_from_title(value), view.palette);
  if (name == "text") return take(text_scale_of(value), view.text_scale);
  if (name == "banks") return take(bank_view_from_title(value), view.bank_view);
  return take(tab_of(value), view.details_tab);
}

}  // namespace

Scene::Looks looks_of(const ViewSettings& view) {
  const auto ids = tabs();
  const auto tab = static_cast<std::size_t>(std::max(view.details_tab, 0));
  return {{"theme", std::string(theme_title(view.theme))},
          {"palette", std::string(palette_title(view.palette))},
          {"text", fmt::format("{:g}", view.text_scale)},
          {"banks", std::string(bank_view_title(view.bank_view))},
          {"tab", std::string(ids[std::min(tab, ids.size() - 1)])}};
}

Result<void> take_looks(const Scene::Looks& looks, ViewSettings& view) {
  ViewSettings taken = view;
  for (const auto& [name, value] : looks) {
    if (const auto done = take_look(name, value, taken); !done) return fail_with(done.error());
  }
  view = taken;
  return {};
}

Result<void> fill_looks(const Scene::Looks& looks, ViewSettings& view) {
  const Scene::Looks usual = looks_of({}), present = looks_of(view);
  Scene::Looks missing;
  for (const auto& [name, value] : looks) {
    const auto chosen = present.find(name);
    if (chosen == present.end() || chosen->second == usual.at(name)) missing.emplace(name, value);
  }
  return take_looks(missing, view);
}

Scene scene_with_looks(const Session& session, const ViewSettings& view) {
  Scene scene = session.snapshot();
  scene.looks = looks_of(view);
  return scene;
}

}  // namespace bankloom::ui
