#!/usr/bin/env bash
# Draws the pictures of the documents anew: scripts/make_pictures.sh [PROGRAM]
# Look at them before they are committed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=${1:-build/release/app/bankloom}
folder=docs/pictures
mkdir -p "$folder"
picture() { "$program" render --size 1600x900 --no-caption --out "$folder/$1.png" "${@:2}"; }
picture comparison --scene "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:20"
picture in-the-banks --scene "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:20 layout=physical" --theme light
