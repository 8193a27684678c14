#include "core/session/talk.h"

#include "core/base/text_lines.h"

namespace bankloom {
namespace {

constexpr std::string_view kSceneWord = "bankloom", kNoteMark = "#", kTextMark = "\xEF\xBB\xBF";

void add_line(std::string& note, std::string_view line) {
  if (line.starts_with(kNoteMark)) line = trim(line.substr(kNoteMark.size()));
  if (line.empty()) return;
  if (!note.empty()) note += '\n';
  note += line;
}

std::string note_lines(const std::string& note) {
  std::string text;
  for (const std::string& line : split_lines(note)) {
    if (const auto words = trim(line); !words.empty()) text.append(kNoteMark).append(" ").append(words).append("\n");
  }
  return text;
}

}  // namespace

bool is_scene_line(std::string_view line) {
  const std::string_view words = trim(line);
  return words.starts_with(kSceneWord) &&
         (words.size() == kSceneWord.size() || kBlanks.find(words[kSceneWord.size()]) != std::string_view::npos);
}

Result<Talk> talk_from_text(std::string_view text, std::string_view name) {
  // Some editors begin a text with it.
  if (text.starts_with(kTextMark)) text.remove_prefix(kTextMark.size());
  Talk talk;
  std::size_t number = 0;
  for (const std::string& line : split_lines(text)) {
    ++number;
    if (!is_scene_line(line)) {
      add_line(talk.scenes.empty() ? talk.heading : talk.scenes.back().note, trim(line));
      continue;
    }
    auto scene = scene_from_line(line);
    if (!scene) {
      return fail("{}, line {}: {}; fix the line, or begin it with # to make it a note", name, number,
                  scene.error().message);
    }
    talk.scenes.push_back({std::move(*scene), {}});
  }
  if (talk.scenes.empty()) {
    return fail("{} has no scene; a scene is a line such as 'bankloom square/setRowReadCol IPAD=1 at=0:1:0'", name);
  }
  return talk;
}

std::string talk_to_text(const Talk& talk) {
  std::string text = note_lines(talk.heading);
  for (const TalkScene& one : talk.scenes) {
    if (!text.empty()) text += '\n';
    text += scene_to_line(one.scene) + "\n" + note_lines(one.note);
  }
  return text;
}

}  // namespace bankloom
