#include "app/part.hpp"

#include "host/graph/read_part.hpp"
#include "host/graph/share.hpp"

namespace gridcensus::app {

host::Part part_of(const Arguments& arguments) {
  const auto text = arguments.text("part");
  return text ? host::read_part(*text) : host::Part{};
}

std::optional<std::string> why_not_in_parts(const host::Plan& plan, const host::Run& run) {
  auto reason = host::why_not_split(run);
  for (const auto& [quantity, source] : run.sources) {
    if (!reason && std::holds_alternative<std::size_t>(source)) reason = host::why_not_split(plan, run, quantity);
  }
  return reason;
}

void refuse_part_of_nothing(const host::Plan& plan) {
  std::string reasons;
  for (const auto& run : plan.runs) {
    const auto reason = why_not_in_parts(plan, run);
    if (!reason) return;
    reasons += "; " + run.name() + ": " + *reason;
  }
  throw host::BadInput{
      host::on_command_line("--part", "no run of this experiment can be split; leave out --part" + reasons)};
}

}  // namespace gridcensus::app
