#include "app/command_line.hpp"

#include "app/output_file.hpp"
#include "gridcensus/integer.hpp"
#include "host/base/text.hpp"
#include "host/calls/supervisor.hpp"

#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sstream>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace gridcensus::app {

namespace po = boost::program_options;
using host::BadInput;

namespace {

/// What is told beside answers.
enum class Talk { quiet, notes, details };
Talk talk = Talk::notes;

constexpr std::string_view variable_prefix = "GRIDCENSUS_";

/// The options that may come from the environment. None that loosens a check, and none that takes no value.
const std::vector<std::string>& options_of_environment() {
  static const std::vector<std::string> options{"threads", "seed", "isolate", "ledger-dir", "plugin-dir"};
  return options;
}

/// "GRIDCENSUS_PLUGIN_DIR" for plugin-dir.
std::string variable_of(const std::string& option) {
  std::string name{variable_prefix};
  for (const char c : option) name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

bool takes_from_environment(const po::options_description& options, const std::string& option) {
  const auto has = [&](const std::string& name) { return options.find_nothrow(name, false) != nullptr; };
  // The seed of an experiment, not that of a command that draws something else.
  return has(option) && (option != "seed" || has("set"));
}

/// Where answers go; a copy of the process's first stdout once it is reserved, and nowhere once that is lent.
int answer_descriptor = STDOUT_FILENO;

/// The way to stdout, for as long as it lives: where plugins run, the process that waits has it.
class AnswerPlace {
 public:
  /// @throws std::system_error  there is no way any more.
  AnswerPlace() : lent_{host::kept_descriptor()} {}
  int number() const { return lent_ ? lent_->number() : answer_descriptor; }

 private:
  std::optional<host::Descriptor> lent_;
};

/// What `look` says of stdout; `otherwise` where there is no way to it.
template <class Result, class Look>
Result with_answer_place(Result otherwise, const Look& look) {
  try {
    return look(AnswerPlace{}.number());
  } catch (const std::system_error&) {
    return otherwise;
  }
}

BadInput command_line_error(const std::string& message, std::optional<std::string> nearest = std::nullopt) {
  return BadInput{host::on_command_line("", message, std::move(nearest))};
}

std::vector<std::string> option_names(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  return names;
}

std::string help_text(const Command& command, const po::options_description& options) {
  std::ostringstream text;
  text << "gridcensus " << command.name << " " << command.usage << "\n\n" << command.summary << "\n\n" << options;
  if (!command.examples.empty()) text << "\nExamples:\n" << command.examples;
  std::string variables;
  for (const auto& option : options_of_environment()) {
    if (takes_from_environment(options, option)) variables += "  " + variable_of(option) + "\n";
  }
  if (!variables.empty()) text << "\nEnvironment, where neither the option nor the file has a value:\n" << variables;
  return text.str();
}

/// Where a command puts its declarations in place of doing something, while it is asked for them.
std::vector<DeclaredOption>* asked_for = nullptr;

std::vector<DeclaredOption> declarations_in(const po::options_description& options) {
  std::vector<DeclaredOption> declared;
  for (const auto& option : options.options()) {
    const std::string letter = option->format_name().starts_with("--") ? "" : option->format_name().substr(1, 1);
    const bool takes_value = option->semantic()->max_tokens() > 0;
    declared.push_back(
        {option->long_name(), letter, takes_value ? option->format_parameter() : "", option->description()});
  }
  return declared;
}

/// The value of --isolate may be left out. The parser would take whatever comes next for it, such as the file to run.
std::vector<std::string> with_value_of_isolate(std::vector<std::string> arguments) {
  for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
    const auto next = std::next(argument);
    const bool has_value = next != arguments.end() && (*next == "process" || *next == "none");
    if (*argument == "--isolate" && !has_value) *argument = "--isolate=process";
  }
  return arguments;
}

/// The plugins of the program and of --plugin-dir, none of them open.
host::Catalog catalog_of(const Arguments& arguments) {
  host::supervise(answer_descriptor);
  host::CatalogOptions options;
  // What is typed is for now, and is opened whole. A variable lasts, and must not stop a command that needs nothing of
  // it.
  auto& named = arguments.is_from_environment("plugin-dir") ? options.on_demand : options.directories;
  for (const auto& directory : arguments.texts("plugin-dir")) named.emplace_back(directory);
  for (const auto& directory : host::default_plugin_directories()) options.on_demand.push_back(directory);
  options.named_by = arguments.where("plugin-dir");
  options.allow_insecure = arguments.has("allow-insecure-plugins");
  if (options.allow_insecure) complain("warning: plugins are loaded even where others can write them");
  return host::Catalog{std::move(options)};
}

}  // namespace

std::vector<DeclaredOption> declared_options(const Command& command) {
  std::vector<DeclaredOption> options;
  asked_for = &options;
  command.run({});
  asked_for = nullptr;
  return options;
}

std::vector<std::pair<std::string, std::string>> environment_options() {
  std::vector<std::pair<std::string, std::string>> variables;
  for (const auto& option : options_of_environment()) variables.emplace_back(variable_of(option), option);
  return variables;
}

const std::vector<std::pair<int, std::string>>& exit_codes() {
  static const std::vector<std::pair<int, std::string>> codes{{0, "all agree"},
                                                              {1, "a run failed"},
                                                              {2, "bad input"},
                                                              {3, "disagreement or broken invariant"},
                                                              {4, "incomplete but resumable"},
                                                              {5, "plugin refused"},
                                                              {6, "storage"}};
  return codes;
}

std::vector<std::filesystem::path> plugin_folders() {
  std::vector<std::filesystem::path> folders;
  for (const auto& [name, value, option] : environment_variables()) {
    if (option != "plugin-dir" || value.empty()) continue;
    std::vector<std::string> named;
    boost::split(named, value, [](char c) { return c == ':'; });
    folders.assign(named.begin(), named.end());
  }
  for (const auto& folder : host::default_plugin_directories()) folders.push_back(folder);
  return folders;
}

Arguments::Arguments(const Command& command, const po::options_description& options, const std::string& positional,
                     const std::vector<std::string>& arguments, Positional how_many)
    : words_{program_invocation_name, command.name} {
  if (asked_for != nullptr) {
    *asked_for = declarations_in(options);
    is_help_ = true;
    return;
  }
  words_.insert(words_.end(), arguments.begin(), arguments.end());
  po::options_description visible{"Options", 110};
  visible.add(options);
  visible.add_options()                                                //
      ("quiet,q", "Tell nothing but answers, warnings and errors.")    //
      ("verbose,v", "Tell also what is looked up, chosen and found.")  //
      ("help,h", "Show this text.");
  po::options_description all;
  all.add(visible);
  po::positional_options_description positions;
  if (!positional.empty()) {
    if (how_many == Positional::one) {
      all.add_options()(positional.c_str(), po::value<std::string>());
      positions.add(positional.c_str(), 1);
    } else {
      all.add_options()(positional.c_str(), po::value<std::vector<std::string>>());
      positions.add(positional.c_str(), -1);
    }
  }
  try {
    using namespace po::command_line_style;
    // unix_style without allow_guessing: an abbreviation that is right today is ambiguous tomorrow.
    const int style = unix_style & ~allow_guessing;
    const auto words = with_value_of_isolate(arguments);
    po::store(po::command_line_parser(words).options(all).positional(positions).style(style).run(), values_);
    po::notify(values_);
  } catch (const po::unknown_option& error) {
    throw command_line_error("unknown option " + error.get_option_name() + " of the command " + command.name,
                             host::nearest_name(error.get_option_name(), option_names(visible)));
  } catch (const po::too_many_positional_options_error&) {
    throw command_line_error(
        fmt::format("too many arguments; expected: gridcensus {} {}", command.name, command.usage));
  } catch (const po::error& error) {
    throw command_line_error(error.what());
  }
  if (has("quiet") && has("verbose")) throw command_line_error("--quiet and --verbose contradict each other");
  talk = has("quiet") ? Talk::quiet : has("verbose") ? Talk::details : Talk::notes;
  is_help_ = values_.count("help") > 0;
  if (!is_help_) take_environment(visible);
  if (is_help_) print(help_text(command, visible));
}

std::string Arguments::again() const {
  std::string text;
  for (const auto& word : words_) {
    if (word != "--fresh") text += (text.empty() ? "" : " ") + host::shell_word(word);
  }
  return text;
}

void Arguments::take_environment(const po::options_description& options) {
  std::vector<std::string> known;
  for (const auto& option : options_of_environment()) known.push_back(variable_of(option));
  for (const auto& [name, value, option] : environment_variables()) {
    if (!option.empty()) continue;
    const auto nearest = host::nearest_name(name, known);
    note(fmt::format("the variable {} means nothing here; known: {}{}", name, fmt::join(known, ", "),
                     nearest ? " (did you mean " + *nearest + "?)" : ""));
  }
  // An empty variable is one that is not set.
  const auto option_of = [&](const std::string& variable) -> std::string {
    for (const auto& [name, value, option] : environment_variables()) {
      const bool is_it = name == variable && !option.empty() && !value.empty();
      if (is_it && takes_from_environment(options, option)) return option;
    }
    return "";
  };
  auto parsed = po::parse_environment(options, option_of);
  for (auto& option : parsed.options) {
    if (option.string_key == "plugin-dir")
      boost::split(option.value, std::string{option.value.front()}, [](char c) { return c == ':'; });
    if (!has(option.string_key)) from_environment_.emplace(option.string_key, variable_of(option.string_key));
  }
  // What is there already stays.
  po::store(parsed, values_);
}

host::Location Arguments::where(const std::string& option) const {
  const auto found = from_environment_.find(option);
  if (found == from_environment_.end()) return host::at_option("--" + option);
  return {.file = "environment", .line = 0, .column = 0, .option = found->second};
}

bool Arguments::has(const std::string& option) const { return values_.count(option) > 0; }

std::optional<std::string> Arguments::text(const std::string& option) const {
  if (!has(option)) return std::nullopt;
  auto value = values_[option].as<std::string>();
  if (value.empty()) throw command_line_error(fmt::format("--{} needs a value that is not empty", option));
  return value;
}

std::vector<std::string> Arguments::texts(const std::string& option) const {
  return has(option) ? values_[option].as<std::vector<std::string>>() : std::vector<std::string>{};
}

std::optional<std::uint64_t> Arguments::integer(const std::string& option, std::uint64_t low,
                                                std::uint64_t high) const {
  const auto given = text(option);
  if (!given) return std::nullopt;
  const auto value = parse_integer(host::ungrouped(*given));
  if (!value || *value < low || *value > high) {
    host::Location place = where(option);
    place.option += (is_from_environment(option) ? "=" : " ") + *given;
    throw BadInput{
        host::Diagnostic{place, "", fmt::format("expected an integer from {} to {}", low, high), std::nullopt}};
  }
  return value->convert_to<std::uint64_t>();
}

std::string Arguments::required(const std::string& name) const {
  if (!has(name) || values_[name].as<std::string>().empty()) {
    throw command_line_error(fmt::format("expected the argument {}", name));
  }
  return values_[name].as<std::string>();
}

std::vector<std::string> Arguments::all_required(const std::string& name) const {
  auto values = texts(name);
  if (values.empty() || std::ranges::any_of(values, &std::string::empty)) {
    throw command_line_error(fmt::format("expected at least one {}", name));
  }
  return values;
}

namespace options {

void add_catalog(options_description& options) {
  options.add_options()                                                                               //
      ("plugin-dir", po::value<std::vector<std::string>>()->value_name("DIR"),                        //
       "A further folder of plugins, as an absolute path. May be repeated.")                          //
      ("allow-insecure-plugins", "Load plugins even from files and folders that others can write.");  //
}

void add_json(options_description& options) {
  options.add_options()("json", po::value<std::string>()->value_name("FILE"),
                        "Also as JSON; - is stdout, then only that.");
}

void add_overrides(options_description& options) {
  options.add_options()                                                                                //
      ("set", po::value<std::vector<std::string>>()->value_name("PATH=VALUE"),                         //
       "A value over that of the file: strategies.enumeration.max_side=4. May be repeated.")           //
      ("threads", po::value<std::string>()->value_name("N"), "Threads to use; all cores by default.")  //
      ("seed", po::value<std::string>()->value_name("S[,S...]"),                                       //
       "Seed of the random numbers, 1 by default; with several, what is sampled is so with each.");
}

void add_execution(options_description& options) {
  add_overrides(options);
  options.add_options()                                                                                         //
      ("json", po::value<std::string>()->value_name("FILE"),                                                    //
       "Write everything as one JSON document; - is stdout, and then nothing else is printed there.")           //
      ("isolate", po::value<std::string>()->value_name("process|none"),                                         //
       "Count in processes of their own (process; also without MODE), or not (none), whatever the file says.")  //
      ("fresh", "Count again what the ledger has.");                                                            //
  add_view(options);
}

void add_view(options_description& options) {
  options.add_options()                                                           //
      ("full", "Print every outcome, finding and remark, however many.")          //
      ("findings", "Print what was found on the way, in place of the verdict.");  //
}

}  // namespace options

namespace {

void complain_of_refusals(const host::Catalog& catalog) {
  for (const auto& refusal : catalog.refusals()) {
    complain(fmt::format("plugin refused: {}: {}", refusal.file.string(), refusal.reason));
  }
}

void note_missing_hashes(const host::Catalog& catalog) {
  for (const auto& file : catalog.without_hash()) {
    const auto name = host::shell_word(file.filename().string());
    note(
        fmt::format("note: damage to {} would go unnoticed: it has no .sha256 beside it (cd {} && sha256sum {} > "
                    "{}.sha256)",
                    file.string(), host::shell_word(file.parent_path().string()), name, name));
  }
}

}  // namespace

host::Catalog open_catalog(const Arguments& arguments, const std::vector<std::string>& strategies) {
  host::Catalog catalog = catalog_of(arguments);
  catalog.open(strategies);
  note_missing_hashes(catalog);
  std::vector<std::string> unknown = strategies;
  std::erase_if(unknown, [&catalog](const std::string& id) { return catalog.find(id) != nullptr; });
  complain_of_refusals(catalog);
  if (!catalog.refusals().empty() && !unknown.empty()) {
    throw PluginsRefused{
        fmt::format("nothing was run: unknown: {}; {}", fmt::join(unknown, ", "), catalog.where_looked())};
  }
  if (!catalog.refusals().empty()) throw PluginsRefused{"nothing was run"};
  return catalog;
}

host::Catalog open_catalog(const Arguments& arguments, const host::ExperimentText& text) {
  host::Catalog catalog = open_catalog(arguments, host::strategies_of(text));
  const auto names = host::quantities_of(text);
  if (!std::ranges::all_of(names, [](const std::string& name) { return find_quantity(name).has_value(); })) {
    catalog.open_all();
    require_no_refusals(catalog);
  }
  return catalog;
}

host::Catalog open_whole_catalog(const Arguments& arguments) {
  host::Catalog catalog = catalog_of(arguments);
  catalog.open_all();
  note_missing_hashes(catalog);
  require_no_refusals(catalog);
  return catalog;
}

host::Catalog open_catalog_with_refusals(const Arguments& arguments) {
  host::Catalog catalog = catalog_of(arguments);
  catalog.open_all();
  note_missing_hashes(catalog);
  return catalog;
}

void require_no_refusals(const host::Catalog& catalog) {
  complain_of_refusals(catalog);
  if (!catalog.refusals().empty()) throw PluginsRefused{"nothing was run"};
}

void reserve_stdout() {
  const int copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  // A process that was started without stdout keeps none: its answers fail to be written, and say so.
  answer_descriptor = copy;
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

void print(const std::string& text) try {
  const AnswerPlace place;
  for (std::size_t written = 0; written < text.size();) {
    const auto step = write(place.number(), text.data() + written, text.size() - written);
    if (step >= 0)
      written += static_cast<std::size_t>(step);
    else if (errno == EPIPE)
      return;
    else if (errno != EINTR)
      throw std::system_error{errno, std::generic_category()};
  }
} catch (const std::system_error& error) {
  throw host::StorageError{"stdout cannot be written: " + error.code().message()};
}

bool answer_as_json(const Arguments& arguments, const host::Json& json) {
  const auto name = arguments.text("json");
  if (!name) return false;
  OutputFile file{*name};
  file.commit(json.dump(2) + "\n");
  return file.is_stdout();
}

void answer(const Arguments& arguments, const host::Listing& listing) {
  if (!answer_as_json(arguments, listing.json)) print(listing.text);
}

void complain(const std::string& text) { std::fputs((host::printable(text) + "\n").c_str(), stderr); }

void note(const std::string& text) {
  if (talk != Talk::quiet) complain(text);
}

void detail(const std::string& text) {
  if (is_verbose()) complain(text);
}

bool is_verbose() { return talk == Talk::details; }

std::vector<EnvironmentVariable> environment_variables() {
  std::vector<EnvironmentVariable> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (!text.starts_with(variable_prefix) || equals == std::string::npos) continue;
    EnvironmentVariable& variable = variables.emplace_back();
    variable.name = text.substr(0, equals);
    variable.value = text.substr(equals + 1);
    for (const auto& option : options_of_environment()) {
      if (variable_of(option) == variable.name) variable.option = option;
    }
  }
  std::ranges::sort(variables, {}, &EnvironmentVariable::name);
  return variables;
}

std::size_t answer_width() {
  constexpr std::size_t width_of_a_pipe = 80;
  constexpr std::size_t most = 1000;
  const char* const columns = std::getenv("COLUMNS");
  const auto wanted = columns != nullptr ? parse_integer(columns) : std::nullopt;
  if (wanted && *wanted > 0) return *wanted < most ? wanted->convert_to<std::size_t>() : most;
  return with_answer_place(width_of_a_pipe, [](int place) {
    winsize size{};
    return ioctl(place, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? std::size_t{size.ws_col} : width_of_a_pipe;
  });
}

bool is_colour_wanted() {
  const auto is_set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  if (is_set("NO_COLOR")) return false;
  if (is_set("CLICOLOR_FORCE")) return true;
  const char* const terminal = std::getenv("TERM");
  const bool can_colour = terminal != nullptr && std::string_view{terminal} != "dumb";
  return can_colour && with_answer_place(false, [](int place) { return isatty(place) == 1; });
}

}  // namespace gridcensus::app
