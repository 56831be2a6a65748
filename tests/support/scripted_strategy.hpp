#pragma once

#include "gridcensus/plugin.hpp"
#include "gridcensus/sampling.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace gridcensus::testing {

/// A strategy whose behaviour a test defines: what its units give, when they fail, what it needs.
struct Script {
  std::uint64_t units = 10;
  std::function<double(std::uint64_t unit)> weight = [](std::uint64_t) { return 1; };
  std::function<Tally(std::uint64_t, const UnitContext&)> run = [](std::uint64_t unit, const UnitContext&) {
    return Tally{}.add("sum", Integer{unit + 1});
  };
  std::function<Report(const Tally&, std::uint64_t)> conclude = [](const Tally& total, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{total.sum("sum")}}}, {}};
  };
  std::function<bool(const Tally&, std::uint64_t)> is_enough = [](const Tally&, std::uint64_t) { return false; };
  std::function<std::optional<std::set<std::string>>(std::uint64_t)> sums = [](std::uint64_t) { return std::nullopt; };
  std::function<std::map<std::string, Integer>(std::uint64_t)> divisors = [](std::uint64_t) {
    return std::map<std::string, Integer>{};
  };
  std::function<void(const Request&)> prepare = [](const Request&) {};
  std::optional<double> seconds_limit;
  std::optional<std::string> why_not;
  std::set<Quantity> needs;
  Offer offer;  ///< except these two
  std::vector<About::Yield> yields{{Quantity::grids, Kind::exact}};
  std::string version = "1.0.0";
  SupportedRules rules = SupportedRules::classic;
  std::string mathematics;  ///< counting libraries, as in a plugin's descriptor
};

class ScriptedJob final : public Job {
 public:
  explicit ScriptedJob(const Script& script) : script_{script} {}
  std::uint64_t units() const override { return script_.units; }
  double weight(std::uint64_t unit) const override { return script_.weight(unit); }
  Tally run(std::uint64_t unit, const UnitContext& context) const override { return script_.run(unit, context); }
  std::optional<std::set<std::string>> sums(std::uint64_t unit) const override { return script_.sums(unit); }
  std::map<std::string, Integer> divisors(std::uint64_t unit) const override { return script_.divisors(unit); }
  bool is_enough(const Tally& prefix, std::uint64_t units) const override { return script_.is_enough(prefix, units); }
  std::optional<double> seconds_limit() const override { return script_.seconds_limit; }
  Report conclude(const Tally& total, std::uint64_t units) const override { return script_.conclude(total, units); }

 private:
  const Script& script_;
};

class ScriptedStrategy final : public Strategy {
 public:
  explicit ScriptedStrategy(const Script& script) : script_{script} {}
  Offer offer(const Problem&, const std::set<Quantity>& quantities) const override {
    if (script_.why_not) return refusal(quantities, *script_.why_not);
    Offer offer = script_.offer;
    for (const Quantity quantity : quantities) offer.inputs[quantity] = script_.needs;
    return offer;
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    script_.prepare(request);
    return std::make_unique<ScriptedJob>(script_);
  }

 private:
  const Script& script_;
};

/// The entry of a scripted strategy. The script may be changed between runs; it must outlive them.
class ScriptedEntry final : public PluginEntry {
 public:
  ScriptedEntry(std::string id, const Script& script) : script_{script} {
    about_.id = std::move(id);
    about_.version = script.version;
    about_.summary = "Does what a test says.";
    about_.source = "none";
    about_.yields = script.yields;
    about_.rules = script.rules;
  }
  const About& about() const override { return about_; }
  const std::vector<ParameterSpec>& parameters() const override { return parameters_; }
  std::unique_ptr<Strategy> create(const ParameterValues&) const override {
    return std::make_unique<ScriptedStrategy>(script_);
  }

 private:
  const Script& script_;
  About about_;
  std::vector<ParameterSpec> parameters_;
};

}  // namespace gridcensus::testing
