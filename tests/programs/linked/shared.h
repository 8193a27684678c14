// Of a program whose device code is linked (nvcc -rdc=true): what its files share on the device.
#pragma once

extern __device__ int counter;
extern __constant__ int powers[4];
__device__ int power_sum(int x);
__global__ void prepare(int* data);
