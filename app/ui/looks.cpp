#include "ui/looks.h"

#include <algorithm>
#include <cstdlib>

#include "ui/layout.h"

namespace bankloom::ui {
namespace {

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

Result<std::string> tab_of(const std::string& id) {
  const auto ids = tab_ids();
  if (std::find(ids.begin(), ids.end(), id) == ids.end()) {
    return fail("tab takes one of {}, not '{}'", fmt::join(ids, ", "), id);
  }
  return id;
}

Result<void> take_look(const std::string& name, const std::string& value, ViewSettings& view) {
  if (name == "theme") return take(theme_from_title(value), view.theme);
  if (name == "palette") return take(palette_from_title(value), view.palette);
  if (name == "text") return take(text_scale_of(value), view.text_scale);
  if (name == "banks") return take(bank_view_from_title(value), view.bank_view);
  return take(tab_of(value), view.tab);
}

}  // namespace

Scene::Looks looks_of(const ViewSettings& view) {
  return {{"theme", std::string(theme_title(view.theme))},
          {"palette", std::string(palette_title(view.palette))},
          {"text", fmt::format("{:g}", view.text_scale)},
          {"banks", std::string(bank_view_title(view.bank_view))},
          {"tab", view.tab}};
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
