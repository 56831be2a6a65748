#include "band_monte_carlo/shared_findings.hpp"

namespace gridcensus::band_monte_carlo {

void add_listed_bands(const Integer& listed, Findings& findings) {
  findings["listed_bands"] = {Exact{listed}, "bands with a given first row and the other rows in order"};
}

void add_first_stage_hit_rate(const Estimate& rate, Findings& findings) {
  findings["first_stage_hit_rate"] = {rate, "share of pairs of random bands that do not clash"};
}

void add_second_stage_hit_rate(const Estimate& rate, Findings& findings) {
  findings["second_stage_hit_rate"] = {rate,
                                       "share of choices of the other bands that complete the grid, given such a pair"};
}

void add_combined_hit_rate(const Estimate& rate, Findings& findings) {
  findings["combined_hit_rate"] = {rate, "share of choices of all bands that make a grid"};
}

}  // namespace gridcensus::band_monte_carlo
