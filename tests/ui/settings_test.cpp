// The settings file: what is kept comes back, what is broken is set aside, what cannot be written is a sentence.
#include "ui/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "../base/scratch_folder.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

class SettingsFile : public testing::Test {
 protected:
  void write(const std::string& content) const { scratch_.write("below/settings.json", content); }

  test::ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
  fs::path file_ = folder_ / "below" / "settings.json";
};

TEST_F(SettingsFile, WhatIsKeptComesBack) {
  Settings settings;
  settings.view.theme = ThemeName::projector;
  settings.view.palette = Palette::ordered;
  settings.view.text_scale = 1.5f;
  settings.view.bank_view = BankView::card;
  settings.view.tab = "output";
  settings.view.left = {0, true};
  settings.view.lower = {240, true};
  settings.scene = "bankloom square/setRowReadCol IPAD=1";
  settings.window_width = 1234;
  settings.window_height = 777;
  settings.picture_folder = "/some where/Bilder";
  settings.gpu_command = "ssh lab bankloom --gpu-worker";
  ASSERT_TRUE(save_settings(file_, settings).has_value());
  const LoadedSettings loaded = load_settings(file_);
  EXPECT_EQ(loaded.notice, "");
  EXPECT_EQ(loaded.settings.view.theme, ThemeName::projector);
  EXPECT_EQ(loaded.settings.view.palette, Palette::ordered);
  EXPECT_EQ(loaded.settings.view.text_scale, 1.5f);
  EXPECT_EQ(loaded.settings.view.bank_view, BankView::card);
  EXPECT_EQ(loaded.settings.view.tab, "output");
  EXPECT_EQ(loaded.settings.view.left, settings.view.left);
  EXPECT_EQ(loaded.settings.view.lower, settings.view.lower);
  EXPECT_EQ(loaded.settings.view.right, PanelExtent{});
  EXPECT_EQ(loaded.settings.scene, settings.scene);
  EXPECT_EQ(loaded.settings.window_width, 1234);
  EXPECT_EQ(loaded.settings.window_height, 777);
  EXPECT_EQ(loaded.settings.picture_folder, settings.picture_folder);
  EXPECT_EQ(loaded.settings.gpu_command, settings.gpu_command);
  // Nothing is left over beside it.
  EXPECT_EQ(std::distance(fs::directory_iterator(file_.parent_path()), fs::directory_iterator()), 1);
}

TEST_F(SettingsFile, NoFileMeansTheUsual) {
  const LoadedSettings loaded = load_settings(file_);
  EXPECT_EQ(loaded.notice, "");
  EXPECT_EQ(loaded.settings.view.theme, ThemeName::dark);
  EXPECT_EQ(loaded.settings.window_width, 1600);
}

TEST_F(SettingsFile, ABrokenFileIsSetAside) {
  for (const char* content : {"{ not json", "[1, 2]", "\"text\"", R"({"text_scale": "large"})", ""}) {
    write(content);
    const LoadedSettings loaded = load_settings(file_);
    EXPECT_NE(loaded.notice.find("settings.json.broken"), std::string::npos) << content;
    EXPECT_EQ(loaded.settings.view.text_scale, 1) << content;
    EXPECT_FALSE(fs::exists(file_)) << content;
    EXPECT_TRUE(fs::exists(file_.string() + ".broken")) << content;
  }
}

TEST_F(SettingsFile, ValuesOutOfRangeAreMadeToFit) {
  write(R"({"text_scale": 99, "theme": "pink", "window_width": -5, "details_tab": -3, "unknown": [1]})");
  const LoadedSettings loaded = load_settings(file_);
  EXPECT_EQ(loaded.notice, "");
  EXPECT_EQ(loaded.settings.view.text_scale, 2.5f);
  EXPECT_EQ(loaded.settings.view.theme, ThemeName::dark);
  EXPECT_EQ(loaded.settings.window_width, 320);
  EXPECT_EQ(loaded.settings.view.tab, "results");
}

TEST_F(SettingsFile, TheTabOfOlderSettingsIsAnIndex) {
  write(R"({"details_tab": 3})");
  EXPECT_EQ(load_settings(file_).settings.view.tab, "chart");
  write(R"({"details_tab": 3, "tab": "time"})");
  EXPECT_EQ(load_settings(file_).settings.view.tab, "time");
  write(R"({"tab": "of another release"})");
  EXPECT_EQ(load_settings(file_).settings.view.tab, "results");
}

TEST_F(SettingsFile, AFolderThatCannotBeMadeIsASentence) {
  std::ofstream(folder_ / "below") << "a file where the folder would be";
  const auto saved = save_settings(file_, {});
  ASSERT_FALSE(saved.has_value());
  EXPECT_NE(saved.error().message.find("cannot be saved"), std::string::npos) << saved.error().message;
  EXPECT_FALSE(save_settings({}, {}).has_value());
}

TEST_F(SettingsFile, BytesThatAreNoTextDoNotStopIt) {
  Settings settings;
  settings.picture_folder = "caf\xE9";
  ASSERT_TRUE(save_settings(file_, settings).has_value());
  EXPECT_EQ(load_settings(file_).notice, "");
}

TEST_F(SettingsFile, LiesInTheConfigurationFolder) {
  const char* before = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = before == nullptr ? "" : before;
  setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
  EXPECT_EQ(settings_file(), folder_ / "bankloom" / "settings.json");
  // A relative path is to be ignored.
  setenv("XDG_CONFIG_HOME", "relative", 1);
  EXPECT_NE(settings_file().string().rfind("relative", 0), 0u);
  if (before == nullptr) {
    unsetenv("XDG_CONFIG_HOME");
  } else {
    setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
  }
}

}  // namespace
}  // namespace bankloom::ui
