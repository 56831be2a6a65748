#pragma once

#include "host/graph/part.hpp"

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>

namespace gridcensus::host {

constexpr std::uint64_t max_parts = 100'000;

/// A variable of the environment, or nullptr.
using Environment = std::function<const char*(const char*)>;

/// The part that `--part` names: "2/8", or "auto": the number that a scheduler has given to this process.
///
/// Known are job arrays of Slurm, and processes that were started together: by Open MPI, by another MPI that speaks
/// PMI, or as a step of Slurm. Processes within a task of an array number that task's part once more: the second of
/// four in the third of eight tasks does part 10 of 32.
///
/// @throws BadInput  neither form; a number out of range; numbers that do not tell of how many parts this is one.
Part read_part(const std::string& text, const Environment& environment = ::getenv);

}  // namespace gridcensus::host
