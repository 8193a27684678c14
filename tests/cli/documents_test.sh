#!/usr/bin/env bash
# Tries the man page and the completions as readers and shells do: documents_test.sh PROGRAM PART. 77: not possible here.
set -euo pipefail
program=$1 part=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" --lang en documents "$folder"

# expect COMMAND-LINE WANTED UNWANTED: what completes it has one word and not the other.
expect() {
  local got
  got=$(complete_line "$1")
  grep -qxF -- "$2" <<<"$got" || { printf '%s: no "%s" in:\n%s\n' "$1" "$2" "$got" && exit 1; }
  ! grep -qxF -- "$3" <<<"$got" || { printf '%s: "%s" is in:\n%s\n' "$1" "$3" "$got" && exit 1; }
}

expect_completions() {
  cd "$folder"
  touch own.cu own.txt
  expect 'bankloom exp' export render
  expect 'bankloom export --fig' --figure --fps
  expect 'bankloom export --figure ti' tile banks
  expect 'bankloom export square/' square/setRowReadCol rectangular/setRowReadCol
  expect 'bankloom analyze ow' own.cu own.txt
  expect 'bankloom analyze square/setRowReadCol --format c' csv text
  expect 'bankloom square/setRowReadCol --theme pro' projector dark
}

case $part in
  man)
    if command -v mandoc >/dev/null; then mandoc -Tlint -W error "$folder/bankloom.1"; fi
    if command -v groff >/dev/null; then
      said=$(groff -man -Tutf8 -P-cbou -ww "$folder/bankloom.1" 2>&1 >"$folder/shown")
      [ -z "$said" ] || { printf '%s\n' "$said" && exit 1; }
      grep -q "EXIT STATUS" "$folder/shown"
      grep -q -- '--figure' "$folder/shown"
    elif ! command -v mandoc >/dev/null; then
      echo "neither groff nor mandoc is here" && exit 77
    fi
    ;;
  bash)
    complete_line() (
      . "$folder/bankloom.bash"
      read -ra COMP_WORDS <<<"$1"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _bankloom
      printf '%s\n' "${COMPREPLY[@]}"
    )
    expect_completions
    expect 'bankloom analyze square/setRowReadCol --set IPA' IPAD= BDIMX=
    ;;
  zsh)
    command -v zsh >/dev/null || { echo "zsh is not here" && exit 77; }
    # In a terminal of its own, because only there zsh completes; what it would insert is noted.
    complete_line() {
      FOLDER=$folder LINE=$1 zsh -f <<'EOF'
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PROMPT=; fpath=(\$FOLDER \$fpath); autoload -Uz compinit; compinit -u -D; cd \$FOLDER"
zpty -w z "compadd() { if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd \"\$@\"; return; fi; local -a hits; builtin compadd -O hits \"\$@\"; print -rl -- \$hits >>\$FOLDER/hits; builtin compadd \"\$@\" }"
zpty -w z "print ready >\$FOLDER/ready"
repeat 50; do [[ -e $FOLDER/ready ]] && break; sleep 0.1; done
zpty -w -n z "$LINE"$'\t'
sleep 1
zpty -d z
EOF
      cat "$folder/hits" 2>/dev/null || true
      rm -f "$folder/hits" "$folder/ready"
    }
    expect_completions
    ;;
  fish)
    command -v fish >/dev/null || { echo "fish is not here" && exit 77; }
    complete_line() { HOME=$folder fish -c "source '$folder/bankloom.fish'; complete -C '$1'" | cut -f 1; }
    expect_completions
    ;;
esac
