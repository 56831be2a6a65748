#pragma once

#include "gridcensus/plugin.hpp"

#include <memory>
#include <string>
#include <utility>

namespace gridcensus::faults {

/// A job of one unit whose answer nobody asks for: the plugins that use it differ in how they load, not in how they
/// count.
class IdleJob final : public Job {
 public:
  std::uint64_t units() const override { return 1; }
  Tally run(std::uint64_t /*unit*/, UnitContext& /*context*/) const override { return {}; }
  Report conclude(const Tally& /*total*/, std::uint64_t /*units*/) const override {
    return {{{Quantity::grids, Unfinished{"this plugin only tests the loading of plugins"}}}, {}};
  }
};

/// What every strategy here says of itself.
inline About about(std::string id, Quantity quantity = Quantity::grids, Kind kind = Kind::exact) {
  return {std::move(id), "1", "A plugin for the tests of the host.", "none: it tests the host", {{quantity, kind}}};
}

struct NoParams {};

/// A strategy that declares itself well and counts nothing.
class IdleStrategy : public Strategy {
 public:
  using Params = NoParams;
  static void describe(Schema<Params>& /*schema*/) {}
  explicit IdleStrategy(Params /*params*/) {}
  std::unique_ptr<Job> prepare(const Request& /*request*/) const override { return std::make_unique<IdleJob>(); }
};

}  // namespace gridcensus::faults

/// Exports a strategy class under a descriptor that may lie.
#define GRIDCENSUS_PLUGIN_WITH(StrategyClass, magic, api, descriptor_bytes, toolchain, cpu_features, ...) \
  extern "C" {                                                                                            \
  extern const char gridcensus_mathematics[];                                                             \
  __attribute__((visibility("default"))) extern const ::gridcensus::GridcensusPlugin gridcensus_plugin;   \
  const ::gridcensus::GridcensusPlugin gridcensus_plugin = {                                              \
      magic,                                                                                              \
      api,                                                                                                \
      descriptor_bytes,                                                                                   \
      toolchain,                                                                                          \
      cpu_features,                                                                                       \
      []() -> const void* {                                                                               \
        static const ::gridcensus::PluginEntryOf<StrategyClass> entry;                                    \
        return static_cast<const ::gridcensus::PluginEntry*>(&entry);                                     \
      },                                                                                                  \
      gridcensus_mathematics,                                                                             \
      {__VA_ARGS__}};                                                                                     \
  }                                                                                                       \
  static_assert(true, "a semicolon follows")
