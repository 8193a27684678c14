// The rows of actions: keys and ids are there once, the documents list them all, and panels ask for none that is not.
#include "ui/actions.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace bankloom::ui {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Actions, IdsAndKeysAreThereOnce) {
  std::set<std::string> ids, keys;
  for (const Action& one : actions()) {
    EXPECT_TRUE(ids.insert(std::string(one.id)).second) << one.id;
    for (const KeyPress& press : one.keys) {
      EXPECT_TRUE(keys.insert(key_text(press)).second) << one.id << ": " << key_text(press);
      EXPECT_EQ(action_of(press), &one) << key_text(press);
    }
    EXPECT_NE(one.run, nullptr) << one.id;
    EXPECT_FALSE(one.help.empty()) << one.id;
  }
}

TEST(Actions, ShiftIsIgnoredWhereOnlyTheKeyItselfHasOne) {
  EXPECT_EQ(action_of({Key::right, true, false}), &action("next request"));
  EXPECT_EQ(action_of({Key::f5, true, false}), &action("step forward"));
  EXPECT_EQ(action_of({Key::o, false, false}), nullptr);
}

TEST(Actions, TheReadmeListsTheKeysOfAll) {
  const std::string readme = content_of(BANKLOOM_SOURCE_DIR "/README.md");
  const std::size_t begin = readme.find("| keys | what they do |\n");
  ASSERT_NE(begin, std::string::npos);
  std::string expected = "| keys | what they do |\n|---|---|\n";
  for (const KeyLine& line : key_lines(KeyUse::window))
    expected += "| " + line.keys + " | " + std::string(line.help) + " |\n";
  EXPECT_EQ(readme.substr(begin, readme.find("\n\n", begin) + 1 - begin), expected);

  for (const auto& [head, use] : {std::pair{"with the focus on a control", KeyUse::control},
                                  std::pair{"while typing in the kernel's text", KeyUse::text}}) {
    expected = "| keys, " + std::string(head) + " | what they do |\n|---|---|\n";
    for (const KeyLine& line : key_lines(use)) expected += "| " + line.keys + " | " + std::string(line.help) + " |\n";
    EXPECT_NE(readme.find("\n\n" + expected + "\n"), std::string::npos) << expected;
  }
}

TEST(Actions, AKeyIsOfWhoHasTheKeyboardOrOfTheWindow) {
  const std::set<std::string> of_controls{"Return", "Space", "Left", "Right", "Up", "Down"},
      of_text{"Tab", "Shift+Tab"};
  for (const auto& [use, own] : {std::pair{KeyUse::control, of_controls}, std::pair{KeyUse::text, of_text}}) {
    std::set<std::string> found;
    for (const Action& one : actions()) {
      for (const KeyPress& press : keys_for(one, use)) {
        EXPECT_TRUE(found.insert(key_text(press)).second) << key_text(press);
        EXPECT_EQ(action_of(press, use), &one) << key_text(press);
        EXPECT_NE(action_of(press), &one) << key_text(press);
      }
      for (const KeyPress& press : one.keys) {
        if (!own.contains(key_text(press))) {
          EXPECT_EQ(action_of(press, use), &one) << key_text(press);
        }
      }
    }
    EXPECT_EQ(found, own);
  }
}

TEST(Actions, WhatIsAskedForByNameIsThere) {
  const std::regex asked(R"re(\baction\("([^"]+)"\))re");
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(BANKLOOM_SOURCE_DIR "/app/ui")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = content_of(entry.path());
    for (std::sregex_iterator found(text.begin(), text.end(), asked), end; found != end; ++found, ++count) {
      EXPECT_EQ(action((*found)[1].str()).id, (*found)[1].str()) << entry.path();
    }
  }
  EXPECT_GT(count, 5);
}

}  // namespace
}  // namespace bankloom::ui
