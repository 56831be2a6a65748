#include "app/command_line.hpp"
#include "gridcensus/build_id.hpp"
#include "gridcensus/plugin.hpp"
#include "host/base/text.hpp"
#include "host/compare/published.hpp"
#include "host/document/document.hpp"
#include "host/graph/provenance.hpp"
#include "host/programs/program_entry.hpp"
#include "host/report/text_layout.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <sys/statfs.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sched.h>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

namespace gridcensus::app {

namespace {

using host::Json;

/// The results of the checks. States: "ok"; "note" for a remark; "error" for a problem to fix.
class DoctorReport {
 public:
  void add(const std::string& state, const std::string& name, const std::string& text) {
    checks_.push_back({{"state", state}, {"name", name}, {"text", host::printable(text)}});
    if (state == "error") problems_.insert(name);
  }

  host::Rendering listing(std::size_t width) const {
    host::TextTable table{{{}, {}, {}}};
    for (const auto& check : checks_) table.add({check["state"], check["name"], check["text"]});
    host::Lines lines{width};
    lines.add(table);
    lines.add_wrapped(problems_.empty() ? "no problems found" : "problems: " + host::join(problems_), 4);
    return {.text = lines.text(), .json = {{"checks", checks_}, {"is_well", problems_.empty()}}};
  }

 private:
  Json checks_ = Json::array();
  std::set<std::string> problems_;
};

void look_at_program_and_machine(DoctorReport& report) {
  report.add("ok", "program",
             fmt::format("gridcensus {}, plugin interface {}, toolchain {}", GRIDCENSUS_VERSION, GRIDCENSUS_API,
                         GRIDCENSUS_TOOLCHAIN));
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  const int usable = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
  const bool is_limited = usable > 0 && usable < cores;
  const std::string limit =
      is_limited ? fmt::format(", of which this process may use {}; give --threads {}, or threads will share them",
                               usable, usable)
                 : "";
  report.add(is_limited ? "note" : "ok", "processor",
             fmt::format("{}, {}{}", host::processor_model(), host::pluralise(static_cast<std::size_t>(cores), "core"),
                         limit));
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
                           host::pluralise(published.outcomes.size(), "published value"),
                           host::pluralise(published.findings.size(), "table or finding", "tables and findings")));
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
std::string network_name(long type) {
  static const std::map<long, std::string> known{
      {0x6969, "NFS"},        {0xFF534D42, "CIFS"}, {0xFE534D42, "SMB"}, {0x0BD00BD0, "Lustre"}, {0x47504653, "GPFS"},
      {0x19830326, "BeeGFS"}, {0x00C36400, "Ceph"}, {0x5346414F, "AFS"}, {0x01021997, "9p"},     {0x65735546, "FUSE"}};
  const auto found = known.find(type);
  return found == known.end() ? "" : found->second;
}

void look_at_folder(const std::string& what, const std::filesystem::path& folder, DoctorReport& report) {
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    report.add(
        "error", what,
        folder.string() + " is not writable, so no ledger can be stored there; give --ledger FILE in another folder");
    return;
  }
  struct statfs system {};
  if (statfs(folder.c_str(), &system) != 0) return report.add("ok", what, folder.string() + " is writable");
  const auto free = static_cast<std::uint64_t>(system.f_bavail) * static_cast<std::uint64_t>(system.f_bsize);
  const std::string writable = fmt::format("{} is writable, {} free", folder.string(), host::bytes_text(free));
  if (const auto network = network_name(static_cast<long>(system.f_type)); !network.empty()) {
    report.add("note", what,
               fmt::format("{}; it is on {}, where SQLite's locks may fail: let only one process at a time use a "
                           "ledger there",
                           writable, network));
  } else if (constexpr std::uint64_t least = std::uint64_t{64} << 20U; free < least) {
    report.add("error", what, writable + ", too little for a ledger");
  } else {
    report.add("ok", what, writable);
  }
}

host::ExitCode run_doctor(const Arguments& arguments) {
  DoctorReport report;
  look_at_program_and_machine(report);
  const auto catalog = open_catalog_with_refusals(arguments, host::Asking::version);
  look_at_plugins(catalog, arguments, report);
  look_at_data(report);
  std::error_code error;
  if (const auto folder = std::filesystem::current_path(error); error)
    report.add("error", "folder", "the current folder was deleted; change to another one");
  else
    look_at_folder("folder", folder, report);
  if (const auto ledgers = arguments.text("ledger-dir")) look_at_folder("ledgers", *ledgers, report);
  answer(arguments, report.listing(answer_width()));
  return catalog.refusals().empty() ? host::ExitCode::all_agree : host::ExitCode::plugin_refused;
}

}  // namespace

const Command doctor_command{
    .name = "doctor",
    .brief = "check the installation",
    .summary = "Check this installation: plugins, programs, data files, folders, processor.",
    .usage = "[options]",
    .argument = "",
    .examples = "  gridcensus doctor\n  gridcensus doctor --plugin-dir \"$PWD/mine\" --json -\n",
    .options = joined({{{"ledger-dir", "DIR", "Folder for ledgers without --ledger; also checked."}},
                       json_options(),
                       catalog_options()}),
    .run = run_doctor};

}  // namespace gridcensus::app
