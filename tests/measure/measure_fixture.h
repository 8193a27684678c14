// The shipped catalogue, machines and compiler, and runs of kernels, for tests of measurements.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/measure/twin.h"
#include "core/run/kernel_run.h"
#include "fake_device.h"

namespace bankloom::test {

/// Skips the tests where nothing can be compiled.
class MeasureTest : public ::testing::Test {
 protected:
  void SetUp() override;

  /// A run of a kernel; a failed expectation and null where there is none.
  std::shared_ptr<const KernelRun> run(const std::string& kernel, const OptionValues& options = {});
  /// Makes runs of that kernel.
  RunMaker maker(const std::string& kernel);

  const Catalog& catalog();
  const std::vector<MachineModel>& machines();
  Compiler& compiler();
  FakeDevice device;
};

}  // namespace bankloom::test
