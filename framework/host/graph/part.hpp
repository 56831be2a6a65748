#pragma once

#include <cstdint>
#include <string>

namespace gridcensus::host {

/// The part of an experiment's units that a process counts; 1/1 is all of them.
struct Part {
  std::uint64_t number = 1;  ///< from 1
  std::uint64_t count = 1;

  bool is_whole() const { return count == 1; }
  bool operator==(const Part&) const = default;
};

/// Returns "2/8".
inline std::string to_string(const Part& part) {
  return std::to_string(part.number) + "/" + std::to_string(part.count);
}

inline constexpr std::uint64_t max_parts = 100'000;

/// Returns the part of this name: "2/8".
///
/// @throws BadInput  the text has another form, or a number is out of range.
Part read_part(const std::string& text);

}  // namespace gridcensus::host
