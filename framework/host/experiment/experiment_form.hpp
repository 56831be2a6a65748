#pragma once

#include "host/catalog/catalog.hpp"
#include "host/document/form.hpp"

#include <cstdint>

namespace gridcensus::host {

/// A file that comes to more is refused before it is expanded.
inline constexpr std::uint64_t most_problems = 10'000;
/// The same of those that lists of layouts come to, all layouts of 6x6 among them.
inline constexpr std::uint64_t max_listed_problems = 100'000;
/// Every two runs on a problem, or on it and its transpose, are compared.
inline constexpr std::uint64_t most_pairs = 1'000'000;

/// The description of experiment files, with the strategies of the catalog and their parameters.
Form experiment_form(const Catalog& catalog);

}  // namespace gridcensus::host
