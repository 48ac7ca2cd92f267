#!/bin/sh
# Builds the plugin that `ocg spill-cost -plugin=FILE` loads: build.sh [OUTPUT]. Without -plugin ocg builds it itself.
set -eu
here=$(dirname "$0")
exec "${CC:-cc}" -std=c11 -O2 -Wall -Wextra -shared -fPIC "$here/spillcount.c" -o "${1:-$here/spillcount.so}"
