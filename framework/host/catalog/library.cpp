#include "host/catalog/library.hpp"

#include "host/base/errors.hpp"
#include "host/calls/call.hpp"
#include "host/catalog/declarations.hpp"
#include "host/programs/program_entry.hpp"

#include <boost/dll/shared_library.hpp>

#include <array>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr const char* descriptor_symbol = "gridcensus_plugin";
constexpr std::size_t max_text_bytes = 1024;

struct CpuFeatureName {
  CpuFeature feature;
  const char* name;
  bool (*is_present)();
};

// One function for each, because __builtin_cpu_supports takes only a literal. It returns an int or, with clang, a bool.
constexpr std::array<CpuFeatureName, 6> known_cpu_features{{
    {cpu_sse42, "SSE4.2", [] { return static_cast<bool>(__builtin_cpu_supports("sse4.2")); }},
    {cpu_popcnt, "POPCNT", [] { return static_cast<bool>(__builtin_cpu_supports("popcnt")); }},
    {cpu_avx, "AVX", [] { return static_cast<bool>(__builtin_cpu_supports("avx")); }},
    {cpu_avx2, "AVX2", [] { return static_cast<bool>(__builtin_cpu_supports("avx2")); }},
    {cpu_bmi2, "BMI2", [] { return static_cast<bool>(__builtin_cpu_supports("bmi2")); }},
    {cpu_avx512f, "AVX-512F", [] { return static_cast<bool>(__builtin_cpu_supports("avx512f")); }},
}};

void check_cpu_features(std::uint32_t features) {
  std::string missing;
  std::uint32_t unknown = features;
  for (const auto& [feature, name, is_present] : known_cpu_features) {
    unknown &= ~std::uint32_t{feature};
    if ((features & feature) != 0 && !is_present()) missing += std::string{missing.empty() ? "" : ", "} + name;
  }
  if (unknown != 0) {
    std::string bits;
    for (int bit = 0; bit < 32; ++bit) {
      if ((unknown >> static_cast<unsigned>(bit) & 1U) != 0) bits += (bits.empty() ? "" : ", ") + std::to_string(bit);
    }
    throw Refused{"it needs an unknown CPU feature (bit " + bits + "); this program knows bits 0 to " +
                  std::to_string(known_cpu_features.size() - 1)};
  }
  if (!missing.empty()) throw Refused{"it was compiled for a CPU with " + missing + ", which this CPU lacks"};
}

/// Returns a text of the descriptor, cautiously: the pointer comes from a file that may be damaged.
std::string text_at(const char* text) {
  if (text == nullptr) throw Refused{"its descriptor lacks a text"};
  return {text, ::strnlen(text, max_text_bytes)};
}

/// Keeps a library loaded, or the entry of a program, even at the end of the process: strategies, thread-local objects
/// and worker threads may still use it. That is why the list itself is never destroyed.
template <class Opened>
Opened& keep(Opened opened) {
  static std::mutex mutex;
  static auto& all = *new std::deque<Opened>;
  const std::scoped_lock lock{mutex};
  return all.emplace_back(std::move(opened));
}

/// Returns all mistakes in one line, each with its place in the file.
std::string text_of(const BadInput& error) {
  std::string text;
  for (const auto& diagnostic : error.diagnostics()) text += (text.empty() ? "" : "; ") + to_string(diagnostic);
  return text;
}

/// Returns the message of the dynamic loader without what Boost adds to it: an unrelated errno.
std::string loader_message(const std::string& text) {
  constexpr std::string_view before = "dlerror system message: ";
  const auto begin = text.find(before);
  const auto end = text.rfind("): ");
  if (begin == std::string::npos || end == std::string::npos || end < begin) return text;
  return text.substr(begin + before.size(), end - begin - before.size());
}

/// Opens a library with every symbol resolved now, so a missing one is detected here and not in the middle of a run,
/// and with its own symbols invisible to other libraries.
boost::dll::shared_library open_library(const std::filesystem::path& file) {
  using boost::dll::load_mode::rtld_local;
  using boost::dll::load_mode::rtld_now;
  try {
    return boost::dll::shared_library{file, rtld_now | rtld_local};
  } catch (const std::system_error& error) {
    throw Refused{"it cannot be loaded: " + printable(loader_message(error.what()))};
  }
}

}  // namespace

namespace {

using Release = std::array<std::uint32_t, 3>;
constexpr Release own_release{GRIDCENSUS_RELEASE};

/// Returns "gridcensus 0.1.0 (interface 3)".
std::string side(const Release& release, std::uint32_t api) {
  return "gridcensus " + std::to_string(release[0]) + "." + std::to_string(release[1]) + "." +
         std::to_string(release[2]) + " (interface " + std::to_string(api) + ")";
}

/// Returns the release that the plugin was built against, as far as its descriptor has it.
std::string other_side(const GridcensusPlugin& descriptor) {
  constexpr std::uint32_t first_with_release = 3;
  if (descriptor.api < first_with_release || descriptor.descriptor_bytes < sizeof(GridcensusPlugin))
    return "interface " + std::to_string(descriptor.api);
  return side(std::to_array(descriptor.release), descriptor.api);
}

/// Checks whether the plugin is for a newer release of this interface: it may use additions of that release.
bool is_newer(const GridcensusPlugin& descriptor) {
  return std::pair{descriptor.release[0], descriptor.release[1]} > std::pair{own_release[0], own_release[1]};
}

void check_versions(const GridcensusPlugin& descriptor) {
  const std::string own = side(own_release, GRIDCENSUS_API);
  if (descriptor.api != GRIDCENSUS_API) {
    const bool is_old = descriptor.api < GRIDCENSUS_API;
    throw Refused{"it was built against " + other_side(descriptor) + ", but this is " + own +
                  (is_old ? "; rebuild it with this one" : "; use that gridcensus, or rebuild it with this one")};
  }
  if (descriptor.descriptor_bytes < sizeof(GridcensusPlugin)) {
    throw Refused{"its descriptor has " + std::to_string(descriptor.descriptor_bytes) +
                  " bytes, but this program expects at least " + std::to_string(sizeof(GridcensusPlugin))};
  }
  if (is_newer(descriptor)) {
    throw Refused{"it was built against " + other_side(descriptor) + ", which is newer than this " + own +
                  "; use that gridcensus, or rebuild it with this one"};
  }
}

}  // namespace

void check_descriptor(const GridcensusPlugin& descriptor) {
  if (std::memcmp(descriptor.magic, plugin_magic, sizeof plugin_magic) != 0) {
    const std::string magic{descriptor.magic, ::strnlen(descriptor.magic, sizeof descriptor.magic)};
    throw Refused{"its descriptor begins with '" + printable(magic) + "', but that of a plugin with '" + plugin_magic +
                  "'"};
  }
  check_versions(descriptor);
  if (const std::string toolchain = text_at(descriptor.toolchain); toolchain != GRIDCENSUS_TOOLCHAIN) {
    throw Refused{"it was built with '" + printable(toolchain) +
                  "', but this program with '" GRIDCENSUS_TOOLCHAIN
                  "', so they cannot exchange C++ objects; rebuild it with this program's compiler and libraries"};
  }
  check_cpu_features(descriptor.cpu_features);
  if (descriptor.entry == nullptr) throw Refused{"its descriptor has no entry function"};
}

std::vector<MathematicsUse> parse_mathematics(const std::string& text) {
  const auto refuse = [&text](const std::string& what) {
    return Refused{"its list of counting libraries, '" + printable(text) + "', is invalid: " + what};
  };
  std::vector<MathematicsUse> uses;
  std::istringstream entries{text};
  for (std::string entry; entries >> entry;) {
    const auto equals = entry.find('=');
    MathematicsUse& use = uses.emplace_back();
    use.library = entry.substr(0, equals);
    if (!is_snake_case(use.library)) throw refuse("'" + printable(use.library) + "' is not snake_case");
    if (equals == std::string::npos) continue;
    std::istringstream names{entry.substr(equals + 1)};
    for (std::string name; std::getline(names, name, ',');) {
      const auto quantity = find_quantity(name);
      if (!quantity) throw refuse("'" + printable(name) + "' is not a quantity");
      use.quantities.insert(*quantity);
    }
    if (use.quantities.empty()) throw refuse("'" + printable(entry) + "' names no quantity");
  }
  return uses;
}

Plugin open_plugin(const std::filesystem::path& file) {
  // A worker knows only the file. A plugin that was refused for its permissions is never sent to a worker.
  constexpr double seconds = 60;
  if (is_description(file)) return open_program(file, true, seconds);
  const Call noted{file.string(), "opening"};
  const boost::dll::shared_library& library = keep(open_library(file));
  if (!library.has(descriptor_symbol)) {
    throw Refused{std::string{"it has no symbol '"} + descriptor_symbol +
                  "', so it is not a gridcensus plugin (GRIDCENSUS_PLUGIN exports that symbol)"};
  }
  const auto& descriptor = library.get<const GridcensusPlugin>(descriptor_symbol);
  check_descriptor(descriptor);
  try {
    const auto* const entry = static_cast<const PluginEntry*>(descriptor.entry());
    if (entry == nullptr) throw Refused{"its entry function returned no plugin"};
    if (const auto fault = find_fault(entry->about(), entry->parameters())) throw Refused{*fault};
    Plugin plugin{*entry, parse_mathematics(descriptor.mathematics == nullptr ? "" : text_at(descriptor.mathematics))};
    plugin.built_against = other_side(descriptor);
    return plugin;
  } catch (const Refused&) {
    throw;
  } catch (const std::exception& error) {
    throw Refused{"its entry function threw: " + printable(error.what())};
  } catch (...) {
    throw Refused{"its entry function threw something that is not a std::exception"};
  }
}

bool is_description(const std::filesystem::path& file) {
  return file.filename().string().ends_with(description_ending);
}

Plugin open_program(const std::filesystem::path& file, bool allow_insecure, double seconds, Asking asking) {
  const Call noted{file.string(), "opening"};
  try {
    const ProgramEntry& entry =
        *keep(std::make_unique<const ProgramEntry>(read_description(file), allow_insecure, seconds, asking));
    const bool has_declared = entry.description().asked || asking != Asking::nothing;
    if (const auto fault = find_fault(entry.about(), entry.parameters()); fault && has_declared) throw Refused{*fault};
    std::vector<MathematicsUse> uses;
    for (auto& name : entry.evidence()) uses.push_back({std::move(name), {}});
    Plugin plugin{entry, std::move(uses)};
    plugin.program = &entry;
    plugin.sha256 = entry.hash();
    return plugin;
  } catch (const BadInput& error) {
    throw Refused{text_of(error)};
  } catch (const UnusableProgram& error) {
    throw Refused{error.what()};
  }
}

}  // namespace gridcensus::host
