#!/usr/bin/env bash
# Whether the project has one version, and what cmake/build_facts.cmake makes of Git's tags, in a repository made for it:
# version_test.sh CMAKE. 77: not possible here.
set -euo pipefail
cmake=$1 root=$(realpath "$(dirname "$0")/../..")
facts=$root/cmake/build_facts.cmake
version=$(sed -nE 's/^project\(bankloom VERSION ([0-9.]+).*/\1/p' "$root/CMakeLists.txt")
newest=$(sed -nE '/^## /{s/^## ([0-9.]+) .*/\1/p;q}' "$root/CHANGELOG.md")
[ "$newest" = "$version" ] || { echo "CMakeLists.txt says version $version, CHANGELOG.md $newest" && exit 1; }
newest=$(sed -nE '/<release /{s/.*version="([0-9.]+)".*/\1/p;q}' "$root/assets/desktop/bankloom.metainfo.xml")
[ "$newest" = "$version" ] || { echo "CMakeLists.txt says version $version, bankloom.metainfo.xml $newest" && exit 1; }

command -v git >/dev/null || { echo "skipped: there is no git"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_{AUTHOR,COMMITTER}_NAME=nobody GIT_{AUTHOR,COMMITTER}_EMAIL=nobody@localhost
cd "$folder"

# expect PATTERN VERSION: what it says of a project of this version.
expect() {
  local said
  said=$("$cmake" -DSOURCE=. -DGIT=git "-DVERSION=$2" -P "$facts" 2>&1) || true
  grep -qE "$1" <<<"$said" || { printf 'version %s: "%s" is not %s\n' "$2" "$said" "$1" && exit 1; }
}

expect '^1\.0$' 1.0
git init --quiet .
for commit in 1 2 3; do git commit --quiet --allow-empty --message "$commit"; done
expect '^1\.0\.dev3\+g[0-9a-f]{7,}$' 1.0
git tag v1.0
git tag other
expect '^1\.0$' 1.0
expect 'the commit has the tag v1\.0, but CMakeLists\.txt says version 1\.1' 1.1
git commit --quiet --allow-empty --message 4
expect '^1\.0\+1\.g[0-9a-f]{7,}$' 1.0
expect '^1\.1\.dev4\+g[0-9a-f]{7,}$' 1.1
git tag v1.1
expect '^1\.1$' 1.1
expect 'the commit has the tag v1\.1' 1.0
