#include "app/command_line.hpp"
#include "gridcensus/build_id.hpp"
#include "gridcensus/plugin.hpp"
#include "host/base/text.hpp"
#include "host/compare/published.hpp"
#include "host/document/document.hpp"
#include "host/graph/provenance.hpp"
#include "host/process/search_path.hpp"
#include "host/programs/program_entry.hpp"

#include <boost/version.hpp>
#include <fmt/format.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <tbb/version.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sched.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

namespace gridcensus::app {

namespace {

using host::Json;

/// The results of the checks. States: "ok"; "note" for a remark; "error" for a problem to fix.
class DoctorReport {
 public:
  void add(const std::string& state, const std::string& name, const std::string& text) {
    entries_.push_back({state, name, host::printable(text)});
  }

  std::vector<std::string> problems() const {
    std::vector<std::string> names;
    for (const auto& entry : entries_) {
      if (entry.state == "error" && std::ranges::find(names, entry.name) == names.end()) names.push_back(entry.name);
    }
    return names;
  }

  host::Listing listing(std::size_t width) const {
    constexpr int state_width = 5;
    constexpr int name_width = 13;
    host::Listing listing{.text = {}, .json = {{"checks", Json::array()}}};
    for (const auto& [state, name, text] : entries_) {
      const std::string head = fmt::format("{:<{}}  {:<{}}  ", state, state_width, name, name_width);
      auto lines = host::wrapped(text, width - std::min(width, head.size()));
      listing.text += head + lines.front() + "\n";
      for (auto line = lines.begin() + 1; line != lines.end(); ++line) {
        listing.text += std::string(head.size(), ' ') + *line + "\n";
      }
      listing.json["checks"].push_back({{"state", state}, {"name", name}, {"text", text}});
    }
    const auto names = problems();
    listing.text += names.empty() ? "no problems found\n" : fmt::format("problems: {}\n", fmt::join(names, ", "));
    listing.json["is_well"] = names.empty();
    return listing;
  }

 private:
  struct Entry {
    std::string state;
    std::string name;
    std::string text;
  };
  std::vector<Entry> entries_;
};

void look_at_versions(DoctorReport& report) {
  report.add("ok", "program",
             fmt::format("gridcensus {}, plugin interface {}, toolchain {}", GRIDCENSUS_VERSION, GRIDCENSUS_API,
                         GRIDCENSUS_TOOLCHAIN));
  std::string boost = BOOST_LIB_VERSION;
  std::ranges::replace(boost, '_', '.');
  report.add("ok", "libraries",
             fmt::format("built with Boost {}, oneTBB {}, fmt {}.{}.{}, JSON for Modern C++ {}.{}.{}", boost,
                         TBB_VERSION_STRING, FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100,
                         NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH));
}

struct Feature {
  std::string_view name;
  bool is_there;
};

/// Returns the features that kernels may need. One call for each, because the builtin takes only a literal.
std::vector<Feature> processor_features() {
  return {{"SSE4.2", static_cast<bool>(__builtin_cpu_supports("sse4.2"))},
          {"POPCNT", static_cast<bool>(__builtin_cpu_supports("popcnt"))},
          {"AVX2", static_cast<bool>(__builtin_cpu_supports("avx2"))},
          {"BMI2", static_cast<bool>(__builtin_cpu_supports("bmi2"))},
          {"AVX-512F", static_cast<bool>(__builtin_cpu_supports("avx512f"))},
          {"AVX-512BW", static_cast<bool>(__builtin_cpu_supports("avx512bw"))}};
}

void look_at_machine(DoctorReport& report) {
  const auto features = processor_features();
  std::vector<std::string_view> there;
  for (const auto& [name, is_there] : features) {
    if (is_there) there.push_back(name);
  }
  const auto has = [&](std::string_view name) { return std::ranges::find(there, name) != there.end(); };
  const auto* const level = has("AVX-512F") && has("AVX-512BW") ? "x86-64-v4"
                            : has("AVX2") && has("BMI2")        ? "x86-64-v3"
                            : has("SSE4.2") && has("POPCNT")    ? "x86-64-v2"
                                                                : "x86-64";
  report.add("ok", "processor", fmt::format("{}: {} ({})", host::processor_model(), level, fmt::join(there, ", ")));

  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  const int usable = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
  if (usable > 0 && usable < cores) {
    report.add("note", "threads",
               fmt::format("this process may use {} of {} cores; give --threads {}, or threads will share them", usable,
                           cores, usable));
  } else {
    report.add("ok", "threads", host::counted(static_cast<std::size_t>(cores), "core"));
  }
  struct sysinfo machine {};
  if (sysinfo(&machine) == 0) {
    report.add("ok", "memory",
               fmt::format("{}, {} of it free", host::bytes_text(machine.totalram * machine.mem_unit),
                           host::bytes_text(machine.freeram * machine.mem_unit)));
  }
}

/// Reports the kernel that `auto` selects: the first choice that the strategy does not refuse on this machine. The
/// choices are in order from the fastest to the portable one.
void look_at_kernels(const host::Plugin& plugin, DoctorReport& report) {
  const auto kernel = std::ranges::find(plugin.parameters, std::string{"kernel"}, &ParameterSpec::name);
  if (kernel == plugin.parameters.end() || plugin.answers.empty()) return;
  const Problem problem{{3, 3}, {}};
  for (const auto& choice : kernel->choices) {
    if (choice == gridcensus::to_string(kernel->default_value)) continue;
    auto values = with_defaults(plugin.parameters, {{"kernel", choice}});
    const auto strategy = plugin.create(values);
    if (!plugin.offer(*strategy, values, problem, plugin.counted()).refused.empty()) continue;
    report.add("ok", "kernel",
               fmt::format("{} counts with {} (of {})", plugin.about.id, choice, fmt::join(kernel->choices, ", ")));
    return;
  }
}

/// Adds whether a program is installed, where, and which version.
void look_at_program(const host::Plugin& plugin, DoctorReport& report) {
  if (plugin.program == nullptr) return;
  const auto& installed = plugin.program->installed();
  const std::string untried =
      plugin.program->description().is_untried ? "; untried: the author of its description has not run it" : "";
  if (const auto& missing = installed.why_missing()) {
    report.add("note", "program", fmt::format("{}: {}{}", plugin.about.id, *missing, untried));
  } else {
    report.add("ok", "program",
               fmt::format("{}: {}, version {}{}", plugin.about.id, installed.executable().string(),
                           plugin.about.version, untried));
  }
}

void look_at_plugins(const host::Catalog& catalog, const Arguments& arguments, DoctorReport& report) {
  std::map<std::filesystem::path, std::vector<std::string>> folders;
  for (const auto& folder : host::default_plugin_directories()) folders[folder];
  for (const auto& folder : arguments.texts("plugin-dir")) folders[std::filesystem::path{folder}];
  for (const auto& [id, plugin] : catalog.plugins()) {
    const auto folder = plugin.file.parent_path();
    folders[folder.filename() == id ? folder.parent_path() : folder].push_back(id);
  }
  for (const auto& [folder, ids] : folders) {
    report.add("ok", "plugins",
               fmt::format("{}: {}", folder.string(), ids.empty() ? "none" : fmt::format("{}", fmt::join(ids, ", "))));
  }
  for (const auto& refusal : catalog.refusals()) {
    report.add("error", "plugins", fmt::format("refused: {}: {}", refusal.file.string(), refusal.reason));
  }
  if (catalog.plugins().empty())
    report.add("error", "plugins",
               "none found, so nothing can be counted; give --plugin-dir DIR or install gridcensus again");
  for (const auto& [id, plugin] : catalog.plugins()) {
    look_at_kernels(plugin, report);
    look_at_program(plugin, report);
  }
}

void look_at_data(DoctorReport& report) {
  try {
    const auto published = host::read_published_values(host::published_values_folder());
    report.add("ok", "data",
               fmt::format("{}: {}, {}", host::published_values_folder().string(),
                           host::counted(published.outcomes.size(), "published value"),
                           host::counted(published.findings.size(), "table or finding", "tables and findings")));
  } catch (const host::BadInput& error) {
    report.add("error", "data", error.what());
  }
  for (const std::string name : {"results.schema.json", "check_certificate.py"}) {
    const auto file = host::data_file(name);
    if (!std::filesystem::exists(file))
      report.add("error", "data", file.string() + " is missing; install gridcensus again");
  }
}

/// Returns the name of a network file system by the number that statfs gives, or an empty text if it is not one.
std::string_view network_name(long type) {
  static constexpr std::array<std::pair<long, std::string_view>, 10> known{{{0x6969, "NFS"},
                                                                            {0xFF534D42, "CIFS"},
                                                                            {0xFE534D42, "SMB"},
                                                                            {0x0BD00BD0, "Lustre"},
                                                                            {0x47504653, "GPFS"},
                                                                            {0x19830326, "BeeGFS"},
                                                                            {0x00C36400, "Ceph"},
                                                                            {0x5346414F, "AFS"},
                                                                            {0x01021997, "9p"},
                                                                            {0x65735546, "FUSE"}}};
  for (const auto& [number, name] : known) {
    if (type == number) return name;
  }
  return {};
}

void look_at_folder(const std::string& what, const std::filesystem::path& folder, DoctorReport& report) {
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    report.add(
        "error", what,
        folder.string() + " is not writable, so no ledger can be stored there; give --ledger FILE in another folder");
    return;
  }
  struct statfs system {};
  const bool is_known = statfs(folder.c_str(), &system) == 0;
  const auto network = is_known ? network_name(static_cast<long>(system.f_type)) : std::string_view{};
  const auto free =
      is_known ? static_cast<std::uint64_t>(system.f_bavail) * static_cast<std::uint64_t>(system.f_bsize) : 0;
  const auto room = is_known ? host::bytes_text(free) + " free" : "free space unknown";
  if (!network.empty()) {
    report.add("note", what,
               fmt::format("{} is writable, {}; it is on {}, where SQLite's locks may fail: let only one process at a "
                           "time use a ledger there",
                           folder.string(), room, network));
  } else if (is_known && free < (std::uint64_t{64} << 20U)) {
    report.add("error", what, fmt::format("{}: {}, too little for a ledger", folder.string(), room));
  } else {
    report.add("ok", what, fmt::format("{} is writable, {}", folder.string(), room));
  }
}

void look_at_tools(DoctorReport& report) {
  struct Tool {
    std::vector<std::string> names;
    std::string use;
  };
  static const std::vector<Tool> tools{
      {{"python3"}, "reports, exports, comparisons, and checking certificates"},
      {{"pdflatex", "lualatex", "xelatex"}, "typesetting LaTeX tables"},
      {{"sqlite3"}, "inspecting ledgers by hand"},
      {{"sbatch"}, "campaigns on a Slurm cluster"},
  };
  for (const auto& [names, use] : tools) {
    std::string place;
    for (const auto& name : names) place = place.empty() ? host::find_program(name).string() : place;
    if (place.empty())
      report.add("note", "tools", fmt::format("{} not found; needed for {}", names.front(), use));
    else
      report.add("ok", "tools", fmt::format("{}, for {}", place, use));
  }
}

void look_at_environment(DoctorReport& report) {
  for (const auto& [name, value, option] : environment_variables()) {
    if (option.empty())
      report.add("note", "environment", "unknown variable " + name);
    else
      report.add(
          "ok", "environment",
          fmt::format("{}={}, used for --{} if neither the option nor the file has a value", name, value, option));
  }
  for (const std::string name : {"NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"}) {
    const char* const value = std::getenv(name.c_str());
    if (value != nullptr && *value != '\0') report.add("ok", "environment", name + "=" + value);
  }
}

host::ExitCode run_doctor(const Arguments& arguments) {
  DoctorReport report;
  look_at_versions(report);
  look_at_machine(report);
  const auto catalog = open_catalog_with_refusals(arguments, host::Asking::version);
  look_at_plugins(catalog, arguments, report);
  look_at_data(report);
  std::error_code error;
  if (const auto folder = std::filesystem::current_path(error); error)
    report.add("error", "folder", "the current folder was deleted; change to another one");
  else
    look_at_folder("folder", folder, report);
  if (const auto ledgers = arguments.text("ledger-dir")) look_at_folder("ledgers", *ledgers, report);
  look_at_tools(report);
  look_at_environment(report);
  answer(arguments, report.listing(answer_width()));
  return catalog.refusals().empty() ? host::ExitCode::all_agree : host::ExitCode::plugin_refused;
}

}  // namespace

const Command doctor_command{
    .name = "doctor",
    .brief = "check the installation",
    .summary = "Check this installation: processor, plugins, data files, tools, folders.",
    .usage = "[options]",
    .argument = "",
    .examples = "  gridcensus doctor\n  gridcensus doctor --plugin-dir \"$PWD/mine\" --json -\n",
    .options = joined({{{"ledger-dir", "DIR", "Folder for ledgers without --ledger; also checked."}},
                       json_options(),
                       catalog_options()}),
    .run = run_doctor};

}  // namespace gridcensus::app
