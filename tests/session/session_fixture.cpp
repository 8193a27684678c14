#include "session_fixture.h"

#include <stdexcept>
#include <utility>

#include "../kept/kept_compiler.h"

namespace bankloom::test {
namespace {

template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

Shipped load() {
  Shipped shipped;
  shipped.catalog = value_or_throw(load_catalog(BANKLOOM_SOURCE_DIR "/kernels"));
  shipped.machines = value_or_throw(load_machines(BANKLOOM_SOURCE_DIR "/assets/machines"));
  shipped.compiler = make_test_compiler();
  if (const auto architectures = shipped.compiler->architectures(); !architectures) {
    shipped.missing_compiler = architectures.error().message;
  }
  return shipped;
}

}  // namespace

const Shipped& Shipped::get() {
  static const Shipped shipped = load();
  return shipped;
}

std::shared_ptr<const KernelRun> SessionTest::run(const std::string& kernel, const OptionValues& options,
                                                  const std::string& machine) {
  const auto outcome = runs.wait({kernel, options, machine, kDefaultArchitecture});
  EXPECT_EQ(outcome->failure, nullptr) << outcome->failure->message;
  return outcome->run;
}

void SessionTest::show(const std::string& line) {
  auto scene = scene_from_line(line);
  ASSERT_TRUE(scene.has_value()) << scene.error().message;
  const auto shown = session.show(*scene);
  ASSERT_TRUE(shown.has_value()) << shown.error().message;
  session.finish();
}

}  // namespace bankloom::test
