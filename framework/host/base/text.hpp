#pragma once

#include <cstdint>
#include <string>

namespace gridcensus::host {

/// "512 KiB", "1.5 GiB": the size in the unit that fits, for people.
std::string bytes_text(std::uint64_t bytes);

/// "45 s", "12 min 05 s", "3 h 20 min", "16 days": rounded up, for people.
std::string duration_text(double seconds);

}  // namespace gridcensus::host
