#pragma once

#include "gridcensus/plugin.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// A plugin that was accepted and loaded. Its library stays loaded until the process ends.
struct Plugin {
  About about;
  std::vector<ParameterSpec> parameters;
  std::filesystem::path file;  ///< absolute; empty for one that was added in memory
  std::string sha256;          ///< of the file
  const PluginEntry* entry = nullptr;

  std::unique_ptr<Strategy> create(const ParameterValues& values) const { return entry->create(values); }
  Kind kind(Quantity quantity, const ParameterValues& values) const { return entry->kind(quantity, values); }
};

/// A library that was not loaded, and why: what it is against what this program is.
struct Refusal {
  std::filesystem::path file;
  std::string reason;
};

struct CatalogOptions {
  std::vector<std::filesystem::path> directories;  ///< absolute; searched in this order
  bool allow_insecure = false;                     ///< accept files and folders that others can write
  /// What is started as `PROGRAM probe-plugin FILE`; another program than the running one only in tests.
  std::filesystem::path probe_program = "/proc/self/exe";
  double probe_seconds = 10;  ///< wall clock after which a probe is killed and its plugin refused
};

/// The plugins of one process, by strategy id.
class Catalog {
 public:
  /// Finds every *.so in the directories, checks each and loads the sound ones. Nothing is thrown for a bad library:
  /// it is in `refusals()`.
  ///
  /// In order: not writable by others; a probe in a child process survives opening it and reading its descriptor;
  /// magic, API number, build tag and CPU features fit; its declarations are consistent (names, defaults within ranges,
  /// no reserved parameter name); its id is not taken (then both are refused, each naming the other).
  ///
  /// @throws BadInput  a directory is not absolute, or does not exist.
  static Catalog load(const CatalogOptions& options);

  /// Adds a strategy that lives in this process (for tests of the host).
  ///
  /// @throws std::invalid_argument  the id is taken or a declaration contradicts itself.
  void add(const PluginEntry& entry);

  /// nullptr where no strategy has this id.
  const Plugin* find(std::string_view id) const;
  const std::map<std::string, Plugin, std::less<>>& plugins() const { return plugins_; }
  const std::vector<Refusal>& refusals() const { return refusals_; }

  /// The ids, for "did you mean".
  std::vector<std::string> ids() const;

 private:
  std::map<std::string, Plugin, std::less<>> plugins_;
  std::vector<Refusal> refusals_;
};

/// The directories that belong to the running program: ../lib/gridcensus/plugins beside its bin folder, which is right
/// both in the build tree and where it is installed. Never the current directory.
std::vector<std::filesystem::path> default_plugin_directories();

/// What the hidden command `probe-plugin FILE` runs in a child process: opens the library and reads what it declares.
/// Its verdict, one line of JSON, goes to a pipe of its own (or to stdout where a person runs the command), so that
/// nothing that the library prints can be taken for it; a crash is the parent's to see.
///
/// @return  the exit code of the child: 0 for a sound plugin.
int probe_plugin(const std::filesystem::path& file);

/// Names that an experiment file uses beside the parameters of a strategy; no parameter may have one.
const std::vector<std::string>& reserved_parameter_names();

}  // namespace gridcensus::host
