// bankloom learn: lessons on the terminal, exercises, progress, and the check of a teacher's own folder.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "process.h"

namespace bankloom::test {
namespace {

/// Without line breaks and indents, which depend on the width of the text.
std::string flat(const std::string& text) {
  std::istringstream words(text);
  std::string all, word;
  while (words >> word) all += (all.empty() ? "" : " ") + word;
  return all;
}

const std::string kSolution = R"(extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];
    unsigned int row = blockDim.x + IPAD;
    tile[threadIdx.y * row + threadIdx.x] = in[threadIdx.y * blockDim.x + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * blockDim.x + threadIdx.x] = tile[threadIdx.x * row + threadIdx.y];
}
)";

const std::string kOwnKernel = R"({
  "title": "Every third", "summary": "Reads every third word.", "lesson": "thirds", "order": 1, "entry": "third",
  "options": [{"name": "BDIMX", "type": "int", "default": 32, "min": 1, "max": 32, "meaning": "Threads."}],
  "launch": {"grid": ["1"], "block": ["BDIMX"]},
  "parameters": [{"name": "out", "kind": "out", "element": "i32", "count": "BDIMX"}],
  "output": {"parameter": "out", "rows": "1", "columns": "BDIMX", "rule": "3 * i % BDIMX"},
  "tile": {"name": "tile", "rows": "1", "columns": "BDIMX", "padding": "0", "element": "i32"}
})";
const std::string kOwnText = R"(extern "C" __global__ void third(int *out)
{
    __shared__ int tile[BDIMX];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[3 * threadIdx.x % BDIMX];
}
)";
const std::string kOwnLesson = R"(# Thirds

A goal of a teacher's own.

## First

```scene
bankloom thirds/third
at line 6 load
```

A sentence.

```question wavefronts
ask: How many?
why: It takes {wavefronts}.
```
)";

class Learn : public testing::Test {
 protected:
  ProcessResult learn(std::vector<std::string> arguments, const std::string& input = "",
                      const std::string& lessons = "") {
    arguments.insert(arguments.begin(), "learn");
    return bankloom_run(arguments, input, {{"XDG_STATE_HOME", folder_.path("state")}, {"BANKLOOM_LESSONS", lessons}});
  }
  void refused(const std::vector<std::string>& arguments, const std::string& part) {
    const ProcessResult result = learn(arguments);
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("bankloom: ")) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
  }
  /// A teacher's folder with a lesson and a kernel of its own.
  std::string own_lessons(const std::string& lesson = kOwnLesson) {
    std::filesystem::create_directories(folder_.path("own/thirds/third"));
    folder_.write("own/thirds/third/kernel.json", kOwnKernel);
    folder_.write("own/thirds/third/kernel.cu", kOwnText);
    std::string text = lesson;
    for (const char* const name : {"Second", "Third", "Fourth", "Fifth"}) {
      text += std::string("\n## ") + name + "\n\nA sentence.\n";
    }
    folder_.write("own/thirds/lesson.md", text);
    return folder_.path("own");
  }
  /// The line of a CSV table that begins so, without its time.
  static std::string row(const std::string& csv, const std::string& begin) {
    const std::size_t at = csv.find("\n" + begin);
    if (at == std::string::npos) return "";
    std::string line = csv.substr(at + 1, csv.find('\n', at + 1) - at - 1);
    return line.substr(0, line.rfind(','));
  }
  TemporaryFolder folder_;
};

TEST_F(Learn, WithoutALessonTellsWhatThereIs) {
  BANKLOOM_NEEDS_COMPILER();
  const ProcessResult result = learn({});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("threads       Threads, warps and lanes\nsquare        Square tile\n"))
      << result.out;
  EXPECT_NE(result.out.find("    square/countThePadding: Count the padding\n"), std::string::npos) << result.out;
  EXPECT_LT(result.out.find("\ntranspose "), result.out.find("\nmistakes "));
}

TEST_F(Learn, ALessonIsAnsweredThroughAPipe) {
  BANKLOOM_NEEDS_COMPILER();
  // Wrong, no answer and right; shown; right; lanes as none; the rest is not answered any more.
  const ProcessResult result = learn({"threads"}, "1\nx\n2\n?\n2\n0,0 1,0 2,0 3,0\n2,0 3,0\n");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const std::string text = flat(result.out);
  for (const char* const part :
       {"Threads, warps and lanes A kernel is a function", "1 of 9. A block and its threads",
        "bankloom threads/ownPlace", "> 5 out[idx] = 10 * threadIdx.y + threadIdx.x;", "1 `idx = 3`", "3 `idx = 9`",
        "(the number of one of them; ? shows it) > Every row above a thread adds",
        "(the number of one of them; ? shows it) > answer with the number of a choice, 1 to 3",
        "(the number of one of them; ? shows it) > Right. `threadIdx.y` counts whole rows",
        "2 of 9. The warp and the lane", "> The answer: warp = 0, lane = 25. One row of 16 threads stands",
        "You counted several warps together", "Right: tile[2][0] and tile[3][0]."}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << result.out;
  }
  EXPECT_EQ(text.find("6 of 9."), std::string::npos) << "the input ended before";

  const std::string csv = learn({"--progress", "--format", "csv"}).out;
  EXPECT_TRUE(csv.starts_with("lesson,item,kind,state,wrong_answers,hints,last\n")) << csv;
  EXPECT_EQ(row(csv, "threads,a-block"), "threads,a-block-and-its-threads,choice,right,1,0");
  EXPECT_EQ(row(csv, "threads,the-warp"), "threads,the-warp-and-the-lane-of-a-thread,choice,shown,0,0");
  EXPECT_EQ(row(csv, "threads,memory"), "threads,memory-that-a-block-shares,cells,right,1,0");
  EXPECT_EQ(row(csv, "threads,a-warp"), "threads,a-warp-that-is-not-full,cells,seen,0,0");
  EXPECT_EQ(row(csv, "declarations,the-same-acc"), "declarations,the-same-accesses,step,,0,0");
  EXPECT_EQ(row(csv, "square,along"), "square,along-a-row,wavefronts,,0,0");
  const ProcessResult table = learn({"--progress"});
  EXPECT_NE(flat(table.out).find("memory-that-a-block-shares cells right 1 0 20"), std::string::npos) << table.out;
}

TEST_F(Learn, WhatCannotBeKeptIsToldOnceAndTheLessonGoesOn) {
  BANKLOOM_NEEDS_COMPILER();
  folder_.write("state", "a file where the folder should be");
  const ProcessResult result = learn({"threads"}, "2\n4\n2\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(flat(result.out).find("3 of 9."), std::string::npos) << result.out;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_NE(result.err.find("progress cannot be saved"), std::string::npos) << result.err;
}

TEST_F(Learn, L17AnExerciseIsShownAndTried) {
  BANKLOOM_NEEDS_COMPILER();
  const ProcessResult shown = learn({"square/countThePadding"});
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_TRUE(shown.out.starts_with("Count the padding\n")) << shown.out;
  EXPECT_NE(shown.out.find("- no request has a bank conflict"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("__global__ void setRowReadColDynPad"), std::string::npos) << shown.out;

  const std::string start = folder_.write("start.cu", shown.out.substr(shown.out.find("extern \"C\"")));
  const ProcessResult failed = learn({"square/countThePadding", "--try", start});
  EXPECT_EQ(failed.status, 1) << failed.err;
  EXPECT_EQ(failed.out,
            "passed  it compiles and runs\npassed  no fault is found\npassed  the output is right\n"
            "passed  the output is right for BDIMX = 16, BDIMY = 16 and other values of in, too\n"
            "passed  each element is stored to the tile and loaded from it\n"
            "passed  neighbouring threads read and write neighbouring elements of global memory\n"
            "failed  no request has a bank conflict\npassed  no more shared memory than the launch gives\n");
  EXPECT_EQ(failed.err, "bankloom: not all checks pass yet\n");

  const ProcessResult broken = learn({"square/countThePadding", "--try", folder_.write("broken.cu", "nothing")});
  EXPECT_EQ(broken.status, 1);
  EXPECT_EQ(broken.out, "failed  it compiles and runs\n");
  const std::string name = folder_.path("broken.cu");
  EXPECT_TRUE(broken.err.starts_with(name + ":1:1: error: ")) << broken.err;
  EXPECT_NE(broken.err.find("\nbankloom: " + name + " does not compile (3 errors above)\n"), std::string::npos);
  EXPECT_EQ(broken.err.find("kernel.cu"), std::string::npos) << broken.err;

  const ProcessResult solved = learn({"square/countThePadding", "--try", folder_.write("solution.cu", kSolution)});
  EXPECT_EQ(solved.status, 0) << solved.err << solved.out;
  EXPECT_EQ(solved.out.find("failed"), std::string::npos) << solved.out;
  EXPECT_EQ(row(learn({"--progress", "--format", "csv"}).out, "square,exercise:countThePadding"),
            "square,exercise:countThePadding,exercise,right,2,0");
}

TEST_F(Learn, AFormerNameOfAnExerciseLeadsToIt) {
  BANKLOOM_NEEDS_COMPILER();
  const ProcessResult former = learn({"mistakes/race"});
  EXPECT_EQ(former.status, 0) << former.err;
  EXPECT_EQ(former.out, learn({"barriers/race"}).out);
  EXPECT_EQ(learn({}).out.find("mistakes/race"), std::string::npos) << "the list has the present name alone";
  const std::string listed = learn({"--progress", "--format", "csv"}).out;
  EXPECT_NE(listed.find("barriers,write-then-read"), std::string::npos) << listed;
  EXPECT_EQ(listed.find("mistakes,write-then-read"), std::string::npos) << listed;
}

TEST_F(Learn, ATeachersFolderHasLessonsAndKernelsOfItsOwn) {
  BANKLOOM_NEEDS_COMPILER();
  const std::string own = own_lessons();
  const ProcessResult list = learn({"--lessons", own});
  EXPECT_TRUE(list.out.ends_with("thirds        Thirds\n")) << list.out << list.err;
  EXPECT_EQ(learn({}, "", own).out, list.out) << "BANKLOOM_LESSONS";
  // 3 and 32 have no common factor: 32 banks.
  const ProcessResult answered = learn({"thirds", "--lessons", own}, "1\n");
  EXPECT_EQ(answered.status, 0) << answered.err;
  EXPECT_NE(flat(answered.out).find("> Right: 1 wavefront. It takes 1."), std::string::npos) << answered.out;
  EXPECT_NE(flat(answered.out).find("5 of 5. Fifth"), std::string::npos) << answered.out;
  EXPECT_EQ(row(learn({"--progress", "--format", "csv"}, "", own).out, "thirds,first"),
            "thirds,first,wavefronts,right at once,0,0");
}

TEST_F(Learn, TheCheckOfAFolderNamesFileAndLine) {
  BANKLOOM_NEEDS_COMPILER();
  const std::string own = own_lessons();
  for (const std::string& folder : {own, own + "/"}) {
    const ProcessResult good = learn({"--check", folder});
    EXPECT_EQ(good.status, 0) << good.err;
    EXPECT_TRUE(good.out.starts_with("1 lessons, 5 steps, 1 questions, ")) << good.out;
    EXPECT_TRUE(good.out.ends_with(" wrong answers, 0 exercises: all run\n")) << good.out;
  }
  std::string text = kOwnLesson;
  own_lessons(text.replace(text.find("{wavefronts}"), 12, "{wavefront}"));
  const ProcessResult wrong = learn({"--check", own});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_TRUE(wrong.out.ends_with(": 1 mistakes\n")) << wrong.out;
  EXPECT_NE(wrong.err.find(own + "/thirds/lesson.md:16: no number 'wavefront' here; did you mean wavefronts?"),
            std::string::npos)
      << wrong.err;
  // What cannot be read at all is malformed.
  own_lessons(kOwnLesson + "\nThis is sixteen.\n");
  const ProcessResult unread = learn({"--check", own});
  EXPECT_EQ(unread.status, 2);
  EXPECT_NE(unread.err.find(own + "/thirds/lesson.md:19: 'sixteen' is typed"), std::string::npos) << unread.err;
}

TEST_F(Learn, TheCheckTellsWhatIsSaidToEachWrongAnswer) {
  BANKLOOM_NEEDS_COMPILER();
  std::string text = kOwnLesson;
  const std::string own = own_lessons(text.replace(text.find("ask: "), 0, "no: 3 * lanes | Not for {lanes} lanes.\n"));
  const ProcessResult result = learn({"--check", own, "--answers"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find(": all run\n\nthirds 1. First\n  How many?\n  Right: 1 wavefront. It takes 1.\n"),
            std::string::npos)
      << result.out;
  const std::string table = flat(result.out);
  for (const char* const row : {" 0 Those are only the bank conflicts:",
                                " 2-31, 33-64 Look for the bank that is asked for the most different words:",
                                " 32 Not every lane waits for every other: lane 0 is in bank 0 and lane 1 in bank 3,",
                                " 96 Not for 32 lanes."}) {
    EXPECT_NE(table.find(row), std::string::npos) << row << "\nin\n" << result.out;
  }
}

TEST_F(Learn, RefusesWhatItCannotDo) {
  BANKLOOM_NEEDS_COMPILER();
  refused({"thread"}, "there is no lesson 'thread'; did you mean 'threads'?");
  refused({"square/nothing"}, "the lesson square has no exercise 'nothing'");
  refused({"square", "--try", "x.cu"}, "--try needs an exercise: LESSON/EXERCISE");
  refused({"square/countThePadding", "--try", folder_.path("none.cu")}, "none.cu");
  refused({"square", "--check"}, "--check runs all lessons of a folder, and takes no LESSON");
  refused({"square", "--answers"}, "--answers goes with --check only");
  refused({"square", "--progress"}, "--progress covers all lessons");
  refused({"--format", "csv"}, "--format goes with --progress only");
  refused({"--progress", "--format", "json"}, "json");
  refused({"--lessons", folder_.path("nowhere")}, "nowhere");
  refused({"--check", folder_.path("nowhere")}, "nowhere");
  std::filesystem::create_directories(folder_.path("empty"));
  refused({"--check", folder_.path("empty")}, "no folder in it has a lesson.md");
}

}  // namespace
}  // namespace bankloom::test
