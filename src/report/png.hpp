// Pixels as a PNG file.
#pragma once

#include <string>

namespace mercer {

enum class Channels { grey = 1, rgb = 3 };

// The pixels row by row from the top, a byte a channel.
std::string png(int width, int height, Channels channels, const std::string& pixels);

}  // namespace mercer
