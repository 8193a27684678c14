#include "documented_processes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <utility>

#include "core/base/files.h"
#include "core/base/result.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;

/// A row of the table of docs/SECURITY.md: how a process is started.
struct DocumentedProcess {
  std::string processes;
  std::set<std::string> names;  ///< in these words
  bool has_others = false;      ///< what these start
  std::string folder, environment, descriptors, limits;
};

std::vector<DocumentedProcess> documented_processes() {
  std::vector<DocumentedProcess> rows;
  std::istringstream page(bankloom::read_file(fs::path(BANKLOOM_SOURCE_DIR) / "docs/SECURITY.md").value_or(""));
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| ")) continue;
    std::vector<std::string> cells;
    for (std::size_t at = 2, end = 0; (end = line.find(" |", at)) != std::string::npos; at = end + 3) {
      cells.push_back(line.substr(at, end - at));
    }
    if (cells.size() != 6 || cells[0] == "process") continue;
    DocumentedProcess row{cells[0], {},      cells[0].find("what it starts") != std::string::npos, cells[2], cells[3],
                          cells[4], cells[5]};
    const std::string& names = cells[0];
    for (std::size_t at = names.find('`'), end = 0; at != std::string::npos; at = names.find('`', end + 1)) {
      end = names.find('`', at + 1);
      row.names.insert(names.substr(at + 1, end - at - 1));
    }
    if (row.names.empty()) row.names.insert(names);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// "x86_64-linux-gnu-gcc-12" is gcc.
std::string plain_name(const StartedProcess& process) {
  const std::string name = fs::path(process.file).filename().string();
  for (const char* plain : {"gcc", "g++", "as", "ld", "addr2line"}) {
    if (name.find(std::string("linux-gnu-") + plain) != std::string::npos) return plain;
  }
  if (name == "dash" || name == "bash") return "sh";
  return name == "a" ? "the program" : name;
}

/// Whether a row is about such a process. Of bankloom's own each has its row.
bool is_about(const DocumentedProcess& row, const StartedProcess& process) {
  if (!row.has_others && !row.names.contains(plain_name(process))) return false;
  constexpr std::array kWorkers{std::pair("--gpu-worker", "GPU worker"), std::pair("--compile-worker", "compiler")};
  return std::ranges::all_of(kWorkers, [&](const auto& worker) {
    const bool has_option = std::ranges::find(process.arguments, worker.first) != process.arguments.end();
    return !has_option || row.processes.find(worker.second) != std::string::npos;
  });
}

/// Whether a list of folders has one that depends on where a program works.
bool has_relative(const std::string& list) {
  std::istringstream folders(list);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!folder.starts_with('/')) return true;
  }
  return list.ends_with(':');
}

/// What is not as the row says; empty if all is.
std::string difference(const StartedProcess& process, const DocumentedProcess& row, const fs::path& here) {
  const std::string& folder = row.folder;
  const bool is_temporary = process.folder.find("/bankloom-") != std::string::npos;
  const bool is_there =
      folder == "any" || (folder == "`/`" && process.folder == "/") ||
      (folder.starts_with("`out`") && is_temporary && process.folder.ends_with("/work/out")) ||
      (folder.starts_with("`lines`") && is_temporary && process.folder.ends_with("/work/lines")) ||
      (folder == "the copy that is built" && is_temporary && process.folder.ends_with("/copy")) ||
      ((folder == "the current one" || folder.starts_with("where bankloom works")) && process.folder == here);
  if (!is_there) return "works in " + process.folder;
  const bool is_confined = row.environment.starts_with("confined");
  for (const std::string& entry : process.environment) {
    const std::string name = entry.substr(0, entry.find('='));
    if (name.starts_with("SECRET") || name == "PYTHONPATH" || name == "BASH_ENV") return "has " + entry;
    // Of what was planted this one is only for ours.
    if (is_confined && (name == "BANKLOOM_PLANTED" || name.ends_with("_proxy"))) return "has " + entry;
    const bool is_list = name == "PATH" || name == "LD_LIBRARY_PATH";
    if (is_list && has_relative(entry.substr(name.size() + 1))) return "has " + entry;
    if (is_confined && name == "HOME" && entry == "HOME=" + here.string()) return "has " + entry;
  }
  const int most = row.descriptors.at(5) - '0';
  if (!process.descriptors.empty() && *process.descriptors.rbegin() > most)
    return fmt::format("has descriptor {}", *process.descriptors.rbegin());
  const auto limit = [&](const char* name) { return process.limits.at(name); };
  if (row.limits.find("1 GiB a file") != std::string::npos && !row.names.contains("bwrap")) {
    if (limit("Max file size") != "1073741824") return "writes files of " + limit("Max file size");
    if (limit("Max core file size") != "0") return "writes cores";
    if (limit("Max cpu time") == "unlimited") return "has no limit of processor time";
    if (limit("Max data size") == "unlimited") return "has no limit of memory";
    constexpr std::uint64_t kMemory = std::uint64_t{8} << 30U;
    if (row.limits.find("8 GiB,") != std::string::npos && std::stoull(limit("Max data size")) > kMemory)
      return "may hold " + limit("Max data size");
    if (limit("Max processes") == "unlimited") return "has no limit of processes";
  }
  return {};
}

}  // namespace

std::map<std::string, std::string> planted_variables() {
  return {{"SECRET_TOKEN", "x"},
          {"PYTHONPATH", "/nowhere"},
          {"BASH_ENV", "/nowhere"},
          {"BANKLOOM_PLANTED", "x"},
          {"https_proxy", "u:secret@h"}};
}

std::set<std::string> expect_documented(const std::vector<StartedProcess>& started, const fs::path& here) {
  const auto rows = documented_processes();
  EXPECT_GT(rows.size(), 10U);
  std::set<std::string> seen;
  for (const StartedProcess& process : started) {
    seen.insert(plain_name(process));
    std::string why = "is not in the list";
    for (const DocumentedProcess& row : rows) {
      if (!is_about(row, process)) continue;
      why = difference(process, row, fs::canonical(here));
      if (why.empty()) break;
    }
    EXPECT_EQ(why, "") << process.file;
    EXPECT_TRUE(process.file.starts_with('/')) << process.file;
  }
  return seen;
}

}  // namespace bankloom::test
