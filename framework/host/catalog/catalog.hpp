#pragma once

#include "gridcensus/plugin.hpp"
#include "host/base/errors.hpp"
#include "host/programs/asking.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridcensus::host {

class ProgramEntry;

/// A counting library of shared mathematics that a plugin was built with.
struct MathematicsUse {
  std::string library;
  std::set<Quantity> quantities;  ///< that depend on it; empty: all
};

/// A quantity that a plugin answers.
struct Answer {
  Quantity quantity{};
  Kind kind{};                           ///< with the default parameters
  std::optional<Quantity> follows_from;  ///< if it is not the strategy's own: the host computes it from this one
};

/// An accepted plugin: a library, which stays loaded until the process ends, or the description of a program.
struct Plugin {
  Plugin(const PluginEntry& plugin, std::vector<MathematicsUse> uses);

  About about;
  std::vector<ParameterSpec> parameters;
  std::vector<MathematicsUse> mathematics;
  /// The quantities that it yields, and those that follow from them by a factor, in the order of the registry.
  std::vector<Answer> answers;
  std::filesystem::path file;  ///< absolute; empty for one that was added in memory
  std::string sha256;          ///< of the file; for a program: of everything that identifies its results
  std::string built_against;   ///< "gridcensus 0.1.0 (interface 3)"; empty for one that was added in memory
  const PluginEntry* entry = nullptr;
  const ProgramEntry* program = nullptr;  ///< the same, if it is the description of a program

  /// Creates the strategy, with each call guarded (`guarded`).
  ///
  /// @param name  recorded with its calls; empty: its id
  /// @throws      what the strategy throws.
  std::unique_ptr<Strategy> create(const ParameterValues& values, const std::string& name = "") const;

  /// Returns nullptr if it does not answer this quantity.
  const Answer* find_answer(Quantity quantity) const;
  /// Returns the quantity that the strategy counts for an answer: the same, or the one from which it follows.
  Quantity counted_for(Quantity quantity) const;
  /// Returns all quantities that the strategy counts itself.
  std::set<Quantity> counted() const;
  /// Returns the counting libraries on which a quantity that the strategy counts depends.
  std::set<std::string> mathematics_of(Quantity counted) const;

  /// Returns the strategy's offer, with the refusals of the host: rules that the strategy does not accept, and sampling
  /// without an end. The kinds are those of all quantities, refused or not.
  ///
  /// @param strategy  created with these values
  /// @param counted   quantities that the strategy counts itself
  /// @throws          what the strategy throws.
  Offer offer(const Strategy& strategy, const ParameterValues& values, const Problem& problem,
              const std::set<Quantity>& counted) const;
};

/// A library that was not loaded, with the reason: its properties and those of this program.
struct Refusal {
  std::filesystem::path file;
  std::string reason;
};

struct CatalogOptions {
  std::vector<std::filesystem::path> directories;  ///< absolute; all of their plugins are opened, in this order
  /// Absolute. Their plugins are opened on demand: the strategy ID is in ID.so, or its description in ID.strategy.yaml.
  std::vector<std::filesystem::path> on_demand = {};
  std::vector<std::filesystem::path> files = {};  ///< single plugins, opened first; a program among them is started
  Location named_by = {
      .file = "command line", .line = 0, .column = 0, .option = {}};  ///< where a bad directory was named
  bool allow_insecure = false;  ///< accept files and folders that others can write
  double probe_seconds = 10;    ///< wall clock after which a probe is killed and its plugin refused
};

/// The plugins of one process, by strategy id. An open plugin keeps its address.
class Catalog {
 public:
  Catalog() = default;
  /// Finds every *.so and *.strategy.yaml in the directories, and NAME/NAME.strategy.yaml, without opening any.
  ///
  /// @throws BadInput  a directory is not absolute, or does not exist.
  explicit Catalog(CatalogOptions options);

  /// Opens the plugins of these strategies, and all plugins in the directories that are opened whole. If one of the
  /// strategies is not found, opens all plugins, to list the known ones. Programs are started only if they are among
  /// these strategies or the single files.
  ///
  /// Checks in this order: others cannot write the file; it matches FILE.sha256, if its build left that next to it; a
  /// probe in a child process survives opening it and reading its descriptor; magic, interface, release, toolchain and
  /// CPU features fit; its declarations are consistent (names, defaults within ranges, no reserved parameter name); its
  /// id is free (otherwise both plugins are refused, each naming the other); no quantity that it declares has another
  /// meaning elsewhere. A bad library throws nothing: it is in `refusals()`.
  void open(const std::vector<std::string>& ids);
  /// Opens all plugins.
  ///
  /// @param asking  the questions for which programs are started
  void open_all(Asking asking = Asking::version);

  /// Adds a strategy of this process (for tests of the host).
  ///
  /// @param mathematics             as in a plugin's descriptor
  /// @throws std::invalid_argument  the id is taken or a declaration contradicts itself.
  void add(const PluginEntry& entry, const std::string& mathematics = "");

  /// Returns nullptr if no open strategy has this id.
  const Plugin* find(std::string_view id) const;
  /// Returns the open plugins.
  const std::map<std::string, Plugin, std::less<>>& plugins() const { return plugins_; }
  const std::vector<Refusal>& refusals() const { return refusals_; }
  /// Returns the files of open plugins without a FILE.sha256 next to them, so damage to them goes unnoticed.
  const std::vector<std::filesystem::path>& without_hash() const { return without_hash_; }
  /// Describes where plugins were searched, for "not found" messages: "searched /a (12 plugins), /b (1 plugin, 1
  /// refused)". Empty if all were added in memory.
  std::string searched_folders() const;

  /// Returns the known quantities: the built-in ones, and those that open plugins declare.
  std::set<Quantity> quantities() const;
  /// Returns the id of the first plugin that declares a quantity; empty if the quantity is built in or unknown.
  std::string declared_by(Quantity quantity) const;

  /// Returns the strategy ids of the files that were found, open or not (`strategy_id_of`).
  std::vector<std::string> found_ids() const;
  /// Returns the ids of open plugins, for "did you mean".
  std::vector<std::string> ids() const;

 private:
  /// A library that was found.
  struct Library {
    std::filesystem::path folder;
    std::filesystem::path file;     ///< canonical if it could be resolved
    std::string unresolved;         ///< why it could not be resolved; else empty
    std::optional<Asking> at_once;  ///< how far it is opened if it is not named; nullopt: not at all
    std::optional<Asking> opened;   ///< or refused; how far, if it is a program
  };

  void open_libraries(const std::vector<std::pair<Library*, Asking>>& wanted);
  void note_quantities(const About& about);
  static std::map<Quantity, std::string> built_in();

  CatalogOptions options_;
  std::vector<Library> libraries_;
  std::map<std::string, Plugin, std::less<>> plugins_;
  std::vector<Refusal> refusals_;
  std::vector<std::filesystem::path> without_hash_;
  /// The known quantities, each with the id of the first plugin that declares it; empty: built in.
  std::map<Quantity, std::string> declared_ = built_in();
};

/// Returns the id of the strategy that a file ID.so or ID.strategy.yaml should contain. Empty if the file is neither.
std::string strategy_id_of(const std::filesystem::path& file);

/// Returns the libraries of plugins and descriptions of programs in a folder, and NAME/NAME.strategy.yaml in it, by
/// name.
std::set<std::filesystem::path> plugin_files_in(const std::filesystem::path& folder);

/// Returns the existing directories on demand of the running program: gridcensus/plugins in the library folder that it
/// was configured for, and in ../lib relative to its bin folder, which is that of the build tree and the place where
/// authors install their own. Never the current directory.
std::vector<std::filesystem::path> default_plugin_directories();

/// Returns the names that an experiment file uses besides the parameters of a strategy; no parameter may have one.
const std::vector<std::string>& reserved_parameter_names();

}  // namespace gridcensus::host
