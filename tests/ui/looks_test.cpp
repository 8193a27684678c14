#include "ui/looks.h"

#include <gtest/gtest.h>

namespace bankloom::ui {
namespace {

ViewSettings unusual() {
  ViewSettings view;
  view.theme = ThemeName::projector;
  view.palette = Palette::ordered;
  view.text_scale = 1.15f;
  view.bank_view = BankView::card;
  view.tab = "time";
  return view;
}

TEST(Looks, ComeBack) {
  const ViewSettings view = unusual();
  EXPECT_EQ(looks_of(view),
            (Scene::Looks{
                {"theme", "projector"}, {"palette", "ordered"}, {"text", "1.15"}, {"banks", "card"}, {"tab", "time"}}));
  ViewSettings back;
  ASSERT_TRUE(take_looks(looks_of(view), back).has_value());
  EXPECT_EQ(looks_of(back), looks_of(view));
  EXPECT_FLOAT_EQ(back.text_scale, 1.15f);
  EXPECT_EQ(back.tab, "time");
}

TEST(Looks, ALineWithoutThemLeavesThemAsTheyAre) {
  ViewSettings view = unusual();
  ASSERT_TRUE(take_looks({}, view).has_value());
  EXPECT_EQ(looks_of(view), looks_of(unusual()));
  ASSERT_TRUE(take_looks({{"theme", "light"}}, view).has_value());
  EXPECT_EQ(view.theme, ThemeName::light);
  EXPECT_EQ(view.palette, Palette::ordered);
}

TEST(Looks, WrongOnesAreNamedAndChangeNothing) {
  for (const auto& [name, value, word] : {std::tuple{"theme", "pink", "'pink'"},
                                          {"palette", "grey", "'grey'"},
                                          {"text", "9", "'9'"},
                                          {"text", "large", "'large'"},
                                          {"text", "", "''"},
                                          {"banks", "none", "'none'"},
                                          {"tab", "first", "'first'"}}) {
    ViewSettings view = unusual();
    const auto taken = take_looks({{"theme", "light"}, {name, value}}, view);
    if (std::string_view(name) != "theme") {
      ASSERT_FALSE(taken.has_value()) << name << "=" << value;
      EXPECT_NE(taken.error().message.find(word), std::string::npos) << taken.error().message;
      EXPECT_EQ(looks_of(view), looks_of(unusual()));
    }
  }
  ViewSettings view;
  EXPECT_FALSE(take_looks({{"theme", "pink"}}, view).has_value());
}

TEST(Looks, FillWhatIsAsUsual) {
  ViewSettings view;
  view.theme = ThemeName::light;
  ASSERT_TRUE(fill_looks(looks_of(unusual()), view).has_value());
  EXPECT_EQ(view.theme, ThemeName::light) << "chosen";
  EXPECT_EQ(view.palette, Palette::ordered);
  EXPECT_EQ(view.tab, "time");
}

}  // namespace
}  // namespace bankloom::ui
