#include "gridcensus/plugin.hpp"

#include "orbit_search/forecast.hpp"
#include "orbit_search/sum_over_prefixes.hpp"
#include "orbit_search/templates.hpp"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace {

using namespace gridcensus;

/// "3e13".
std::string short_text(double value) {
  std::string text(32, '\0');
  text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.0e", value)));
  for (std::size_t at = text.find("e+"); at != std::string::npos; at = text.find("e+")) text.erase(at + 1, 1);
  if (const auto zero = text.find("e0"); zero != std::string::npos) text.erase(zero + 1, 1);
  return text;
}

class OrbitSearch final : public Strategy {
 public:
  struct Params {
    std::int64_t max_templates = 100'000;
    double max_grids = 1e12;
  };

  static About about() {
    return {.id = "orbit_search",
            .version = "1.0.0",
            .summary = "Fills grids symbol by symbol, from prefixes up to the computed symmetries.",
            .source = "none: orderly generation over the sets of cells that one symbol can take",
            .yields = {{Quantity::grids, Kind::exact}},
            .rules = SupportedRules::any};
  }

  static void describe(Schema<Params>& schema) {
    schema.field("max_templates", &Params::max_templates)
        .unit("sets")
        .at_least(1)
        .help(
            "Largest number of templates, the sets of cells that one symbol can take; problems with more are refused.");
    schema.field("max_grids", &Params::max_grids)
        .unit("grids")
        .at_least(1)
        .help(
            "Largest number of grids to be met, by an estimate accurate to a factor of ten; problems with more are "
            "refused. A core meets some 1e7 a second.");
  }

  explicit OrbitSearch(Params params) : params_{params} {}

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    const auto reason = why_not(problem);
    return reason ? refusal(quantities, *reason) : Offer{};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return orbit_search::sum_over_prefixes(request);
  }

 private:
  std::optional<std::string> why_not(const Problem& problem) const {
    if (problem.shape.side() > orbit_search::max_side_of_search) {
      return "the cells of a side above " + std::to_string(orbit_search::max_side_of_search) + " do not fit 128 bits";
    }
    if (!problem.symbols_are_alike() && problem.shape.side() > orbit_search::max_side_of_symbols) {
      return "the cells and symbols of a side above " + std::to_string(orbit_search::max_side_of_symbols) +
             " do not fit 128 bits, and the symbols are not alike";
    }
    const orbit_search::Constraints constraints{problem};
    const auto templates = orbit_search::all_templates(constraints, static_cast<std::size_t>(params_.max_templates));
    if (!templates) {
      return "there are more than " + group_digits(std::to_string(params_.max_templates)) +
             " templates, the sets of cells that one symbol can take; raise max_templates to try";
    }
    const double visits = orbit_search::estimated_visits(constraints, *templates);
    if (visits > params_.max_grids) {
      return "some " + short_text(visits) + " grids remain to be met after symmetry, and the limit is " +
             short_text(params_.max_grids) + "; raise max_grids to try";
    }
    return std::nullopt;
  }

  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(OrbitSearch);
