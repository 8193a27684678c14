#!/bin/sh
# compile_with.sh COMPILER OTHER ARGUMENT...: has COMPILER compile what OTHER was to. CMake knows one compiler a language.
compiler=$1
shift 2
# Clang would read the precompiled header that stands where it is to write one.
case " $* " in
  *" -x c++-header "*)
    for argument; do
      [ "$before" != -o ] || rm -f "$argument"
      before=$argument
    done
    ;;
esac
exec "$compiler" "$@"
