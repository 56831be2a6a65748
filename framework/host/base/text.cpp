#include "host/base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace gridcensus::host {

std::string bytes_text(std::uint64_t bytes) {
  static constexpr std::array<std::string_view, 5> units{"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < units.size(); ++unit) size /= 1024;
  return fmt::format("{:.3g} {}", size, units.at(unit));
}

}  // namespace gridcensus::host
