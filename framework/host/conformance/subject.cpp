#include "host/conformance/subject.hpp"

#include "host/base/text.hpp"
#include "host/conformance/check.hpp"
#include "host/fields/values.hpp"
#include "host/isolation/isolated_strategy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace gridcensus::host::conformance {

namespace {

/// The candidates for the quick shape, in this order.
const std::vector<Shape> shapes_with_units{{2, 3}, {3, 2}, {2, 2}, {3, 3}, {1, 4},
                                           {4, 1}, {1, 3}, {3, 1}, {2, 4}, {2, 5}};
constexpr std::chrono::duration<double> quick_seconds{2.0};

/// Checks whether all units together are quick, if each takes as long as the first. A single unit may be the start of a
/// program, which no smaller shape would make quicker, so it has the whole time whatever the effort.
bool is_quick(const Job& job, double effort) {
  const auto begin = std::chrono::steady_clock::now();
  unit_result_text(job, 0, 1);
  const std::chrono::duration<double> one = std::chrono::steady_clock::now() - begin;
  return one * static_cast<double>(job.units()) < quick_seconds * (job.units() == 1 ? 1 : effort);
}

/// Returns the kind of an answer on the first small shape that is not refused, or on the first shape if all are
/// refused.
Kind kind_of_answer(const Plugin& plugin, const Strategy& strategy, const ParameterValues& values, Quantity answer) {
  const Quantity quantity = plugin.counted_for(answer);
  std::optional<Kind> kind;
  for (const Shape shape : small_shapes) {
    const Offer offer = plugin.offer(strategy, values, {shape}, plugin.counted());
    const bool is_refused = offer.refused.contains(quantity);
    if (!kind || !is_refused) kind = offer.kinds.at(quantity);
    if (!is_refused) break;
  }
  return *kind;
}

}  // namespace

std::unique_ptr<Job> Prepared::prepare_again() const { return run().strategy->prepare(request()); }

Subject::Subject(Catalog& catalog, const Plugin& plugin, ParameterValues values, std::set<std::string> neighbours,
                 SuiteOptions options, std::function<void(const std::string&)> on_step)
    : catalog_{catalog},
      plugin_{plugin},
      values_{std::move(values)},
      neighbours_{std::move(neighbours)},
      published_{read_published_values(published_values_folder())},
      options_{std::move(options)},
      on_step_{std::move(on_step)} {}

/// Returns the parameter for the number of samples of an endless sampler; empty if the strategy has an end or does not
/// sample.
const std::string& Subject::parameter_of_samples() const {
  if (samples_) return *samples_;
  samples_.emplace();
  const auto number = std::ranges::find_if(plugin_.parameters, [](const ParameterSpec& spec) {
    return spec.ends_sampling && spec.type == ParameterType::integer;
  });
  if (number == plugin_.parameters.end()) return *samples_;  // asks for no offer, which may take long
  const bool has_end = std::ranges::any_of(plugin_.parameters, [this](const ParameterSpec& spec) {
    return spec.ends_sampling && values_.at(spec.name) != ParameterValue{};
  });
  const auto strategy = plugin_.create(values_);
  const bool estimates = std::ranges::any_of(plugin_.counted(), [&](Quantity quantity) {
    return kind_of_answer(plugin_, *strategy, values_, quantity) == Kind::estimate;
  });
  if (!has_end && estimates) samples_ = number->name;
  return *samples_;
}

ParameterValues Subject::values_with(std::int64_t samples) const {
  ParameterValues values = values_;
  if (!parameter_of_samples().empty()) values[*samples_] = samples;
  return values;
}

const Catalog& Subject::whole_catalog() {
  catalog_.open_all();
  return catalog_;
}

Offer Subject::offer(Shape shape) const {
  if (asked_ == nullptr) asked_ = strategy();
  return plugin_.offer(*asked_, values_with(default_samples), {shape}, plugin_.counted());
}

std::set<Quantity> Subject::accepted(Shape shape) const {
  auto quantities = plugin_.counted();
  const Offer offered = offer(shape);
  std::erase_if(quantities, [&](Quantity quantity) { return offered.refused.contains(quantity); });
  return quantities;
}

Kind Subject::kind(Quantity quantity) const {
  if (asked_ == nullptr) asked_ = strategy();
  return kind_of_answer(plugin_, *asked_, values_with(default_samples), quantity);
}

bool Subject::is_sampled(Quantity quantity) const {
  const Kind planned = kind(quantity);
  return planned == Kind::estimate || planned == Kind::approximation;
}

std::optional<Integer> Subject::published_value(Shape shape, Quantity quantity) const {
  const Problem problem{shape};
  const auto [base, divisor] = reduction(quantity, problem);
  for (const auto& value : published_.outcomes) {
    const auto* const exact = std::get_if<Exact>(&value.outcome);
    if (exact == nullptr || !value.origin.contested_by.empty()) continue;
    if (!is_carried_over(value.quantity, value.origin.problem, problem)) continue;
    if (value.quantity == quantity) return exact->value;
    if (value.quantity == base) return Integer{exact->value / divisor};
  }
  return std::nullopt;
}

std::unique_ptr<Prepared> Subject::plan_on(Shape shape, std::int64_t samples) const {
  const auto quantities = accepted(shape);
  if (quantities.empty()) return nullptr;
  auto prepared = std::make_unique<Prepared>();
  std::set<Quantity> inputs;
  for (const auto& [quantity, of] : offer(shape).inputs) inputs.insert(of.begin(), of.end());
  for (const auto input : inputs) {
    auto value = published_value(shape, input);
    if (!value) return nullptr;
    prepared->inputs.emplace(input, *std::move(value));
  }
  prepared->experiment =
      read_experiment(parse_experiment_text(fmt::format("seed: {}\nproblems: [{{shape: {}}}]\nstrategies: {{{}: {{}}}}",
                                                        seed(), to_string(shape), plugin_.about.id),
                                            "conformance"),
                      catalog_);
  prepared->experiment.configurations.front().parameters = values_with(samples);
  supply_given(prepared->experiment, prepared->inputs, "published values");
  prepared->plan = make_plan(prepared->experiment);
  return prepared;
}

std::unique_ptr<Prepared> Subject::prepare_on(Shape shape, std::int64_t samples) const {
  auto prepared = plan_on(shape, samples);
  if (prepared == nullptr) return nullptr;
  report_step("prepare on " + to_string(shape));
  try {
    prepared->job = prepared->prepare_again();
  } catch (const std::exception& error) {
    throw CheckSkipped{fmt::format("{} cannot be prepared: {}", to_string(shape), error.what())};
  }
  report_step("units of " + to_string(shape));
  return prepared;
}

std::unique_ptr<Job> Subject::prepare_isolated(const Prepared& prepared) const {
  const WorkerSettings settings{.program = "/proc/self/exe",
                                .limits = {.seconds = {}, .memory_bytes = std::numeric_limits<std::uint64_t>::max()},
                                .seed = seed(),
                                .stream = 0,
                                .note = [](const std::string&) {}};
  return IsolatedStrategy{prepared.run().strategy, plugin_, prepared.run().configuration->parameters, settings}.prepare(
      prepared.request());
}

const Prepared& Subject::quick() {
  if (quick_ == nullptr) quick_ = find_quick();
  return *quick_;
}

std::unique_ptr<Prepared> Subject::find_quick() const {
  // Fallbacks: the first quick job with a single unit, or else the smallest job.
  std::unique_ptr<Prepared> single;
  std::unique_ptr<Prepared> smallest;
  bool has_several = false;
  // Enough samples for a sampler to have several units.
  constexpr std::int64_t many = 64;
  for (const auto samples : {default_samples, many * default_samples}) {
    for (const auto shape : shapes_with_units) {
      auto prepared = prepare_on(shape, samples);
      if (prepared == nullptr) continue;
      const bool is_one = prepared->job->units() == 1;
      has_several = has_several || !is_one;
      const bool is_no_smaller = smallest != nullptr && shape.side() >= smallest->shape().side();
      if (is_one && (single != nullptr || is_no_smaller)) continue;
      const bool is_short = is_quick(*prepared->job, options_.effort);
      if (is_short && !is_one) return prepared;
      if (is_short && single == nullptr) {
        single = std::move(prepared);
      } else if (!is_no_smaller) {
        smallest = std::move(prepared);
      }
    }
    if (parameter_of_samples().empty() || has_several) break;
  }
  if (single != nullptr) return single;
  if (smallest == nullptr) throw CheckSkipped{"no shape is counted of " + names_of(shapes_with_units)};
  return smallest;
}

std::vector<std::uint64_t> some_units(const Job& job, std::uint64_t max_units) {
  const std::uint64_t all = job.units();
  const std::uint64_t count = std::min(all, max_units);
  std::vector<std::uint64_t> units;
  // all / count comes first, because the number of units of an endless sampler would overflow.
  for (std::uint64_t i = 0; i < count; ++i) units.push_back(i * (all / count));
  return units;
}

std::string unit_result_text(const Job& job, std::uint64_t unit, std::uint64_t seed) {
  try {
    const UnitContext context{{seed, 0, unit}};
    return encode(job.run(unit, context));
  } catch (const std::exception& error) {
    return std::string{"throws "} + error.what();
  } catch (...) {
    return "throws something that is not a std::exception";
  }
}

std::string excerpt(const std::string& text) {
  constexpr std::size_t max_bytes = 60;
  return text.size() <= max_bytes ? text : text.substr(0, max_bytes) + "...";
}

std::string unit_name(std::uint64_t unit, Shape shape) { return fmt::format("unit {} of {}", unit, to_string(shape)); }

std::string names_of(const std::vector<Shape>& shapes) {
  constexpr std::size_t few = 4;
  if (shapes.size() > few) {
    return fmt::format("{} shapes from {} to {}", shapes.size(), to_string(shapes.front()), to_string(shapes.back()));
  }
  return join(shapes, [](Shape shape) { return to_string(shape); });
}

}  // namespace gridcensus::host::conformance
