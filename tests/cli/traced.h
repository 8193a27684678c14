// What a run of bankloom starts: every program that one of its processes executes, with what that has at its beginning.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace bankloom::test {

struct StartedProcess {
  std::string file;                           ///< what is executed
  std::string folder;                         ///< the working one
  std::vector<std::string> arguments;         ///< with its name
  std::vector<std::string> environment;       ///< "NAME=VALUE"
  std::set<int> descriptors;                  ///< that are open
  std::map<std::string, std::string> limits;  ///< soft ones, by the names in /proc/PID/limits
};

/// Calls a function in a copy of this process with a descriptor 100 left open; that and all processes that it starts
/// are traced (ptrace(2)).
std::vector<StartedProcess> trace_child(const std::function<void()>& child);

/// Runs bankloom so, in a folder, with variables added to the environment and its output in `said`.
std::vector<StartedProcess> trace_bankloom(const std::vector<std::string>& arguments,
                                           const std::filesystem::path& folder,
                                           const std::map<std::string, std::string>& variables,
                                           const std::filesystem::path& said);

}  // namespace bankloom::test
