// A stack machine: a switch in a loop (a branch table) and virtual functions (tables of functions in global memory).
struct Operation {
    __device__ virtual long long apply(long long a, long long b) const = 0;
};
struct Shift : Operation {
    __device__ long long apply(long long a, long long b) const override { return a << (b & 15); }
};
struct Modulo : Operation {
    long long divisor;
    __device__ explicit Modulo(long long by) : divisor(by) {}
    __device__ long long apply(long long a, long long b) const override { return (a ^ b) % divisor; }
};

__device__ long long virtual_call(const Operation &operation, long long a, long long b)
{
    return operation.apply(a, b);
}

extern "C" __global__ void machine(long long *out, const unsigned char *code, int length)
{
    long long stack[16];
    int top = 0;
    Shift shift;
    Modulo modulo(1000 + threadIdx.x);
    const Operation *operations[2] = {&shift, &modulo};
    for (int at = 0; at < length; ++at) {
        long long a = top > 1 ? stack[top - 2] : 0;
        long long b = top > 0 ? stack[top - 1] : 0;
        switch (code[at]) {
            case 0: stack[top++] = threadIdx.x; break;
            case 1: stack[top++] = at * 7 - 20; break;
            case 2: stack[--top - 1] = a + b; break;
            case 3: stack[--top - 1] = a - b; break;
            case 4: stack[--top - 1] = a * b; break;
            case 5: stack[--top - 1] = b == 0 ? 0 : a / b; break;
            case 6: stack[--top - 1] = max(a, b); break;
            case 7: stack[top - 1] = -b; break;
            case 8: stack[--top - 1] = virtual_call(*operations[(a & 1) != 0], a, b); break;
            default: stack[top++] = 1LL << 40; break;
        }
    }
    out[threadIdx.x] = stack[top - 1];
}
