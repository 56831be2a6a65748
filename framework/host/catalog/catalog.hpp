#pragma once

#include "gridcensus/plugin.hpp"
#include "host/base/errors.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

class ProgramEntry;

/// A counting library of shared mathematics that a plugin was built with.
struct MathematicsUse {
  std::string library;
  std::set<Quantity> quantities;  ///< in which it plays a part; empty: in all
};

/// A quantity that a plugin answers.
struct Answer {
  Quantity quantity{};
  Kind kind{};                           ///< with the default parameters
  std::optional<Quantity> follows_from;  ///< not the strategy's own: the host makes it of this one
};

/// A plugin that was accepted: a library, which stays loaded until the process ends, or the description of a program.
struct Plugin {
  Plugin(const PluginEntry& plugin, std::vector<MathematicsUse> uses);

  About about;
  std::vector<ParameterSpec> parameters;
  std::vector<MathematicsUse> mathematics;
  /// What it yields, and what follows from that by a factor, in the order of the registry.
  std::vector<Answer> answers;
  std::filesystem::path file;  ///< absolute; empty for one that was added in memory
  std::string sha256;          ///< of the file; of a program: of all that identifies its results
  std::string built_against;   ///< "gridcensus 0.1.0 (interface 3)"; empty for one that was added in memory
  const PluginEntry* entry = nullptr;
  const ProgramEntry* program = nullptr;  ///< the same, if it is the description of a program

  /// The strategy, with each call guarded (`guarded`).
  ///
  /// @param name  under which its calls are noted; empty: its id
  /// @throws      what the strategy throws.
  std::unique_ptr<Strategy> create(const ParameterValues& values, const std::string& name = "") const;

  /// nullptr where it does not answer this quantity.
  const Answer* find_answer(Quantity quantity) const;
  /// The quantity that the strategy has to count for an answer: the same, or the one that it follows from.
  Quantity counted_for(Quantity quantity) const;
  /// Returns all quantities that the strategy counts itself.
  std::set<Quantity> counted() const;
  /// The counting libraries that play a part in a quantity that the strategy counts.
  std::set<std::string> mathematics_of(Quantity counted) const;

  /// Returns what the strategy offers, and with it what the host refuses: rules that the strategy does not take, and
  /// sampling without an end. The kinds are those of all quantities, refused or not.
  ///
  /// @param strategy  made with these values
  /// @param counted   quantities that the strategy counts itself
  /// @throws          what the strategy throws.
  Offer offer(const Strategy& strategy, const ParameterValues& values, const Problem& problem,
              const std::set<Quantity>& counted) const;
};

/// A library that was not loaded, and why: what it is against what this program is.
struct Refusal {
  std::filesystem::path file;
  std::string reason;
};

struct CatalogOptions {
  std::vector<std::filesystem::path> directories;  ///< absolute; all of their plugins are opened, in this order
  /// Absolute. Their plugins are opened when they are asked for: the strategy ID is in ID.so, or its description in
  /// ID.strategy.yaml.
  std::vector<std::filesystem::path> on_demand = {};
  std::vector<std::filesystem::path> files = {};  ///< single plugins, opened before those of the directories
  Location named_by = {
      .file = "command line", .line = 0, .column = 0, .option = {}};  ///< where a bad directory was named
  bool allow_insecure = false;  ///< accept files and folders that others can write
  double probe_seconds = 10;    ///< wall clock after which a probe is killed and its plugin refused
};

/// The plugins of one process, by strategy id. A plugin that is open stays where it is.
class Catalog {
 public:
  Catalog() = default;
  /// Finds every *.so and *.strategy.yaml in the directories, and NAME/NAME.strategy.yaml, and opens none.
  ///
  /// @throws BadInput  a directory is not absolute, or does not exist.
  explicit Catalog(CatalogOptions options);

  /// Opens the plugins of these strategies, and whatever lies in the directories that are opened whole. If one of the
  /// strategies is not found, it is none that is known: then all are opened, to tell which there are.
  ///
  /// In order: not writable by others; as its build wrote it, where that left FILE.sha256 beside it; a probe in a child
  /// process survives opening it and reading its descriptor; magic, interface, release, toolchain and CPU features fit;
  /// its declarations are consistent (names, defaults within ranges, no reserved parameter name); its id is not taken
  /// (then both are refused, each naming the other); no quantity that it declares has another meaning elsewhere.
  /// Nothing is thrown for a bad library: it is in `refusals()`.
  void open(const std::vector<std::string>& ids);
  void open_all();

  /// Adds a strategy that lives in this process (for tests of the host).
  ///
  /// @param mathematics             as in a plugin's descriptor
  /// @throws std::invalid_argument  the id is taken or a declaration contradicts itself.
  void add(const PluginEntry& entry, const std::string& mathematics = "");

  /// nullptr where no open strategy has this id.
  const Plugin* find(std::string_view id) const;
  /// Those that are open.
  const std::map<std::string, Plugin, std::less<>>& plugins() const { return plugins_; }
  const std::vector<Refusal>& refusals() const { return refusals_; }
  /// The files of open plugins that have no FILE.sha256 beside them, so that damage to them goes unnoticed.
  const std::vector<std::filesystem::path>& without_hash() const { return without_hash_; }
  /// Where plugins were looked for, for who asks of one that is nowhere: "looked in /a (12 plugins), /b (1 plugin, 1
  /// refused)". Empty where all were added in memory.
  std::string where_looked() const;

  /// Returns the quantities that are known here: the built-in ones, and those that open plugins declare.
  std::set<Quantity> quantities() const;
  /// Returns the id of the first plugin that declares a quantity; empty for those that are built in, or unknown.
  std::string declared_by(Quantity quantity) const;

  /// The ids that the files have which were found, open or not (`strategy_id_of`).
  std::vector<std::string> found_ids() const;
  /// The ids of those that are open, for "did you mean".
  std::vector<std::string> ids() const;

 private:
  /// A library that was found.
  struct Library {
    std::filesystem::path folder;
    std::filesystem::path file;  ///< canonical where it could be resolved
    std::string unresolved;      ///< why it could not be; else empty
    bool is_on_demand = false;
    bool was_opened = false;  ///< or refused
  };

  void open_libraries(const std::vector<Library*>& libraries);
  void note_quantities(const About& about);
  static std::map<Quantity, std::string> built_in();

  CatalogOptions options_;
  std::vector<Library> libraries_;
  std::map<std::string, Plugin, std::less<>> plugins_;
  std::vector<Refusal> refusals_;
  std::vector<std::filesystem::path> without_hash_;
  /// The quantities that are known, each with the id of the first plugin that declares it; empty: built in.
  std::map<Quantity, std::string> declared_ = built_in();
};

/// Returns the id of the strategy that is expected in a file: ID.so or ID.strategy.yaml. Empty if the file is neither.
std::string strategy_id_of(const std::filesystem::path& file);

/// Returns the libraries of plugins and descriptions of programs in a folder, and NAME/NAME.strategy.yaml in it, by
/// name.
std::set<std::filesystem::path> plugin_files_in(const std::filesystem::path& folder);

/// The directories on demand that belong to the running program: gridcensus/plugins in the folder of libraries that it
/// was configured for, and in ../lib beside its bin folder, which is that of the build tree and where authors install
/// their own. Those of them that there are; never the current directory.
std::vector<std::filesystem::path> default_plugin_directories();

/// Names that an experiment file uses beside the parameters of a strategy; no parameter may have one.
const std::vector<std::string>& reserved_parameter_names();

}  // namespace gridcensus::host
