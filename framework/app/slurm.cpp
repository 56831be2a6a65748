#include "app/execution.hpp"
#include "app/part.hpp"
#include "host/base/text.hpp"
#include "host/cluster/read_part.hpp"
#include "host/cluster/slurm_files.hpp"
#include "host/plan/plan.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace gridcensus::app {

namespace {

constexpr std::uint64_t max_array_limit = 4'000'001;

/// Returns the time limit HH:MM:SS, the form of sbatch.
std::optional<std::string> time_limit(const Arguments& arguments) {
  auto given = arguments.text("time");
  if (!given) return std::nullopt;
  int hours = 0;
  int minutes = 0;
  // Tasks get a signal two minutes before the end, and Slurm may send it a minute early.
  if (!RE2::FullMatch(*given, "([0-9]{1,4}):([0-5][0-9]):[0-5][0-9]", &hours, &minutes) ||
      (hours == 0 && minutes < 5)) {
    throw host::BadInput{
        host::on_command_line("--time", *given + ": expected hours, minutes and seconds, HH:MM:SS, at least 00:05:00")};
  }
  return given;
}

/// Returns the options with which a task finds the same plugins and counts the same experiment as this command.
std::vector<std::string> task_options(const Arguments& arguments) {
  std::vector<std::string> options;
  for (const auto& directory : arguments.texts("plugin-dir"))
    options.insert(options.end(), {"--plugin-dir", directory});
  if (arguments.has("allow-insecure-plugins")) options.emplace_back("--allow-insecure-plugins");
  // Tasks apply the same overrides to the file.
  for (const auto& typed : arguments.texts("set")) options.insert(options.end(), {"--set", typed});
  if (const auto seed = arguments.text("seed")) options.insert(options.end(), {"--seed", *seed});
  return options;
}

void write_new(const std::filesystem::path& place, const host::Script& script) {
  const int descriptor =
      open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, script.is_executable ? 0777 : 0666);
  const auto size = static_cast<ssize_t>(script.content.size());
  const bool is_written = descriptor >= 0 && write(descriptor, script.content.data(), script.content.size()) == size;
  const int reason = errno;
  if (descriptor >= 0) close(descriptor);
  if (!is_written) {
    throw host::StorageError{place.string() + " cannot be written: " + std::generic_category().message(reason)};
  }
}

/// Creates a new folder, so files that were edited or counted are never overwritten.
void write_folder(const std::filesystem::path& folder, const std::vector<host::Script>& scripts) {
  std::error_code error;
  if (!std::filesystem::create_directory(folder, error)) {
    if (error) throw host::StorageError{folder.string() + " cannot be created: " + error.message()};
    throw host::BadInput{host::on_command_line("--folder", folder.string() + " already exists; give a new folder")};
  }
  for (const auto& script : scripts) write_new(folder / script.name, script);
}

host::ExitCode run_slurm(const Arguments& arguments) {
  const std::filesystem::path file = arguments.required("FILE.yaml");
  const auto parts = arguments.integer("parts", 1, host::max_parts);
  if (!parts) throw host::BadInput{host::on_command_line("--parts", "give the number of parts: --parts N")};
  if (file == "-")
    throw host::BadInput{"slurm needs an experiment file, not standard input, because every task reads it"};
  const auto text = read_experiment_text(file, arguments);
  const auto catalog = open_catalog(arguments, text);
  const auto experiment = host::read_experiment(text, catalog);
  const auto plan = host::make_plan(experiment);
  refuse_empty_plan(experiment, plan);
  warn_of_gaps(experiment, plan);
  if (*parts > 1) refuse_part_of_nothing(plan);

  const auto scripts = host::slurm_files(
      {.name = file.stem(),
       .program = std::filesystem::read_symlink("/proc/self/exe"),
       .experiment = std::filesystem::canonical(file),
       .options = task_options(arguments),
       .parts = *parts,
       .array_limit = arguments.integer("array-limit", 2, max_array_limit).value_or(host::default_array_limit),
       .threads = experiment.threads.value_or(1),
       .time = time_limit(arguments)});
  const std::filesystem::path folder = arguments.text("folder").value_or(file.stem().string() + "-slurm");
  write_folder(folder, scripts);
  print(fmt::format("{}: {} in {}; read its files, then: {}\n", host::printable(folder.string()),
                    host::counted(plan.runs.size(), "run"), host::counted(*parts, "part"),
                    (std::filesystem::path{"."} / folder / "submit.sh").lexically_normal().string()));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command slurm_command{
    .name = "slurm",
    .brief = "scripts for a cluster",
    .summary = "Write scripts that count an experiment in parts on a Slurm cluster.",
    .usage = "FILE.yaml --parts N [options]",
    .argument = "FILE.yaml",
    .examples = "  gridcensus slurm two_by_six.yaml --parts 200 --time 12:00:00 --threads 4\n",
    .options = joined(
        {{{"parts", "N", "Number of parts that divide the units."},
          {"time", "HH:MM:SS",
           "Time limit of each task; by default that of the partition. The next task resumes unfinished work."},
          {"threads", "K", "Threads of each task; by default the number in the file, or 1."},
          {"set", "PATH=VALUE", "Override a value of the file in every task: seed=7.", "", Given::often},
          {"seed", "S[,S...]", "Random seeds, as for `gridcensus run`."},
          {"array-limit", "M", "MaxArraySize of the cluster, 1001 by default. With more parts, a task counts several."},
          {"folder", "DIR", "New folder to write; by default NAME-slurm in the current folder for NAME.yaml."}},
         catalog_options()}),
    .run = run_slurm};

}  // namespace gridcensus::app
