#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The Slurm of today sets MaxArraySize to this where nobody sets it.
constexpr std::uint64_t usual_array_limit = 1001;

/// What shall run on Slurm, and how.
struct SlurmJob {
  std::string name;  ///< shown by squeue
  std::filesystem::path program;
  std::filesystem::path experiment;
  std::vector<std::string> options = {};  ///< for each `run`
  std::uint64_t parts = 1;
  std::uint64_t array_limit = usual_array_limit;  ///< MaxArraySize: all numbers of tasks are below it; at least 2
  int threads = 1;                                ///< of each task
  std::optional<std::string> time = {};  ///< of each task, as sbatch takes it; nullopt: what the partition gives
};

/// A file that a person reads, edits and runs.
struct Script {
  std::string name;
  std::string content;
  bool is_executable = false;
};

/// The files of a folder from which `./submit.sh` sends an array job that counts the parts, and a job after it that
/// merges them and concludes. Each writes into that folder.
std::vector<Script> slurm_files(const SlurmJob& job);

}  // namespace gridcensus::host
