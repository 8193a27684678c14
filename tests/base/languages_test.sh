#!/bin/sh
# The texts of bankloom.pot are those of the sources, no literal for people is left out, and gettext can read the
# translations.
cd "$(dirname "$0")/../.." || exit 1
case $1 in
  texts) command -v python3 >/dev/null || { echo "there is no python3"; exit 77; }
    exec python3 -B scripts/extract_texts.py --check ;;
  literals) command -v python3 >/dev/null || { echo "there is no python3"; exit 77; }
    python3 -B scripts/extract_texts.py --literals || exit 1
    # It finds what is planted: a sentence, and a part that is glued to one; not what is translated.
    folder=$(mktemp -d) || exit 1
    trap 'rm -r "$folder"' EXIT
    cat > "$folder/planted.cpp" <<'EOF'
      Result<void> planted() { return fail_with({"the planted sentence is not translated"}); }
      std::string glued(int n) { return fmt::format("{} banks of it", n) + (n > 1 ? "; and more" : ""); }
      std::string made(int n) { return message("{} banks are translated", n); }
EOF
    if python3 -B scripts/extract_texts.py --literals "$folder/planted.cpp" > "$folder/found" 2>&1; then
      echo "planted literals were not found"; exit 1
    fi
    for words in 'the planted sentence is not' '{} banks of it' '; and more' '^3 literals'; do
      grep -q -- "$words" "$folder/found" || { echo "'$words' was not found"; cat "$folder/found"; exit 1; }
    done
    exit 0 ;;
  gettext) command -v msgfmt >/dev/null || { echo "there is no msgfmt (package gettext)"; exit 77; } ;;
esac
status=0
for file in assets/languages/*.po; do
  echo "$file"
  msgfmt --check --statistics -o /dev/null "$file" || status=1
done
exit $status
