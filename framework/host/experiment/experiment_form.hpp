#pragma once

#include "host/catalog/catalog.hpp"
#include "host/document/form.hpp"

#include <cstdint>
#include <string>

namespace gridcensus::host {

/// The limit of problems of a file; a file with more is refused before it is expanded.
inline constexpr std::uint64_t max_problems = 10'000;
/// The limit of problems from lists of layouts; it admits all layouts of 6x6.
inline constexpr std::uint64_t max_listed_problems = 100'000;
/// The limit of runs: each takes about 15 KB of memory until the experiment ends.
inline constexpr std::uint64_t max_runs = 300'000;

/// Returns the form of experiment files, with the strategies of the catalog and their parameters.
Form experiment_form(const Catalog& catalog);

/// Returns the JSON Schema (draft-07) of experiment files, from their form.
std::string experiment_schema(const Catalog& catalog);

}  // namespace gridcensus::host
