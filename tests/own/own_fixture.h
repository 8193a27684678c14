// Own kernels made from texts, with the shipped catalogue and NVRTC.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/run/own_run.h"

namespace bankloom::test {

class OwnTest : public ::testing::Test {
 protected:
  void SetUp() override;

  /// The kernel of a text, with nothing guessed beyond what is usual.
  static Result<std::shared_ptr<const OwnKernel>> made(const OwnSource& source, Compiler& compiler,
                                                       const OptionValues& options = {});
  /// The same, or a failed test and null.
  std::shared_ptr<const OwnKernel> make(const OwnSource& source, const OptionValues& options = {});
  std::shared_ptr<const OwnKernel> make(const std::string& text) { return make(OwnSource{"", text, "", 0, ""}); }
  /// Why a text makes no kernel.
  Error failure(const std::string& text);
  /// Its run on the default machine, or a failed test and null.
  std::shared_ptr<const KernelRun> run(const OwnSource& source, const OptionValues& options = {});
  std::shared_ptr<const KernelRun> run(const std::string& text) { return run(OwnSource{"", text, "", 0, ""}); }

  static const Catalog& catalog();
  static Compiler& compiler();
};

}  // namespace bankloom::test
