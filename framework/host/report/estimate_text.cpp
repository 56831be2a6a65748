#include "host/report/estimate_text.hpp"

#include "host/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridcensus::host {

std::string estimate_text(Real value, Real standard_error) {
  const Real relative = value == 0 ? 0 : std::fabs(standard_error / value);
  const int digits = relative > 0 ? std::clamp(static_cast<int>(1 - std::floor(std::log10(relative))), 2, 18) : 6;
  std::string text = fmt::format("{:.{}Lg}", value, digits);
  // 6.7e+06 is shown as 6.7e6.
  if (const auto exponent = text.find("e+"); exponent != std::string::npos) {
    text.erase(exponent + 1, text.find_first_not_of("+0", exponent + 1) - exponent - 1);
  }
  return relative > 0 ? fmt::format("{} +- {:.2Lg} %", text, 100 * relative) : text;
}

std::string unfinished_text(const std::optional<Estimate>& so_far, std::uint64_t units,
                            const std::optional<std::uint64_t>& units_of) {
  if (so_far) return "unfinished; so far " + estimate_text(so_far->value, so_far->standard_error);
  if (units_of && units > 0) return fmt::format("unfinished; {} of {}", units, counted(*units_of, "unit"));
  return "unfinished";
}

}  // namespace gridcensus::host
