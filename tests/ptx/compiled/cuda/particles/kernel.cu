// A structure of arrays in memory, and a structure passed by value: points that move and are reflected at the walls of a box.
struct Points {
    float x[96];
    float y[96];
    float2 speed[96];
    short bounces[96];
};

struct Step {
    double time;
    float width, height;
    short first;
    unsigned char count;
    signed char direction[3];
};

__device__ bool reflect(float &place, float &speed, float end)
{
    bool below = place < 0.0f;
    bool above = place > end;
    if (below) place = -place;
    if (above) place = 2.0f * end - place;
    if (below || above) speed = -speed;
    return below || above;
}

extern "C" __global__ void particles(Points *points, const Step step)
{
    int i = step.first + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= step.first + step.count) return;
    float2 speed = points->speed[i];
    float time = static_cast<float>(step.time) * step.direction[i % 3];
    float x = points->x[i] + time * speed.x;
    float y = points->y[i] + time * speed.y;
    bool left_or_right = reflect(x, speed.x, step.width);
    bool above_or_below = reflect(y, speed.y, step.height);
    points->x[i] = x;
    points->y[i] = y;
    points->speed[i] = speed;
    points->bounces[i] += left_or_right + above_or_below;
}
