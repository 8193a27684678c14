// The table of docs/SECURITY.md: which processes bankloom starts, and how.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "traced.h"

namespace bankloom::test {

/// For bankloom's environment: secrets, and what steers other programs; it has to keep most of them to itself.
[[nodiscard]] std::map<std::string, std::string> planted_variables();

/// Expects that each of these processes of a bankloom in the folder `here` is as a row of the table says. Their names,
/// without those of machines and versions.
std::set<std::string> expect_documented(const std::vector<StartedProcess>& started, const std::filesystem::path& here);

}  // namespace bankloom::test
