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
picture comparison "square/setRowReadCol vs square/setRowReadCol IPAD=1"
picture in-the-banks "square/setRowReadCol vs square/setRowReadCol IPAD=1 layout=physical" --theme light

# docs/lessons.md: a lesson each
picture lesson-1-square "square/setRowReadCol"
picture lesson-2-barriers "barriers/missingBarrier vs barriers/withBarrier at=1:0:0"
picture lesson-3-rectangular "rectangular/setRowReadCol vs rectangular/setRowReadColPad"
picture lesson-4-declarations "declarations/plainTwice vs declarations/volatileTwice at=0:1:0"
picture lesson-5-elements "elements/quadPerLane"
picture lesson-6-coalescing "coalescing/addStrided STRIDE=4"
picture lesson-7-swizzle "swizzle/columnPad vs swizzle/columnXor at=0:1:0"
picture lesson-8-transpose "transpose/tile vs transpose/tilePad tab=ladder"
picture lesson-9-mistakes "mistakes/narrowTile vs mistakes/narrowSwizzle at=0:1:1"
picture lesson-10-machines "machines/tenBanks vs machines/tenBanksPad machine=didactic10 tab=machines"
picture lesson-11-reuse "reuse/matmulTile at=0:6:32 tab=ladder"
picture lesson-12-waiting "waiting/sharedChain WARPS=8 vs waiting/sharedChain WARPS=8 STRIDE=32 at=0:8:2 tab=pipe"
picture lesson-13-claims "claims/blockShape BDIMX=1 vs claims/blockShape at=0:0:4 tab=curves"
