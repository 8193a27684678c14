// YUV4MPEG2, uncompressed video that encoders read from a pipe: https://wiki.multimedia.cx/index.php/YUV4MPEG2
//
// Written with all colour samples (C444), as BT.709 in the limited range of video: luma 16 to 235, colour 16 to 240.
// The header states the range; the format has no word for the matrix.
#pragma once

#include <string>

#include "gfx/frame_rate.h"
#include "gfx/image.h"
#include "gfx/pixels.h"

namespace bankloom::gfx {

[[nodiscard]] std::string y4m_header(PixelSize size, FrameRate rate);
/// A picture, without its transparency.
[[nodiscard]] std::string y4m_frame(const Image& image);

}  // namespace bankloom::gfx
