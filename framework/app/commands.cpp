#include "app/commands.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

const std::vector<const Command*>& all_commands() {
  static const std::vector<const Command*> commands{
      &run_command(),    &count_command(),    &plan_command(),    &check_command(),        &show_command(),
      &report_command(), &export_command(),   &compare_command(), &history_command(),      &merge_command(),
      &status_command(), &slurm_command(),    &verify_command(),  &certify_command(),      &repair_command(),
      &list_command(),   &describe_command(), &schema_command(),  &new_strategy_command(), &conformance_command(),
      &sample_command(), &rank_command(),     &shuffle_command(), &doctor_command(),       &version_command()};
  return commands;
}

std::string overview() {
  std::string text =
      "gridcensus: counts completed Sudoku grids in many independent ways and compares every answer\n\n"
      "gridcensus COMMAND [arguments]\n\nCommands:\n";
  for (const auto* command : all_commands()) text += fmt::format("  {:<12} {}\n", command->name, command->summary);
  std::vector<std::string> codes;
  for (const auto& [code, meaning] : exit_codes()) codes.push_back(fmt::format("{} {}", code, meaning));
  return text +
         "\nEvery command has --help, --quiet (-q: nothing but answers and errors) and --verbose (-v: more notes).\n"
         "gridcensus --version (-V) tells the version, gridcensus doctor whether all is well here.\n"
         "\nExamples:\n"
         "  gridcensus count 3x3 --with band_classes\n"
         "  gridcensus run experiments/cross_validation.yaml\n" +
         fmt::format("\nExit codes: {}\n", fmt::join(codes, ", "));
}

}  // namespace gridcensus::app
