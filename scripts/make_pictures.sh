#!/usr/bin/env bash
# Draws the pictures of the documents anew: scripts/make_pictures.sh [PROGRAM]
# Look at them before they are committed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=${1:-build/release/app/bankloom}
folder=docs/pictures
export LANGUAGE=en
mkdir -p "$folder"
# picture NAME SCENE [OPTION...]
picture() { "$program" render --size 1600x900 --no-caption --out "$folder/$1.png" --scene "bankloom $2" "${@:3}"; }

# README.md
picture comparison "square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:20"
picture in-the-banks "square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:20 layout=physical" --theme light

# docs/lessons.md: a lesson each
picture lesson-1-square "square/setRowReadCol at=0:1:11"
picture lesson-2-rectangular "rectangular/setRowReadCol vs rectangular/setRowReadColPad at=0:1:6"
picture lesson-3-declarations "declarations/plainTwice vs declarations/volatileTwice at=0:1:0"
picture lesson-4-machines "machines/tenBanks vs machines/tenBanksPad machine=didactic10 at=0:12:5 tab=machines"
picture lesson-5-elements "elements/quadPerLane at=0:1:1"
picture lesson-6-coalescing "coalescing/addStrided STRIDE=4 at=0:0:5"
picture lesson-7-transpose "transpose/tile vs transpose/tilePad at=0:2:9 tab=ladder"
picture lesson-8-swizzle "swizzle/columnPad vs swizzle/columnXor at=0:1:0"
picture lesson-9-mistakes "mistakes/missingBarrier vs mistakes/withBarrier at=1:0:0"
