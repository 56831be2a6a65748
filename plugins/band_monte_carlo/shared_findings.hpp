#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"

/// The findings that both modes report under the same names, so the modes are compared stage by stage.
namespace gridcensus::band_monte_carlo {

void add_listed_bands(const Integer& listed, Findings& findings);
void add_first_stage_hit_rate(const Estimate& rate, Findings& findings);
void add_second_stage_hit_rate(const Estimate& rate, Findings& findings);
void add_combined_hit_rate(const Estimate& rate, Findings& findings);

}  // namespace gridcensus::band_monte_carlo
