#include "ui/view_options.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace bankloom::ui {
namespace {

ViewSettings unusual() {
  ViewSettings view;
  view.theme = ThemeName::projector;
  view.palette = Palette::ordered;
  view.text_scale = 1.15f;
  view.bank_view = BankView::card;
  view.focus = FocusView::code;
  view.tab = "time";
  return view;
}

TEST(ViewWords, ComeBack) {
  const ViewSettings view = unusual();
  EXPECT_EQ(view_words_of(view), (Scene::ViewWords{{"theme", "projector"},
                                                   {"palette", "ordered"},
                                                   {"text", "1.15"},
                                                   {"banks", "card"},
                                                   {"focus", "code"},
                                                   {"tab", "time"}}));
  ViewSettings back;
  ASSERT_TRUE(take_view_words(view_words_of(view), back).has_value());
  EXPECT_EQ(view_words_of(back), view_words_of(view));
  EXPECT_FLOAT_EQ(back.text_scale, 1.15f);
  EXPECT_EQ(back.tab, "time");
}

TEST(ViewWords, ALineWithoutThemLeavesThemAsTheyAre) {
  ViewSettings view = unusual();
  ASSERT_TRUE(take_view_words({}, view).has_value());
  EXPECT_EQ(view_words_of(view), view_words_of(unusual()));
  ASSERT_TRUE(take_view_words({{"theme", "light"}}, view).has_value());
  EXPECT_EQ(view.theme, ThemeName::light);
  EXPECT_EQ(view.palette, Palette::ordered);
}

TEST(ViewWords, WrongOnesAreNamedAndChangeNothing) {
  for (const auto& [name, value, word] : {std::tuple{"theme", "pink", "'pink'"},
                                          {"palette", "grey", "'grey'"},
                                          {"text", "9", "'9'"},
                                          {"text", "large", "'large'"},
                                          {"text", "", "''"},
                                          {"banks", "none", "'none'"},
                                          {"tab", "first", "'first'"}}) {
    ViewSettings view = unusual();
    const auto taken = take_view_words({{"theme", "light"}, {name, value}}, view);
    if (std::string_view(name) != "theme") {
      ASSERT_FALSE(taken.has_value()) << name << "=" << value;
      EXPECT_NE(taken.error().message.find(word), std::string::npos) << taken.error().message;
      EXPECT_EQ(view_words_of(view), view_words_of(unusual()));
    }
  }
  ViewSettings view;
  EXPECT_FALSE(take_view_words({{"theme", "pink"}}, view).has_value());
}

TEST(ViewWords, PanelsAreSaidWhereTheyAreNotAsUsual) {
  ViewSettings view = unusual();
  view.left = {0, true};
  view.lower = {240, false};
  EXPECT_EQ(view_words_of(view).at("left"), "hidden");
  EXPECT_EQ(view_words_of(view).at("lower"), "240");
  EXPECT_FALSE(view_words_of(view).contains("right"));
  ViewSettings back;
  back.right = {300, false};
  ASSERT_TRUE(take_view_words(view_words_of(view), back).has_value());
  EXPECT_EQ(back.left, view.left);
  EXPECT_EQ(back.lower, view.lower);
  EXPECT_EQ(back.right, PanelExtent{}) << "a copied line says all that is not as usual";
  ASSERT_TRUE(take_view_words({{"theme", "light"}}, back).has_value());
  EXPECT_EQ(back.left, view.left) << "one by hand leaves the rest";
  ViewSettings by_flag;
  by_flag.right = {300, false};
  ASSERT_TRUE(fill_view_words(view_words_of(view), by_flag).has_value());
  EXPECT_EQ(by_flag.right, (PanelExtent{300, false}));
  EXPECT_EQ(by_flag.left, view.left);
  const auto wrong = take_view_words({{"left", "wide"}}, view);
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(wrong.error().message, "left takes usual, hidden, or 50 to 4000, not 'wide'");
}

TEST(ViewWords, TheOutputIsSaidWhereItIsNotAsUsual) {
  ViewSettings view = unusual();
  EXPECT_FALSE(view_words_of(view).contains("output"));
  view.output = OutputForm::numbers;
  view.output_time = OutputTime::final;
  const auto scene = scene_from_line("bankloom square/setRowReadCol output=numbers written=final");
  ASSERT_TRUE(scene.has_value()) << scene.error().message;
  EXPECT_EQ(view_words_of(view).at("output"), scene->view_words.at("output"));
  EXPECT_EQ(view_words_of(view).at("written"), scene->view_words.at("written"));
  ViewSettings back;
  ASSERT_TRUE(take_view_words(view_words_of(view), back).has_value());
  EXPECT_EQ(back.output, OutputForm::numbers);
  EXPECT_EQ(back.output_time, OutputTime::final);
  ASSERT_TRUE(take_view_words(view_words_of(unusual()), back).has_value());
  EXPECT_EQ(back.output, OutputForm::map) << "a copied line says all that is not as usual";
}

TEST(ViewWords, FillWhatIsAsUsual) {
  ViewSettings view;
  view.theme = ThemeName::light;
  ASSERT_TRUE(fill_view_words(view_words_of(unusual()), view).has_value());
  EXPECT_EQ(view.theme, ThemeName::light) << "chosen";
  EXPECT_EQ(view.palette, Palette::ordered);
  EXPECT_EQ(view.tab, "time");
}

TEST(ViewOptions, EveryNameGoesBothWaysAndAWrongOneIsToldAll) {
  for (const ViewOption& option : view_options()) {
    ViewSettings view;
    for (const auto name : option.names) {
      ASSERT_TRUE(set_value(option, option.key, std::string(name), view).has_value()) << option.key << ' ' << name;
      EXPECT_EQ(value_of(option, view), name);
    }
    if (option.names.empty()) continue;
    EXPECT_EQ(option.labels.size(), option.names.size()) << option.key;
    const auto wrong = set_value(option, option.key, "drak", view);
    ASSERT_FALSE(wrong.has_value());
    for (const auto name : option.names) EXPECT_NE(wrong.error().message.find(name), std::string::npos) << name;
  }
}

TEST(ViewOptions, TheLineOfASceneTakesTheirWords) {
  for (const ViewOption& option : view_options()) {
    if (option.word.empty()) continue;
    const std::string value = value_of(option, unusual());
    const auto scene = scene_from_line(fmt::format("bankloom square/setRowReadCol {}={}", option.word, value));
    ASSERT_TRUE(scene.has_value());
    EXPECT_EQ(scene->view_words, (Scene::ViewWords{{std::string(option.word), value}}));
    EXPECT_NE(scene_to_line(*scene).find(fmt::format("{}={}", option.word, value)), std::string::npos);
  }
}

TEST(ViewOptions, TheReadmeListsThem) {
  std::ifstream stream(BANKLOOM_SOURCE_DIR "/README.md", std::ios::binary);
  const std::string readme{std::istreambuf_iterator<char>(stream), {}};
  std::string table = "| flag | in a scene | what it is |\n|---|---|---|\n";
  for (const ViewOption& option : view_options()) {
    if (option.flag.empty()) continue;
    table += fmt::format("| `{}`{} | {} | {} |\n", option.flag, option.of_window ? " (`window`, too)" : "",
                         option.word.empty() ? "" : fmt::format("`{}=`", option.word), option.flag_help);
  }
  EXPECT_NE(readme.find(table + "\n"), std::string::npos) << table;
}

}  // namespace
}  // namespace bankloom::ui
