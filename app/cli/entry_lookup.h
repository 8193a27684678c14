// Finds the function that a person means by a name: the commands say it as core/own does.
#pragma once

#include "core/own/entry_lookup.h"
