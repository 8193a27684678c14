// The machines in assets/machines: they load, they say where their facts are from, and they are what was published.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "../schema/complaint.h"
#include "core/base/json_record.h"
#include "core/machine/machine_model.h"

namespace bankloom {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(BANKLOOM_SOURCE_DIR) / "assets/machines";

std::vector<MachineModel> machines() {
  auto loaded = load_machines(kFolder);
  EXPECT_TRUE(loaded) << loaded.error().message;
  return loaded.value_or(std::vector<MachineModel>{});
}

MachineModel machine(const std::string& name) {
  auto found = find_machine(machines(), name);
  EXPECT_TRUE(found) << found.error().message;
  return found.value_or(MachineModel{});
}

std::string error_of(const std::string& name) {
  const auto found = find_machine(machines(), name);
  return found ? "found " + found->name : found.error().message;
}

TEST(MachineFiles, DefaultComesFirstThenByNumber) {
  std::vector<std::string> names;
  for (const MachineModel& model : machines()) names.push_back(model.name);
  const std::vector<std::string> expected = {"cc9.0",  "cc1.x",     "cc2.x",     "cc3.x-4byte", "cc3.x-8byte",
                                             "cc5.x",  "cc6.x",     "cc7.0",     "cc8.0",       "cc8.6",
                                             "cc10.0", "didactic5", "didactic10"};
  EXPECT_EQ(names, expected);
}

TEST(MachineFiles, TheSchemaDescribesTheFieldsThatTheReaderAsksFor) {
  const AskedFields asked;
  ASSERT_FALSE(machines().empty());
  EXPECT_EQ(test::difference(asked.names, {"machine.schema.json"}), "");
}

TEST(MachineFiles, EveryFactHasItsSource) {
  for (const MachineModel& model : machines()) {
    EXPECT_FALSE(model.generation.empty());
    EXPECT_TRUE(model.title.starts_with(model.generation)) << model.title;
    EXPECT_FALSE(model.not_modelled.empty()) << model.name;
    EXPECT_GE(model.facts.size(), 10U) << model.name;
    for (const MachineFact& fact : model.facts) {
      EXPECT_FALSE(fact.name.empty() || fact.value.empty()) << model.name;
      EXPECT_GT(fact.source.size(), 12U) << model.name << ": " << fact.name;  // a text, not the name of a source
    }
  }
}

TEST(MachineFiles, MeasuredFactsBelongToTheMeasuredMachine) {
  for (const MachineModel& model : machines()) {
    const bool measured = std::any_of(model.facts.begin(), model.facts.end(),
                                      [](const MachineFact& fact) { return fact.status == FactStatus::measured; });
    EXPECT_EQ(measured, model.name == "cc9.0") << model.name;
  }
  const MachineModel model = machine("cc9.0");
  EXPECT_EQ(model.rule(AccessOp::load, 8).status, FactStatus::measured);
  EXPECT_EQ(model.rule(AccessOp::reduction, 4).status, FactStatus::measured);
  EXPECT_EQ(model.rule(AccessOp::reduction, 16).status, FactStatus::assumed);
  EXPECT_EQ(model.rule(AccessOp::update_loop, 8).status, FactStatus::measured);
  EXPECT_EQ(model.rule(AccessOp::stmatrix, 16).status, FactStatus::assumed);
}

TEST(MachineFiles, HopperIsAsMeasured) {
  const MachineModel model = machine("cc9.0");
  EXPECT_EQ(model.banks, 32U);
  EXPECT_EQ(model.bank_bytes, 4U);
  EXPECT_EQ(model.lanes_per_request, 32U);
  EXPECT_EQ(model.shared_bytes_per_block, 232'448U);
  EXPECT_EQ(model.multiprocessors, 132U);
  EXPECT_EQ(model.rule(AccessOp::load, 4).lanes_per_phase, 32U);
  EXPECT_EQ(model.rule(AccessOp::store, 8).lanes_per_phase, 16U);
  EXPECT_EQ(model.rule(AccessOp::store, 8).merged_lanes_per_phase, 0U);
  EXPECT_EQ(model.rule(AccessOp::load, 8).merged_lanes_per_phase, 32U);
  EXPECT_EQ(model.rule(AccessOp::load, 16).lanes_per_phase, 8U);
  EXPECT_EQ(model.rule(AccessOp::load, 16).merged_lanes_per_phase, 16U);
  EXPECT_EQ(model.rule(AccessOp::load, 16).pair_distances, 0b110U);
  EXPECT_EQ(model.rule(AccessOp::ldmatrix, 16).lanes_per_phase, 8U);
  EXPECT_TRUE(model.rule(AccessOp::reduction, 4).lane_by_lane);
}

TEST(MachineFiles, OlderMachinesAreAsPublished) {
  EXPECT_EQ(machine("cc1.x").banks, 16U);
  EXPECT_EQ(machine("cc1.x").lanes_per_request, 16U);
  EXPECT_EQ(machine("cc1.x").threads_per_block, 512U);
  for (const char* const name : {"cc2.x", "cc5.x", "cc6.x", "cc7.0", "cc8.0", "cc8.6", "cc10.0"}) {
    EXPECT_EQ(machine(name).banks, 32U) << name;
    EXPECT_EQ(machine(name).bank_bytes, 4U) << name;
    EXPECT_EQ(machine(name).pair_segment_words, 0U) << name;
  }
  EXPECT_EQ(machine("cc3.x-8byte").bank_bytes, 8U);
  EXPECT_EQ(machine("cc3.x-8byte").pair_segment_words, 0U);
  EXPECT_EQ(machine("cc3.x-4byte").bank_bytes, 4U);
  EXPECT_EQ(machine("cc3.x-4byte").pair_segment_words, 64U);
}

TEST(MachineFiles, OnlyNewMachinesMergeIncrements) {
  for (const char* const name : {"cc5.x", "cc6.x", "cc7.0"}) {
    EXPECT_TRUE(machine(name).rule(AccessOp::increment, 4).lane_by_lane) << name;
    EXPECT_FALSE(machine(name).rule(AccessOp::merged, 4).lane_by_lane) << name;
  }
  for (const char* const name : {"cc8.0", "cc8.6", "cc9.0", "cc10.0"}) {
    EXPECT_FALSE(machine(name).rule(AccessOp::increment, 4).lane_by_lane) << name;
    EXPECT_FALSE(machine(name).rule(AccessOp::merged, 4).lane_by_lane) << name;
  }
}

TEST(MachineFiles, SatisfyTheSchema) {
  unsigned files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    EXPECT_EQ(test::complaint("machine.schema.json", test::read_json(entry.path())), "") << entry.path();
    ++files;
  }
  EXPECT_EQ(files, machines().size());
}

TEST(FindMachine, TakesNamesAndAliases) {
  EXPECT_EQ(machine("cc3.x-8byte").name, "cc3.x-8byte");
  EXPECT_EQ(machine("kepler8").name, "cc3.x-8byte");
  EXPECT_EQ(machine("sm_90").name, "cc9.0");
  EXPECT_EQ(machine("didactic").name, "didactic10");
}

TEST(FindMachine, GivesTheDidacticMachineTheBanksAskedFor) {
  for (const unsigned banks : {1U, 5U, 7U, 10U, 64U}) {
    const std::string name = fmt::format("didactic:{}", banks);
    const MachineModel model = machine(name);
    EXPECT_EQ(model.name, name);
    EXPECT_EQ(model.banks, banks);
    EXPECT_EQ(model.lanes_per_request, std::min(banks, 32U));
    EXPECT_NE(model.title.find(std::to_string(banks)), std::string::npos);
    EXPECT_EQ(model.title.find('{'), std::string::npos);
    EXPECT_EQ(model.facts.front().value, std::to_string(banks));
  }
  EXPECT_EQ(machine("didactic:5").lanes_per_request, machine("didactic5").lanes_per_request);
  EXPECT_EQ(machine("didactic10:3").banks, 3U);
}

TEST(FindMachine, SaysWhatIsWrong) {
  EXPECT_EQ(error_of("c9.0"), "there is no machine 'c9.0'; did you mean 'cc9.0'?");
  EXPECT_EQ(error_of("keppler8"), "there is no machine 'keppler8'; did you mean 'kepler8'?");
  EXPECT_NE(error_of("pentium").find("there are cc9.0, cc1.x"), std::string::npos) << error_of("pentium");
  for (const char* const name :
       {"didactic:0", "didactic:65", "didactic:", "didactic:x", "didactic:7x", "didactic:-1"}) {
    EXPECT_NE(error_of(name).find("must be a whole number from 1 to 64"), std::string::npos) << error_of(name);
  }
  EXPECT_EQ(error_of("cc9.0:16"), "machine 'cc9.0' has 32 banks; their number cannot be chosen");
}

}  // namespace
}  // namespace bankloom
