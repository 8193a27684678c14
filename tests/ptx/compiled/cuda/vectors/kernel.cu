// Vector loads, bytes and halves of words, bits, saturation, mixed widths.
struct alignas(8) Pixel {
    unsigned short red, green, blue, alpha;
};

extern "C" __global__ void vectors(float4 *floats, Pixel *pixels, uint4 *bits, const float4 *in, const uint2 *words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 value = in[i];
    uint2 word = __ldg(words + i);
    floats[i] = make_float4(__fmaf_rn(value.x, value.y, value.z), sqrtf(value.w), __saturatef(value.x - value.y),
                            static_cast<float>(static_cast<int>(word.x)));
    pixels[i] = Pixel{static_cast<unsigned short>(word.x >> 16), static_cast<unsigned short>(word.y),
                      static_cast<unsigned short>(value.x < value.y ? 1 : 2),
                      static_cast<unsigned short>(static_cast<unsigned char>(word.x) * 257)};
    unsigned long long both = (static_cast<unsigned long long>(word.x) << 32) | word.y;
    bits[i] = make_uint4(__byte_perm(word.x, word.y, 0x5173), __popc(word.x) + 100 * __clz(static_cast<int>(word.y)),
                         __brev(word.x ^ word.y), static_cast<unsigned>(both * 0x9e3779b97f4a7c15ull >> 40));
}
