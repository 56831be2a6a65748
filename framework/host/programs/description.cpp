#include "host/programs/description.hpp"

#include "host/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace gridcensus::host {

namespace {

using FormKind = Form::Kind;

Form text() { return {.kind = FormKind::text}; }

Form list_of(Form element, const std::string& noun) {
  return {.kind = FormKind::list, .element = {std::move(element)}, .entry_noun = noun, .needs_entry = true};
}

Form map_of(std::vector<Field> fields) { return {.kind = FormKind::map, .fields = std::move(fields)}; }

Form or_map(Form form, Form map) {
  form.map_instead = {std::move(map)};
  return form;
}

Form choice_of(std::vector<std::string> choices) { return {.kind = FormKind::choice, .choices = std::move(choices)}; }

Form flag() { return {.kind = FormKind::boolean}; }

Form any_real() { return {.kind = FormKind::real, .range = {.low = -1e300, .high = 1e300}}; }

Form above_zero() { return {.kind = FormKind::real, .range = {.low = 0, .high = 1e9, .excludes_low = true}}; }

Form answer_form(std::vector<Field> fields) {
  Form form = map_of(std::move(fields));
  form.either_or = {{"pattern"}, {"competition"}};
  return form;
}

Form words() { return list_of(text(), "word"); }

Form quantity_form() {
  return map_of(
      {{.key = "name", .form = {.kind = FormKind::name}, .help = "Its name.", .example = "grids", .is_required = true},
       {.key = "kind",
        .form = choice_of({"exact", "estimate", "approximation", "lower_bound", "upper_bound"}),
        .help = "The kind of answer.",
        .default_text = "exact"},
       {.key = "definition", .form = text(), .help = "Definition of a new quantity, in one sentence."},
       {.key = "unit", .form = text(), .help = "Unit of a new quantity: the objects that it counts."},
       {.key = "same_for",
        .form = choice_of({"nothing", "transposes", "symmetries"}),
        .help = "For a new quantity: the maps between problems that preserve it.",
        .default_text = "nothing"},
       {.key = "relabelling_classes_of",
        .form = {.kind = FormKind::name},
        .help = "For a new quantity: the quantity that is N! times this one."}});
}

Form parameter_form() {
  return map_of(
      {{.key = "name",
        .form = {.kind = FormKind::name},
        .help = "Its name; `{NAME}` in the command is its value.",
        .example = "seed",
        .is_required = true},
       {.key = "type",
        .form = choice_of({"boolean", "integer", "real", "text", "choice"}),
        .help = "Type of its values.",
        .default_text = "text"},
       {.key = "default", .form = text(), .help = "Default value.", .default_text = "unset"},
       {.key = "help", .form = text(), .help = "One sentence.", .is_required = true},
       {.key = "unit", .form = text(), .help = "Unit of its values."},
       {.key = "low", .form = any_real(), .help = "The smallest value."},
       {.key = "high", .form = any_real(), .help = "The largest value."},
       {.key = "choices", .form = words(), .help = "For `type: choice`: the values."},
       {.key = "speed_only",
        .form = flag(),
        .help = "If true, its value never changes the answer.",
        .default_text = "false"},
       {.key = "part_of_question",
        .form = flag(),
        .help = "If true, it determines the question, not the method.",
        .default_text = "false"},
       {.key = "ends_sampling", .form = flag(), .help = "If true, it ends a sampling run.", .default_text = "false"}});
}

Form make_form() {
  Form patterns{.kind = FormKind::dictionary, .element = {text()}, .entry_noun = "quantity", .needs_entry = true};
  Form form = map_of(
      {{.key = "strategy",
        .form = {.kind = FormKind::name},
        .help = "Its id, which is also the name of the file.",
        .example = "my_count",
        .is_required = true},
       {.key = "command",
        .form = words(),
        .help = "The program and its arguments, run without a shell. The program is searched in PATH or given by its "
                "full path. A word that begins with `./` is a file next to the description. `{side}` and other names "
                "in braces are replaced by their values.",
        .example = R"([./count, "{box_rows}", "{box_cols}"])",
        .is_required = true},
       {.key = "is",
        .form = {.kind = FormKind::text, .or_list = true},
        .help = "Identity for evidence: two strategies with a common name here are not independent.",
        .example = "clasp",
        .is_required = true},
       {.key = "protocol",
        .form = choice_of({"1", "2"}),
        .help = "Version of the strategy protocol that it uses. It then declares its quantities itself, and the keys "
                "from `summary` on are omitted."},
       {.key = "files",
        .form = words(),
        .help = "Further files next to the description that it reads.",
        .example = "[./tables.txt]"},
       {.key = "environment",
        .form = words(),
        .help = "Environment variables that it gets in addition to PATH and LANG: NAME to pass on, or NAME=VALUE.",
        .example = "[OMP_NUM_THREADS=1]"},
       {.key = "limits",
        .form = map_of({{.key = "seconds",
                         .form = {.kind = FormKind::real, .range = {.low = 0, .high = 1e9, .excludes_low = true}},
                         .help = "Time limit of one unit [s].",
                         .default_text = "none"},
                        {.key = "memory",
                         .form = {.kind = FormKind::memory},
                         .help = "Memory limit of one process with all its descendants.",
                         .default_text = "the memory of the machine divided by the number of threads"},
                        {.key = "output",
                         .form = {.kind = FormKind::memory},
                         .help = "Limit of the output of one call.",
                         .default_text = "64 MiB"}}),
        .help = "Limits of one process; `isolate` of an experiment takes precedence.",
        .example = "{seconds: 600, memory: 4 GiB}"},
       {.key = "untried",
        .form = flag(),
        .help = "If true, the author of this description has not run it; shown wherever it is listed.",
        .default_text = "false"},
       {.key = "summary", .form = text(), .help = "Its purpose, in one line."},
       {.key = "source", .form = text(), .help = "Source of the method, and author of the program."},
       {.key = "version",
        .form = or_map(
            text(),
            map_of(
                {{.key = "command", .form = words(), .help = "A command that prints the version.", .is_required = true},
                 {.key = "pattern",
                  .form = text(),
                  .help = "A regular expression of Python with one group, which matches the version in the output.",
                  .is_required = true}})),
        .help = "Version of the program, or how to ask for it.",
        .example = "{command: [clingo, --version], pattern: 'clingo version ([0-9.]+)'}"},
       {.key = "quantities",
        .form = list_of(quantity_form(), "quantity"),
        .help = "The quantities that it counts.",
        .example = "[{name: grids}]"},
       {.key = "takes",
        .form = map_of(
            {{.key = "rules",
              .form = choice_of({"classic", "different_cells", "any"}),
              .help = "Accepted rules: rows, columns and boxes only; all rules on which cells differ; all rules.",
              .default_text = "classic"},
             {.key = "largest_side",
              .form = {.kind = FormKind::integer, .low = 1, .high = max_side},
              .help = "The largest side.",
              .default_text = "64"},
             {.key = "shapes",
              .form = list_of({.kind = FormKind::shape}, "shape"),
              .help = "The only accepted shapes.",
              .default_text = "all"}}),
        .help = "The problems that it accepts.",
        .example = "{rules: any, largest_side: 6}"},
       {.key = "parameters", .form = list_of(parameter_form(), "parameter"), .help = "Its parameters."},
       {.key = "input",
        .form = or_map(choice_of({"json", "cnf", "asp", "exact_cover"}),
                       map_of({{.key = "text",
                                .form = text(),
                                .help = "A text with names in braces, which are replaced by their values.",
                                .is_required = true}})),
        .help = "Format of the problem on stdin and in the file `{input}`: JSON, CNF, ASP facts, exact-cover matrix, "
                "or a text of your own.",
        .default_text = "only its command",
        .example = "cnf"},
       {.key = "first_row",
        .form = choice_of({"fixed"}),
        .help =
            "The input fixes the first row to 1, 2, ..., N, and the answer is multiplied by N!, if the rules do not "
            "distinguish symbols; a text must do so if `{first_row_fixed}` is true."},
       {.key = "units",
        .form = text(),
        .help = "Number of calls, each with another `{unit}` from 0; the answer is the sum.",
        .default_text = "1"},
       {.key = "success",
        .form = {.kind = FormKind::integer, .low = 0, .high = 255, .or_list = true},
        .help = "Exit codes that mean success.",
        .default_text = "0"},
       {.key = "answer",
        .form = or_map(
            choice_of({"competition"}),
            answer_form(
                {{.key = "pattern",
                  .form = or_map(text(), patterns),
                  .help = "A regular expression of Python with one group, which matches the number; a map for several "
                          "quantities."},
                 {.key = "competition",
                  .form = map_of({{.key = "epsilon", .form = above_zero(), .is_required = true},
                                  {.key = "delta", .form = above_zero(), .is_required = true}}),
                  .help = "Lines of the model counting competition, for a program that does not print its guarantee: "
                          "the count is within a factor of 1 + epsilon with probability at least 1 - delta."},
                 {.key = "times",
                  .form = text(),
                  .help = "Factor of the number: a whole number, or `side!` for N!.",
                  .default_text = "1"}})),
        .help = "Place of the number in the output: at a pattern, or in the lines of the model counting competition.",
        .example = "{pattern: '^Models *: *([0-9]+)'}"}});
  form.either_or = {{"protocol"}, {"answer", "quantities", "summary", "source", "version"}};
  return form;
}

/// Reads a checked document, and reports mistakes that a form cannot detect.
class Reader {
 public:
  Reader(const Node& root, std::vector<Diagnostic>& diagnostics) : root_{root}, diagnostics_{diagnostics} {}

  Description read(const std::filesystem::path& file) {
    Description description;
    description.file = file;
    description.id = root_.find("strategy")->scalar;
    if (const std::string name = file.filename().string(); name != description.id + std::string{description_ending}) {
      report("strategy", "expected the name of the file, " + name.substr(0, name.size() - description_ending.size()));
    }
    description.is = texts("is");
    description.command = texts("command");
    description.files = texts("files");
    description.environment = texts("environment");
    description.is_untried = flag("untried");
    description.limits = limits();
    for (const auto& name : description.files) {
      if (!name.starts_with("./")) report("files", "expected ./NAME, a file beside the description; got " + name);
    }
    refuse_other_folders(description.command, "command");
    refuse_other_folders(description.files, "files");
    if (const Node* const protocol = root_.find("protocol")) {
      if (!protocol->is_refused()) description.protocol = std::stoi(protocol->scalar);
      refuse_what_it_declares();
      refuse_names(description.command);
      return description;
    }
    description.asked = json_of(root_);
    read_declared(description);
    return description;
  }

 private:
  const Node* find(const std::string& key) const { return root_.find_accepted(key); }

  void report(const std::string& key, std::string message) {
    const Node* const node = root_.find(key);
    diagnostics_.push_back({node == nullptr ? root_.where : node->where, key, std::move(message), std::nullopt});
  }

  std::vector<std::string> texts(const std::string& key) const {
    const Node* const node = find(key);
    return node == nullptr ? std::vector<std::string>{} : texts_in(*node);
  }

  static std::vector<std::string> texts_in(const Node& node) {
    if (node.kind == Node::Kind::scalar) return {node.scalar};
    std::vector<std::string> texts;
    for (const Node& item : node.items) texts.push_back(item.scalar);
    return texts;
  }

  bool flag(const std::string& key) const {
    const Node* const node = find(key);
    return node != nullptr && node->scalar == "true";
  }

  ProcessLimits limits() const {
    ProcessLimits limits;
    const Node* const node = find("limits");
    if (node == nullptr) return limits;
    if (const Node* seconds = node->find_accepted("seconds")) limits.seconds = parse_plain_real(seconds->scalar);
    if (const Node* memory = node->find_accepted("memory")) limits.memory_bytes = parse_memory(memory->scalar);
    if (const Node* output = node->find_accepted("output")) {
      limits.output_bytes = parse_memory(output->scalar).value_or(limits.output_bytes);
    }
    return limits;
  }

  void refuse_what_it_declares() {
    for (const auto* key : {"parameters", "takes", "input", "first_row", "units", "success"}) {
      if (root_.find(key) != nullptr) {
        report(key, "a program that speaks the protocol declares this itself, or needs it not; remove the key");
      }
    }
  }

  /// Reads the declarations by the same code as the answer of a program.
  void read_declared(Description& description) {
    const Message& all = *description.asked;
    Message message = Message::object();
    for (const auto* const key : {"summary", "source", "quantities", "parameters", "takes"}) {
      if (all.contains(key)) message[key] = all.at(key);
    }
    message["id"] = description.id;
    message["version"] = all.at("version").is_string() ? all.at("version") : Message("installed");
    // The number is in the sum of the units, and its package knows what else the sum says.
    message["answers"] = Message::array({"conclude"});
    const Message& answer = all.at("answer");
    if (answer.is_object() && answer.value("times", "") == "side!") message["answers"].push_back("offer");
    try {
      description.declared = declared_in(message);
    } catch (const std::exception& error) {
      report("quantities", error.what());
    }
    const auto of_symmetries = [](const std::string& text) { return text.find("generator") != std::string::npos; };
    const Message input = all.value("input", Message{});
    description.declared.takes.needs_generators =
        std::ranges::any_of(description.command, of_symmetries) ||
        (input.is_object() && of_symmetries(input.at("text").get<std::string>()));
  }

  static Message json_of(const Node& node) {
    if (node.kind != Node::Kind::sequence && node.kind != Node::Kind::map) return node.scalar;
    Message json = node.kind == Node::Kind::sequence ? Message::array() : Message::object();
    for (const Node& item : node.items) json.push_back(json_of(item));
    for (const auto& member : node.members) json[member.key] = json_of(member.value);
    return json;
  }

  /// Refuses names in braces, which only a program that is asked once has.
  void refuse_names(const std::vector<std::string>& command) {
    for (const auto& word : command) {
      const auto brace = word.find('{');
      if (brace == std::string::npos || word.substr(brace, 2) == "{{") continue;
      report("command",
             fmt::format("{}: a program that speaks the protocol has no names in its command; a brace is written twice",
                         excerpt(word)));
    }
  }

  /// Refuses a word that looks like a file beside the description and leads to another folder.
  void refuse_other_folders(const std::vector<std::string>& words, const std::string& key) {
    for (const auto& word : words) {
      if (!word.starts_with("./") || *std::filesystem::path{word}.lexically_normal().begin() != "..") continue;
      report(key, fmt::format("{} is not beside the description: write its whole path, or move it", word));
    }
  }

  const Node& root_;
  std::vector<Diagnostic>& diagnostics_;
};

}  // namespace

const Form& description_form() {
  static const Form form = make_form();
  return form;
}

Json description_schema() {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "gridcensus program"}};
  schema.update(schema_of(description_form()));
  return schema;
}

void throw_mistakes(const Description& description, const Message& mistakes) {
  std::vector<Diagnostic> diagnostics;
  const Node root = parse_document(read_text_file(description.file), description.file.string(), diagnostics);
  for (const Message& mistake : list_in(mistakes)) {
    const auto key = mistake.at("key").get<std::string>();
    const auto known = mistake.at("known").get<std::vector<std::string>>();
    const Node* node = &root;
    for (std::size_t begin = 0; begin <= key.size();) {
      const auto end = std::min(key.find('.', begin), key.size());
      const Node* const inner = node->find(key.substr(begin, end - begin));
      if (inner == nullptr) break;
      node = inner;
      begin = end + 1;
    }
    const auto nearest = nearest_name(mistake.at("word").get<std::string>(), known);
    diagnostics.push_back({node->where, key, mistake.at("message").get<std::string>(), nearest});
  }
  throw BadInput{diagnostics};
}

Description read_description(const std::filesystem::path& file) {
  std::vector<Diagnostic> diagnostics;
  Node root = parse_document(read_text_file(file), file.string(), diagnostics);
  throw_if_any(diagnostics);
  check_form(root, description_form(), "", diagnostics);
  throw_if_any(diagnostics);
  Description description = Reader{root, diagnostics}.read(file);
  throw_if_any(std::move(diagnostics));
  return description;
}

}  // namespace gridcensus::host
