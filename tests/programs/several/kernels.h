// Of a program of several files: what its host code calls in the others.
#pragma once

/// Adds `value` to n elements of the device's memory, by a kernel of first.cu.
void add(int* data, int n, int value);
/// Multiplies them by `value`, by a kernel of second.cu, which has the same name.
void multiply(int* data, int n, int value);
