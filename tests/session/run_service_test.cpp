#include "core/run/run_service.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>

#include "core/base/language.h"
#include "session_fixture.h"

namespace bankloom::test {
namespace {

using namespace std::chrono_literals;
using RunServiceTest = SessionTest;

/// Hands requests on, and lets a test hold them up or make them fail.
class Gate : public Compiler {
 public:
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    ++compiled;
    if (throws) throw std::runtime_error("planted");
    {
      const std::lock_guard lock(order_lock);
      order.push_back(request.definitions);
    }
    const std::lock_guard lock(closed);
    return Shipped::get().compiler->compile(request);
  }
  Result<std::vector<std::string>> architectures() override { return Shipped::get().compiler->architectures(); }
  std::string describe() override { return "gate"; }

  std::mutex closed, order_lock;
  std::vector<std::vector<std::pair<std::string, std::string>>> order;  ///< what was asked for, in order
  std::atomic<int> compiled = 0;
  std::atomic<bool> throws = false;
};

RunKey padded(int padding) {
  return {"square/setRowReadCol", {{"IPAD", std::to_string(padding)}}, "cc9.0", "compute_90"};
}

TEST_F(RunServiceTest, MakesARunOnce) {
  Gate gate;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate);
  const auto first = service.wait(padded(1));
  ASSERT_NE(first->run, nullptr);
  EXPECT_EQ(first->failure, nullptr);
  EXPECT_TRUE(first->run->correct());
  EXPECT_EQ(service.get(padded(1)), first);
  EXPECT_EQ(gate.compiled, 1);
}

TEST_F(RunServiceTest, SaysWhyThereIsNoRunInTheLanguageThatIsChosenNow) {
  const auto folder = std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder;
  Gate gate;
  gate.throws = true;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate);
  const auto english = service.wait(padded(1));
  ASSERT_NE(english->failure, nullptr);
  EXPECT_EQ(service.get(padded(1)), english);
  ASSERT_TRUE(set_language("es", folder).has_value());
  const auto spanish = service.wait(padded(1));
  ASSERT_TRUE(set_language(kEnglish, folder).has_value());
  ASSERT_NE(spanish->failure, nullptr);
  EXPECT_EQ(english->failure->message, "an internal error ended the run; please report it: planted");
  EXPECT_NE(spanish->failure->message.find("un error interno"), std::string::npos) << spanish->failure->message;
}

TEST_F(RunServiceTest, ARunWithoutWordsStaysInEveryLanguage) {
  const auto folder = std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder;
  Gate gate;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate);
  const auto run = service.wait(padded(1));
  ASSERT_TRUE(set_language("es", folder).has_value());
  EXPECT_EQ(service.get(padded(1)), run);
  ASSERT_TRUE(set_language(kEnglish, folder).has_value());
}

TEST_F(RunServiceTest, DoesNotMakeItsCallerWait) {
  Gate gate;
  std::atomic<int> told = 0;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate, [&] { ++told; });
  {
    const std::lock_guard closed(gate.closed);
    EXPECT_EQ(service.get(padded(0)), nullptr);
    EXPECT_TRUE(service.busy());
    EXPECT_EQ(service.wait(padded(0), Urgency::now, std::chrono::steady_clock::now() + 10ms), nullptr);
  }
  EXPECT_NE(service.wait(padded(0))->run, nullptr);
  EXPECT_NE(service.get(padded(0)), nullptr);
  for (int turn = 0; turn < 1000 && told == 0; ++turn) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(told, 1);
  EXPECT_FALSE(service.busy());
}

TEST_F(RunServiceTest, PrefersWhatIsWanted) {
  Gate gate;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate);
  std::shared_ptr<const RunOutcome> wanted;
  {
    const std::lock_guard closed(gate.closed);
    service.prefetch({padded(10), padded(11), padded(12), padded(13)});
    EXPECT_EQ(service.get(padded(2)), nullptr);
  }
  wanted = service.wait(padded(2));
  EXPECT_NE(wanted->run, nullptr);
  // The others come, too, without anybody waiting for them.
  for (int turn = 0; turn < 5000 && gate.compiled < 5; ++turn) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(gate.compiled, 5);
  // At most one of those in advance was under way before.
  const std::pair<std::string, std::string> padding{"IPAD", "2"};
  const auto has_it = [&](const auto& one) { return std::find(one.begin(), one.end(), padding) != one.end(); };
  const std::lock_guard lock(gate.order_lock);
  EXPECT_LE(std::find_if(gate.order.begin(), gate.order.end(), has_it) - gate.order.begin(), 1);
}

TEST_F(RunServiceTest, FailuresAreOutcomes) {
  Gate gate;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate);
  const std::pair<RunKey, std::string> cases[] = {
      {{"square/nothing", {}, "cc9.0", "compute_90"}, "nothing"},
      {{"square/setRowReadCol", {{"IPAD", "99"}}, "cc9.0", "compute_90"}, "IPAD"},
      {{"square/setRowReadCol", {{"BDIMX", "16"}}, "cc9.0", "compute_90"}, "square"},
      {{"square/setRowReadCol", {}, "cc0.1", "compute_90"}, "cc0.1"},
      {{"square/setRowReadCol", {}, "cc9.0", "compute_1"}, "compute_1"},
  };
  for (const auto& [key, words] : cases) {
    const auto outcome = service.wait(key);
    EXPECT_EQ(outcome->run, nullptr);
    ASSERT_NE(outcome->failure, nullptr);
    EXPECT_NE(outcome->failure->message.find(words), std::string::npos) << outcome->failure->message;
  }
  gate.throws = true;
  const auto broken = service.wait(padded(3));
  ASSERT_NE(broken->failure, nullptr);
  EXPECT_NE(broken->failure->message.find("planted"), std::string::npos);
  gate.throws = false;
  EXPECT_NE(service.wait(padded(4))->run, nullptr);
}

TEST_F(RunServiceTest, KeepsWhatFitsIntoItsMemoryAndForgetsTheOldest) {
  Gate gate;
  const auto key = [](int padding) {
    return RunKey{"square/setRowReadCol", {{"BDIMX", "4"}, {"BDIMY", "4"}, {"IPAD", std::to_string(padding)}}};
  };
  std::size_t bytes = 0;
  {
    RunService service(Shipped::get().catalog, Shipped::get().machines, gate);
    bytes = service.wait(key(0))->run->bytes();
    EXPECT_GE(bytes, kTraceChunkBytes + std::size_t{4 * 4 * 4});
  }
  constexpr int kFit = 6;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate, {}, kFit * bytes);
  const auto first = service.wait(key(0));
  for (int padding = 1; padding < kFit; ++padding) EXPECT_NE(service.wait(key(padding))->run, nullptr);
  EXPECT_EQ(service.get(key(0)), first);  // now the youngest
  const auto second = service.wait(key(1));
  service.wait(key(kFit));
  service.wait(key(kFit + 1));
  EXPECT_EQ(service.get(key(0)), first);
  EXPECT_EQ(service.get(key(1)), second);
  EXPECT_EQ(service.get(key(2)), nullptr);
}

TEST_F(RunServiceTest, WhatIsOnTheScreenStaysHoweverLarge) {
  Gate gate;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate, {}, 1);
  std::vector<std::shared_ptr<const RunOutcome>> outcomes;
  for (int padding = 0; padding < 5; ++padding) outcomes.push_back(service.wait(padded(padding)));
  for (int padding = 1; padding < 5; ++padding) {
    EXPECT_EQ(service.get(padded(padding)), outcomes[static_cast<std::size_t>(padding)]);
  }
  EXPECT_EQ(service.get(padded(0)), nullptr);
}

TEST_F(RunServiceTest, RestsButForWhatIsUrgent) {
  Gate gate;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate);
  service.rest(1h);
  EXPECT_EQ(service.get(padded(1), Urgency::soon), nullptr);
  service.prefetch({padded(3)});
  EXPECT_EQ(service.wait(padded(2))->run->instance.options.at("IPAD"), "2");
  EXPECT_EQ(gate.compiled, 1);
  service.rest(0ms);
  // The table's row is asked for again, as by every frame; what is made in advance is not.
  EXPECT_EQ(service.get(padded(1), Urgency::soon), nullptr);
  for (int turn = 0; turn < 5000 && gate.compiled < 3; ++turn) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(gate.compiled, 3);
}

TEST_F(RunServiceTest, RowsOfAnEarlierPictureAreForgotten) {
  Gate gate;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate);
  {
    const std::lock_guard closed(gate.closed);
    for (int padding = 10; padding < 20; ++padding) {
      EXPECT_EQ(service.get(padded(padding), Urgency::soon), nullptr);
    }
    EXPECT_EQ(service.get(padded(2)), nullptr);
  }
  EXPECT_NE(service.wait(padded(2))->run, nullptr);
  while (service.busy()) std::this_thread::sleep_for(1ms);
  // The one that was under way, perhaps, and the urgent one.
  EXPECT_LE(gate.compiled, 3);
}

TEST_F(RunServiceTest, EndsWhileWorkIsLeft) {
  Gate gate;
  RunService service(Shipped::get().catalog, Shipped::get().machines, gate);
  for (int padding = 0; padding < 30; ++padding) static_cast<void>(service.get(padded(padding)));
  service.prefetch({padded(31), padded(32)});
  // The destructor must neither hang nor wait for all of them.
}

}  // namespace
}  // namespace bankloom::test
