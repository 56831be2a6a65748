#pragma once

#include "host/catalog/catalog.hpp"
#include "host/experiment/form.hpp"

#include <cstdint>

namespace gridcensus::host {

/// A file that comes to more is refused before it is expanded.
inline constexpr std::uint64_t most_problems = 10'000;
inline constexpr std::uint64_t most_runs = 100'000;

/// The description of experiment files, with the strategies of the catalog and their parameters.
Form experiment_form(const Catalog& catalog);

}  // namespace gridcensus::host
