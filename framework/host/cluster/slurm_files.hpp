#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The default of MaxArraySize in current versions of Slurm.
constexpr std::uint64_t default_array_limit = 1001;

/// The settings of a job for Slurm.
struct SlurmJob {
  std::string name;  ///< shown by squeue
  std::filesystem::path program;
  std::filesystem::path experiment;
  std::vector<std::string> options = {};  ///< for each `run`
  std::uint64_t parts = 1;
  std::uint64_t array_limit = default_array_limit;  ///< MaxArraySize: all numbers of tasks are below it; at least 2
  int threads = 1;                                  ///< of each task
  std::optional<std::string> time = {};  ///< of each task, in sbatch's form; nullopt: the partition's default
};

/// A file that a person reads, edits and runs.
struct Script {
  std::string name;
  std::string content;
  bool is_executable = false;
};

/// Returns the files of a folder. Its `./submit.sh` submits an array job that counts the parts, and a job that then
/// merges them and concludes. Each writes into that folder.
std::vector<Script> slurm_files(const SlurmJob& job);

}  // namespace gridcensus::host
