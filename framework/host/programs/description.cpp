#include "host/programs/description.hpp"

#include "host/base/errors.hpp"
#include "host/formats/answers.hpp"
#include "host/formats/template.hpp"

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

const std::array<std::pair<std::string, ProgramInput>, 4> known_inputs{{{"json", ProgramInput::json},
                                                                        {"cnf", ProgramInput::cnf},
                                                                        {"asp", ProgramInput::asp},
                                                                        {"exact_cover", ProgramInput::exact_cover}}};

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
  std::vector<std::string> input_names;
  for (const auto& [name, input] : known_inputs) input_names.push_back(name);
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
        .form = choice_of({"1"}),
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
                  .help = "A regular expression (RE2) with one group, which matches the version in the output.",
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
        .form = or_map(choice_of(input_names),
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
                  .help = "A regular expression (RE2) with one group, which matches the number; a map for several "
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
    if (root_.find("protocol") != nullptr) {
      refuse_what_it_declares();
      check_words(description.command, {}, "command");
      return description;
    }
    description.version = version();
    read_declared(description);
    description.asked = asked(description);
    check_asked(description);
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

  std::string scalar(const std::string& key) const {
    const Node* const node = find(key);
    return node == nullptr ? "" : node->scalar;
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

  std::variant<std::string, VersionCommand> version() {
    const Node* const node = find("version");
    if (node == nullptr || node->kind != Node::Kind::map) return scalar("version");
    VersionCommand version{texts_in(*node->find("command")), node->find("pattern")->scalar};
    check_pattern(*node->find("pattern"), "version.pattern");
    return version;
  }

  /// Reads the declarations by the same code as the answer of a program.
  void read_declared(Description& description) {
    Message message = json_of(root_, {"quantities", "parameters", "takes"});
    message["id"] = description.id;
    message["version"] = std::holds_alternative<std::string>(description.version) ? scalar("version") : "untold";
    message["summary"] = scalar("summary");
    message["source"] = scalar("source");
    try {
      description.declared = declared_in(message);
    } catch (const std::exception& error) {
      report("quantities", error.what());
    }
  }

  static Message json_of(const Node& node) {
    if (node.kind == Node::Kind::map) return json_of(node, {});
    if (node.kind != Node::Kind::sequence) return node.scalar;
    Message list = Message::array();
    for (const Node& item : node.items) list.push_back(json_of(item));
    return list;
  }

  /// @param keys  the requested ones; empty: all
  static Message json_of(const Node& node, const std::vector<std::string>& keys) {
    Message map = Message::object();
    for (const auto& member : node.members) {
      if (keys.empty() || std::ranges::find(keys, member.key) != keys.end()) map[member.key] = json_of(member.value);
    }
    return map;
  }

  AskedOnce asked(const Description& description) {
    AskedOnce asked;
    if (const Node* const input = find("input")) {
      if (input->kind == Node::Kind::map) {
        asked.input = ProgramInput::text;
        asked.text = input->find("text")->scalar;
      }
      for (const auto& [name, value] : known_inputs) {
        if (input->scalar == name) asked.input = value;
      }
    }
    asked.fixes_first_row = find("first_row") != nullptr;
    if (const Node* const units = find("units")) asked.units = units->scalar;
    if (const Node* const success = find("success")) {
      asked.success.clear();
      for (const auto& code : texts_in(*success)) asked.success.insert(std::stoi(code));
    }
    asked.answer = answer(description);
    return asked;
  }

  ProgramAnswer answer(const Description& description) {
    ProgramAnswer answer;
    const Node* const node = find("answer");
    if (node == nullptr || node->kind != Node::Kind::map) return answer;
    if (const Node* const times = node->find_accepted("times")) {
      answer.times_relabellings = times->scalar == "side!";
      const auto number = parse_integer(times->scalar);
      if (!answer.times_relabellings && (!number || *number < 1)) {
        report("answer", "times: expected a whole number from 1, or side!; got " + excerpt(times->scalar));
      }
      if (number) answer.times = *number;
    }
    if (const Node* const competition = node->find_accepted("competition")) {
      const auto real = [&](const char* key) { return parse_plain_real(competition->find(key)->scalar).value_or(0); };
      answer.guarantee = Guarantee{real("epsilon"), real("delta")};
      if (answer.guarantee->delta >= 1) report("answer", "delta: expected a probability below 1");
      return answer;
    }
    const Node& pattern = *node->find("pattern");
    const auto& yields = description.declared.about.yields;
    if (pattern.kind == Node::Kind::scalar) {
      check_pattern(pattern, "answer.pattern");
      if (yields.size() == 1) answer.patterns.emplace(yields.front().quantity, pattern.scalar);
      if (yields.size() > 1) report("answer", "pattern: expected a map with the pattern of each quantity");
      return answer;
    }
    for (const auto& member : pattern.members) {
      check_pattern(member.value, "answer.pattern." + member.key);
      const auto yield =
          std::ranges::find_if(yields, [&](const auto& declared) { return name_of(declared.quantity) == member.key; });
      if (yield == yields.end()) {
        diagnostics_.push_back({member.where, "answer.pattern." + member.key, "it is none of its quantities", {}});
      } else {
        answer.patterns.emplace(yield->quantity, member.value.scalar);
      }
    }
    if (answer.patterns.size() != yields.size()) report("answer", "pattern: expected one for each quantity");
    return answer;
  }

  void check_pattern(const Node& node, const std::string& path) {
    if (auto mistake = pattern_mistake(node.scalar))
      diagnostics_.push_back({node.where, path, *std::move(mistake), {}});
  }

  /// Checks that the words in braces of a command or a text are known.
  void check_words(const std::vector<std::string>& texts, std::vector<std::string> known, const std::string& key) {
    const bool may_have_any = !known.empty();
    if (may_have_any) std::ranges::copy(words_of_problem(), std::back_inserter(known));
    for (const auto& text : texts) {
      for (const auto& unknown : unknown_words(text, known)) {
        const auto nearest = nearest_name(unknown, known);
        report(key, may_have_any ? fmt::format("unknown name {{{}}}; known here: {}{}", unknown, joined(known),
                                               nearest ? " (did you mean " + *nearest + "?)" : "")
                                 : fmt::format("{{{}}}: a program that speaks the protocol has no names in its "
                                               "command; a brace is written twice",
                                               unknown));
      }
    }
  }

  /// Refuses a word that looks like a file beside the description and leads to another folder.
  void refuse_other_folders(const std::vector<std::string>& words, const std::string& key) {
    for (const auto& word : words) {
      if (!word.starts_with("./") || *std::filesystem::path{word}.lexically_normal().begin() != "..") continue;
      report(key, fmt::format("{} is not beside the description: write its whole path, or move it", word));
    }
  }

  void check_asked(const Description& description) {
    const AskedOnce& asked = *description.asked;
    std::vector<std::string> names{"unit", "units", "quantity", "first_row_fixed"};
    for (const auto& spec : description.declared.parameters) names.push_back(spec.name);
    check_words({asked.text}, names, "input");
    check_words({asked.units}, names, "units");
    const bool is_sampled = std::ranges::any_of(description.declared.about.yields,
                                                [](const auto& yield) { return yield.kind == Kind::estimate; });
    if (is_sampled) names.emplace_back("random");
    if (asked.input != ProgramInput::nothing) names.emplace_back("input");
    check_words(description.command, names, "command");
    const bool can_fix = asked.input != ProgramInput::nothing && asked.input != ProgramInput::json;
    if (asked.fixes_first_row && !can_fix) {
      report("first_row", "only an input of cnf, asp, exact_cover or a text can fix the first row");
    }
    if (!asked.answer.patterns.empty()) return;
    if (description.declared.about.yields.size() > 1) report("answer", "competition: it answers one quantity");
    if (is_sampled && asked.units != "1") report("units", "an estimate of the competition is the whole answer");
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
