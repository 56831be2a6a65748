#pragma once

#include "gridcensus/build_id.hpp"
#include "gridcensus/ready_jobs.hpp"
#include "gridcensus/strategy.hpp"

#include <boost/version.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/// The interface number. It changes when plugins built for the old interface can no longer work; a test compares the
/// headers with a record of everything that plugins rely on. docs/write-a-strategy.md states what the number promises.
#define GRIDCENSUS_API 8

#define GRIDCENSUS_TEXT_OF(x) #x
#define GRIDCENSUS_TEXT(x) GRIDCENSUS_TEXT_OF(x)

#if defined(__clang__)
#define GRIDCENSUS_COMPILER "clang " __clang_version__
#else
#define GRIDCENSUS_COMPILER "gcc " __VERSION__
#endif

// g++ defines macros for its sanitizers and clang has a feature test; neither has the other's.
#if defined(__has_feature)
#define GRIDCENSUS_HAS_FEATURE(feature) __has_feature(feature)
#else
#define GRIDCENSUS_HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || GRIDCENSUS_HAS_FEATURE(address_sanitizer)
#define GRIDCENSUS_SANITIZER " / asan"
#elif defined(__SANITIZE_THREAD__) || GRIDCENSUS_HAS_FEATURE(thread_sanitizer)
#define GRIDCENSUS_SANITIZER " / tsan"
#else
#define GRIDCENSUS_SANITIZER ""
#endif

/// Identifies the toolchain. Two binaries must agree in it, besides the interface, to share C++ objects.
#define GRIDCENSUS_TOOLCHAIN                                                                \
  GRIDCENSUS_COMPILER " / libstdc++ " GRIDCENSUS_TEXT(__GLIBCXX__) " abi " GRIDCENSUS_TEXT( \
      _GLIBCXX_USE_CXX11_ABI) " / boost " GRIDCENSUS_TEXT(BOOST_VERSION) GRIDCENSUS_SANITIZER

namespace gridcensus {

/// The C++ side of a plugin. The host uses it only after it has accepted the descriptor.
class PluginEntry {
 public:
  PluginEntry() = default;
  PluginEntry(const PluginEntry&) = delete;
  PluginEntry& operator=(const PluginEntry&) = delete;
  PluginEntry(PluginEntry&&) = delete;
  PluginEntry& operator=(PluginEntry&&) = delete;
  virtual ~PluginEntry() = default;

  /// Returns the description of the strategy.
  virtual const About& about() const = 0;
  /// Returns its parameters, in the order of their declarations.
  virtual const std::vector<ParameterSpec>& parameters() const = 0;
  /// Returns a strategy with these parameters.
  ///
  /// @param values  complete and checked (`with_defaults`)
  virtual std::unique_ptr<Strategy> create(const ParameterValues& values) const = 0;
};

/// CPU features that the code of a plugin uses without a check at run time, one bit each.
enum CpuFeature : std::uint32_t {
  cpu_sse42 = 1U << 0U,
  cpu_popcnt = 1U << 1U,
  cpu_avx = 1U << 2U,
  cpu_avx2 = 1U << 3U,
  cpu_bmi2 = 1U << 4U,
  cpu_avx512f = 1U << 5U,
};

/// Returns the features that this translation unit is compiled for.
constexpr std::uint32_t compiled_cpu_features() {
  std::uint32_t features = 0;
#ifdef __SSE4_2__
  features |= cpu_sse42;
#endif
#ifdef __POPCNT__
  features |= cpu_popcnt;
#endif
#ifdef __AVX__
  features |= cpu_avx;
#endif
#ifdef __AVX2__
  features |= cpu_avx2;
#endif
#ifdef __BMI2__
  features |= cpu_bmi2;
#endif
#ifdef __AVX512F__
  features |= cpu_avx512f;
#endif
  return features;
}

extern "C" {
/// The part of a plugin that the host reads first: plain C, constant-initialised, under the symbol `gridcensus_plugin`.
/// New fields are added only at the end.
struct GridcensusPlugin {
  char magic[16];                  ///< `plugin_magic`
  std::uint32_t api;               ///< GRIDCENSUS_API of the headers it was built with
  std::uint32_t descriptor_bytes;  ///< size of this structure in those headers
  const char* toolchain;           ///< GRIDCENSUS_TOOLCHAIN of those headers
  std::uint32_t cpu_features;      ///< that it was compiled to use, one bit each
  const void* (*entry)();          ///< returns a const PluginEntry*; called only after all other fields were accepted
  /// The counting libraries of shared mathematics that it links, separated by blanks, each with the quantities that use
  /// it unless all do: "band_recursion symmetric_grids_bound=essentially_different". Written by
  /// gridcensus_add_strategy(); nullptr if there are none.
  const char* mathematics;
  std::uint32_t release[3];  ///< version of gridcensus that it was built against: major, minor, patch
};
}

/// The first bytes of a descriptor.
inline constexpr char plugin_magic[16] = "gridcensus.plug";

/// The PluginEntry of a strategy class with a static `about()`. A strategy that has parameters also has a nested
/// `Params`, a static `describe(Schema<Params>&)` and a constructor that takes them.
template <class S>
requires std::derived_from<S, Strategy>
class PluginEntryOf final : public PluginEntry {
 public:
  /// Collects the declarations of the class.
  PluginEntryOf() : about_{S::about()} {
    S::describe(schema_);
    specs_ = schema_.specs();
  }
  const About& about() const override { return about_; }
  const std::vector<ParameterSpec>& parameters() const override { return specs_; }
  std::unique_ptr<Strategy> create(const ParameterValues& values) const override {
    if constexpr (std::same_as<Params, Strategy::Params>)
      return std::make_unique<S>();
    else
      return std::make_unique<S>(schema_.read(values));
  }

 private:
  using Params = typename S::Params;

  About about_;
  Schema<Params> schema_;
  std::vector<ParameterSpec> specs_;
};

}  // namespace gridcensus

/// Exports a strategy class as the plugin of this library. Once per library, outside any namespace.
#define GRIDCENSUS_PLUGIN(StrategyClass)                                                                \
  extern "C" {                                                                                          \
  extern const char gridcensus_mathematics[] __attribute__((weak));                                     \
  __attribute__((visibility("default"))) extern const ::gridcensus::GridcensusPlugin gridcensus_plugin; \
  const ::gridcensus::GridcensusPlugin gridcensus_plugin = {                                            \
      "gridcensus.plug",                                                                                \
      GRIDCENSUS_API,                                                                                   \
      sizeof(::gridcensus::GridcensusPlugin),                                                           \
      GRIDCENSUS_TOOLCHAIN,                                                                             \
      ::gridcensus::compiled_cpu_features(),                                                            \
      []() -> const void* {                                                                             \
        static const ::gridcensus::PluginEntryOf<StrategyClass> entry;                                  \
        return static_cast<const ::gridcensus::PluginEntry*>(&entry);                                   \
      },                                                                                                \
      gridcensus_mathematics,                                                                           \
      {GRIDCENSUS_RELEASE}};                                                                            \
  }                                                                                                     \
  static_assert(true, "a semicolon follows")
