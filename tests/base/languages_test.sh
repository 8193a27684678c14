#!/bin/sh
# The texts of bankloom.pot are those of the sources, and gettext can read the translations.
cd "$(dirname "$0")/../.." || exit 1
case $1 in
  texts) command -v python3 >/dev/null || { echo "there is no python3"; exit 77; }
    exec python3 -B scripts/extract_texts.py --check ;;
  gettext) command -v msgfmt >/dev/null || { echo "there is no msgfmt (package gettext)"; exit 77; } ;;
esac
status=0
for file in assets/languages/*.po; do
  echo "$file"
  msgfmt --check --statistics -o /dev/null "$file" || status=1
done
exit $status
