// What lessons are run with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/recordings.h"
#include "core/learn/lesson.h"
#include "core/learn/question.h"
#include "core/run/run_service.h"

namespace bankloom::cli {

struct Classroom {
  Catalog catalog;
  std::vector<MachineModel> machines;
  std::vector<learn::Lesson> lessons;
  Recordings recordings;
  std::unique_ptr<RunService> runs;
  learn::Sources sources;
};

/// `folder`: a teacher's own lessons beside the program's (lessons_of()).
[[nodiscard]] Result<std::unique_ptr<Classroom>> open_classroom(const Context& context, const std::string& folder);

}  // namespace bankloom::cli
