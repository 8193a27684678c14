// A machine file that is wrong is refused with its name and the field that is wrong.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "../base/scratch_folder.h"
#include "core/base/json.h"
#include "core/machine/machine_model.h"

namespace bankloom {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

json valid() {
  std::ifstream stream(fs::path(BANKLOOM_SOURCE_DIR) / "assets/machines/cc9.0.json");
  return json::parse(stream);
}

std::string error_after(const std::function<void(json&)>& change) {
  json machine = valid();
  change(machine);
  const auto parsed = parse_machine(machine.dump(), "m.json");
  return parsed ? "no error" : parsed.error().message;
}

TEST(MachineErrors, TheUnchangedFileIsRight) {
  EXPECT_EQ(error_after([](json&) {}), "no error");
}

TEST(MachineErrors, EveryRequiredFieldIsMissed) {
  for (const char* const field :
       {"name", "generation", "title", "banks", "bank_bytes", "lanes_per_request", "phases", "sector_bytes",
        "line_bytes", "shared_bytes_per_block", "shared_bytes_per_sm", "threads_per_block", "threads_per_sm",
        "blocks_per_sm", "shared_granularity", "shared_reserved_per_block"}) {
    EXPECT_EQ(error_after([&](json& m) { m.erase(field); }), fmt::format("m.json: {}: is missing", field));
  }
  EXPECT_EQ(error_after([](json& m) { m["banks"].erase("source"); }), "m.json: banks.source: is missing");
  EXPECT_EQ(error_after([](json& m) { m["banks"].erase("status"); }), "m.json: banks.status: is missing");
  EXPECT_EQ(error_after([](json& m) { m["phases"][3].erase("widths"); }), "m.json: phases[3].widths: is missing");
}

TEST(MachineErrors, NumbersAreChecked) {
  const auto banks = [](const json& value) { return error_after([&](json& m) { m["banks"]["value"] = value; }); };
  const std::string expected = "m.json: banks.value: must be a whole number from 1 to 64, found ";
  EXPECT_EQ(banks(0), expected + "0");
  EXPECT_EQ(banks(65), expected + "65");
  EXPECT_EQ(banks(-4), expected + "-4");
  EXPECT_EQ(banks(2.5), expected + "2.5");
  EXPECT_EQ(banks("32"), expected + "\"32\"");
  EXPECT_EQ(banks(nullptr), expected + "null");
  EXPECT_EQ(error_after([](json& m) { m["bank_bytes"]["value"] = 6; }), "m.json: bank_bytes.value: must be 4, 8 or 16");
  EXPECT_EQ(error_after([](json& m) { m["sector_bytes"]["value"] = 33; }),
            "m.json: sector_bytes.value: must be a power of two");
  EXPECT_EQ(error_after([](json& m) { m["shared_bytes_per_sm"]["value"] = 2048; }),
            "m.json: shared_bytes_per_sm.value: must not be less than shared_bytes_per_block");
  EXPECT_EQ(error_after([](json& m) {
              m["pair_segment_words"] = {{"value", 48}, {"source", "s"}, {"status", "assumed"}};
            }),
            "m.json: pair_segment_words.value: must be a multiple of the number of banks");
  EXPECT_EQ(error_after([](json& m) { m["lanes_per_request"]["value"] = 33; }),
            "m.json: lanes_per_request.value: must be a whole number from 1 to 32, found 33");
}

TEST(MachineErrors, WordsAreChecked) {
  EXPECT_EQ(error_after([](json& m) { m["banks"]["status"] = "guessed"; }),
            "m.json: banks.status: must be one of measured, published, assumed, didactic, found \"guessed\"");
  EXPECT_EQ(error_after([](json& m) { m["name"] = ""; }), "m.json: name: must be a text that is not empty, found \"\"");
  EXPECT_EQ(error_after([](json& m) { m["aliases"] = "sm_90"; }), "m.json: aliases: must be a list, found \"sm_90\"");
  EXPECT_EQ(error_after([](json& m) { m["banks"] = 32; }), "m.json: banks: must be an object");
  EXPECT_EQ(error_after([](json& m) { m["sources"]["x"] = 1; }),
            "m.json: sources.x: must be a text that is not empty, found 1");
}

TEST(MachineErrors, MisspeltFieldsAreFound) {
  EXPECT_EQ(error_after([](json& m) { m["alias"] = json::array(); }),
            "m.json: alias: is not a known field; did you mean aliases?");
  EXPECT_EQ(error_after([](json& m) { m["phases"][0]["lane_per_phase"] = 3; }),
            "m.json: phases[0].lane_per_phase: is not a known field; did you mean lanes_per_phase?");
  EXPECT_EQ(error_after([](json& m) { m["facts"][1]["colour"] = 3; }), "m.json: facts[1].colour: is not a known field");
}

TEST(MachineErrors, PhaseRulesAreCompleteAndUnique) {
  EXPECT_EQ(error_after([](json& m) { m["phases"].erase(3); }),
            "m.json: phases: has no rule for load of 8 bytes per lane");
  EXPECT_EQ(error_after([](json& m) { m["phases"].push_back(m["phases"][1]); }),
            "m.json: phases[21].access: store of 8 bytes per lane has a rule already");
  EXPECT_EQ(error_after([](json& m) {
              m["phases"][0]["widths"] = {1, 2, 3};
            }),
            "m.json: phases[0].widths: 3 is not 1, 2, 4, 8 or 16");
  EXPECT_EQ(error_after([](json& m) { m["phases"][0]["widths"] = json::array(); }),
            "m.json: phases[0].widths: must not be empty");
  EXPECT_EQ(error_after([](json& m) {
              m["phases"][0]["access"] = {"load", "save"};
            }),
            "m.json: phases[0].access[1]: must be one of load, store, atomic, red, ldmatrix, stmatrix, increment, "
            "merged atomic, compare-and-swap, update loop, update loop by generic address, found \"save\"");
  EXPECT_EQ(error_after([](json& m) { m["phases"][3]["merged_lanes_per_phase"] = 16; }),
            "m.json: phases[3].merged_lanes_per_phase: must be more than lanes_per_phase");
  EXPECT_EQ(error_after([](json& m) { m["phases"][3].erase("pair_distances"); }),
            "m.json: phases[3].pair_distances: must be given together with merged_lanes_per_phase");
  EXPECT_EQ(error_after([](json& m) { m["phases"][0]["counts"] = "bytes"; }),
            "m.json: phases[0].counts: must be one of words, lanes, found \"bytes\"");
  EXPECT_EQ(error_after([](json& m) { m["phases"] = 1; }), "m.json: phases: must be a list, found 1");
}

TEST(MachineErrors, BankChoiceIsChecked) {
  EXPECT_EQ(error_after([](json& m) {
              m["bank_choice"] = {{"minimum", 1}, {"maximum", 16}, {"title", "t"}};
            }),
            "m.json: banks.value: must lie within bank_choice");
  EXPECT_EQ(error_after([](json& m) {
              m["bank_choice"] = {{"minimum", 8}, {"maximum", 4}, {"title", "t"}};
            }),
            "m.json: bank_choice.maximum: must be a whole number from 8 to 64, found 4");
}

TEST(MachineErrors, TextThatIsNotJson) {
  for (const char* const text : {"", "{", "[1,", "{\"name\": }", "\xff"}) {
    const auto parsed = parse_machine(text, "m.json");
    ASSERT_FALSE(parsed) << text;
    EXPECT_TRUE(parsed.error().message.starts_with("m.json: line 1, column ")) << parsed.error().message;
    EXPECT_NE(parsed.error().message.find(": is not valid JSON: "), std::string::npos) << parsed.error().message;
  }
  for (const char* const text : {"[]", "3", "null"}) {
    const auto parsed = parse_machine(text, "m.json");
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().message, "m.json: must hold one JSON object");
  }
}

TEST(MachineErrors, ANumberThatNoNumberCanHold) {
  const auto parsed = parse_machine(R"({"name": "m", "banks": 26.37e488})", "m.json");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().message, "m.json: '26.37e488': is larger than a number can be");
}

class MachineFolder : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { scratch_.write(name, text); }
  [[nodiscard]] std::string error() const {
    const auto loaded = load_machines(folder_);
    return loaded ? "no error" : loaded.error().message;
  }
  test::ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
};

TEST_F(MachineFolder, MustExistAndHoldMachines) {
  EXPECT_NE(error().find("holds no .json file"), std::string::npos) << error();
  fs::remove_all(folder_);
  EXPECT_NE(error().find("cannot be read"), std::string::npos) << error();
}

TEST_F(MachineFolder, NamesTheFileThatIsWrong) {
  write("a.json", valid().dump());
  json other = valid();
  other["name"] = "other";
  other.erase("aliases");
  other["banks"]["value"] = 0;
  write("b.json", other.dump());
  EXPECT_EQ(error().find((folder_ / "b.json").string() + ": banks.value: "), 0U) << error();
}

TEST_F(MachineFolder, RefusesTwoMachinesOfOneName) {
  write("a.json", valid().dump());
  json other = valid();
  other["name"] = "other";
  other["aliases"] = {"cc9.0"};
  write("b.json", other.dump());
  EXPECT_EQ(error(), (folder_ / "b.json").string() + ": name: the name 'cc9.0' belongs to machine cc9.0 already");
}

TEST_F(MachineFolder, IgnoresOtherFiles) {
  write("a.json", valid().dump());
  write("readme.txt", "not a machine");
  EXPECT_EQ(error(), "no error");
}

}  // namespace
}  // namespace bankloom
