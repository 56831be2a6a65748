#include "host/publish/published_times.hpp"

#include "host/document/form.hpp"

#include <utility>

namespace gridcensus::host::publish {

namespace {

Form form_of(Form::Kind kind) {
  Form form;
  form.kind = kind;
  return form;
}

Form choice_of(std::vector<std::string> choices) {
  Form form = form_of(Form::Kind::choice);
  form.choices = std::move(choices);
  return form;
}

/// Returns the form of the data file.
Form times_form() {
  std::vector<std::string> quantities;
  for (const auto quantity : built_in_quantities()) quantities.emplace_back(name_of(quantity));
  Form seconds = form_of(Form::Kind::real);
  seconds.range = {.low = 0, .high = 1e12, .excludes_low = true};
  const auto field = [](std::string key, Form form, bool is_required = true) {
    return Field{.key = std::move(key),
                 .form = std::move(form),
                 .help = {},
                 .default_text = {},
                 .example = {},
                 .is_required = is_required};
  };
  Form time = form_of(Form::Kind::map);
  time.fields = {field("shape", form_of(Form::Kind::shape)),
                 field("quantity", choice_of(quantities)),
                 field("seconds", seconds),
                 field("clock", choice_of({"wall", "processor"})),
                 field("by", form_of(Form::Kind::text)),
                 field("machine", form_of(Form::Kind::text)),
                 field("source", form_of(Form::Kind::text)),
                 field("url", form_of(Form::Kind::text), false)};
  Form times = form_of(Form::Kind::list);
  times.element.push_back(time);
  Form root = form_of(Form::Kind::map);
  root.fields = {field("times", times)};
  return root;
}

std::string scalar_of(const Node& node, const char* key) {
  const Node* member = node.find(key);
  return member != nullptr ? member->scalar : "";
}

}  // namespace

std::vector<PublishedTime> read_published_times(const std::filesystem::path& file) {
  std::vector<Diagnostic> diagnostics;
  Node root = parse_document(read_text_file(file), file.string(), diagnostics);
  check_form(root, times_form(), "", diagnostics);
  throw_if_any(std::move(diagnostics));
  std::vector<PublishedTime> times;
  for (const Node& node : root.find("times")->items) {
    times.push_back({.problem = {.shape = parse_shape(scalar_of(node, "shape"))},
                     .quantity = *find_quantity(scalar_of(node, "quantity")),
                     .seconds = *parse_plain_real(scalar_of(node, "seconds")),
                     .clock = scalar_of(node, "clock"),
                     .by = scalar_of(node, "by"),
                     .machine = scalar_of(node, "machine"),
                     .source = scalar_of(node, "source"),
                     .url = scalar_of(node, "url")});
  }
  return times;
}

bool is_time_of(const PublishedTime& time, const Problem& problem, Quantity quantity) {
  return time.quantity == quantity && is_carried_over(quantity, time.problem, problem);
}

}  // namespace gridcensus::host::publish
