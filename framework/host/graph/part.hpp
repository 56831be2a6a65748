#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
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

constexpr std::uint64_t max_parts = 100'000;

/// Returns the value of an environment variable, or nullptr.
using Environment = std::function<const char*(const char*)>;

/// Returns the part that `--part` names: "2/8", or "auto" for the number that a scheduler has given to this process.
///
/// Recognises job arrays of Slurm, and processes that were started together: by Open MPI, by another MPI that uses PMI,
/// or as a step of Slurm. Processes within a task of an array subdivide that task's part: the second of four in the
/// third of eight tasks counts part 10 of 32.
///
/// @throws BadInput  the text has neither form; a number is out of range; the numbers do not determine how many parts
///                   there are.
Part read_part(const std::string& text, const Environment& environment = ::getenv);

}  // namespace gridcensus::host
