#pragma once

#include "about.hpp"

#include <memory>

namespace gridcensus::faults {

/// A strategy that declares itself correctly and counts nothing. The plugins that use it differ in how they load.
class IdleStrategy : public Strategy {
 public:
  std::unique_ptr<Job> prepare(const Request& request) const override;
};

/// Returns the PluginEntry of the idle strategy. It is compiled once for all plugins.
///
/// @param id  the same in each call from one plugin
const void* idle_entry(const char* id);

}  // namespace gridcensus::faults

/// Exports the idle strategy under an id and a descriptor that may be false.
#define GRIDCENSUS_PLUGIN_WITH(id, magic, api, descriptor_bytes, toolchain, cpu_features, ...)          \
  static const void* gridcensus_entry() { return ::gridcensus::faults::idle_entry(id); }                \
  extern "C" {                                                                                          \
  __attribute__((visibility("default"))) extern const ::gridcensus::GridcensusPlugin gridcensus_plugin; \
  const ::gridcensus::GridcensusPlugin gridcensus_plugin = {                                            \
      magic, api, descriptor_bytes, toolchain, cpu_features, gridcensus_entry, nullptr, {__VA_ARGS__}}; \
  }                                                                                                     \
  static_assert(true, "a semicolon follows")

/// Exports the idle strategy under an id and a true descriptor.
#define GRIDCENSUS_IDLE_PLUGIN(id)                                                                      \
  GRIDCENSUS_PLUGIN_WITH(id, "gridcensus.plug", GRIDCENSUS_API, sizeof(::gridcensus::GridcensusPlugin), \
                         GRIDCENSUS_TOOLCHAIN, ::gridcensus::compiled_cpu_features(), GRIDCENSUS_RELEASE)
