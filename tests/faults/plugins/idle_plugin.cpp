#include "idle_plugin.hpp"

#include <vector>

namespace gridcensus::faults {

namespace {

/// A job of one unit that concludes nothing.
class IdleJob final : public Job {
 public:
  std::uint64_t units() const override { return 1; }
  Tally run(std::uint64_t /*unit*/, const UnitContext& /*context*/) const override { return {}; }
  Report conclude(const Tally& /*total*/, std::uint64_t /*units*/) const override {
    return {{{Quantity::grids, Unfinished{"this plugin only tests the loading of plugins"}}}, {}};
  }
};

/// An entry that is given its id, unlike PluginEntryOf.
class IdleEntry final : public PluginEntry {
 public:
  explicit IdleEntry(const char* id) : about_{faults::about(id)} {}
  const About& about() const override { return about_; }
  const std::vector<ParameterSpec>& parameters() const override { return no_parameters_; }
  std::unique_ptr<Strategy> create(const ParameterValues& /*values*/) const override {
    return std::make_unique<IdleStrategy>();
  }

 private:
  About about_;
  std::vector<ParameterSpec> no_parameters_;
};

}  // namespace

std::unique_ptr<Job> IdleStrategy::prepare(const Request& /*request*/) const { return std::make_unique<IdleJob>(); }

const void* idle_entry(const char* id) {
  static const IdleEntry entry{id};
  return static_cast<const PluginEntry*>(&entry);
}

}  // namespace gridcensus::faults
