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
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace gridcensus::app {

namespace po = boost::program_options;
using host::BadInput;

namespace {

constexpr std::string_view variable_prefix = "GRIDCENSUS_";

/// The options that environment variables may set: folders, which depend on the machine and change no number.
const std::vector<std::string>& options_of_environment() {
  static const std::vector<std::string> options{"ledger-dir", "plugin-dir"};
  return options;
}

/// "GRIDCENSUS_PLUGIN_DIR" for plugin-dir.
std::string variable_of(const std::string& option) {
  std::string name{variable_prefix};
  for (const char c : option) name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

/// An environment variable with the prefix of the program.
struct EnvironmentVariable {
  std::string name;
  std::string value;
  std::string option;  ///< the option that it sets; empty if there is none
};

std::vector<EnvironmentVariable> environment_variables() {
  std::vector<EnvironmentVariable> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (!text.starts_with(variable_prefix) || equals == std::string::npos) continue;
    // The Python package finds the program by this variable.
    if (text.starts_with("GRIDCENSUS_PROGRAM=")) continue;
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

/// Descriptor for results: a copy of the process's first stdout once it is reserved.
int answer_descriptor = STDOUT_FILENO;

BadInput command_line_error(const std::string& message, std::optional<std::string> nearest = std::nullopt) {
  return BadInput{host::on_command_line("", message, std::move(nearest))};
}

/// Returns the declarations in the form of the parser.
po::options_description parser_options(const Options& options) {
  po::options_description all;
  for (const auto& option : options) {
    const std::string name = option.name + (option.letter.empty() ? "" : "," + option.letter);
    if (option.value_name.empty())
      all.add_options()(name.c_str(), "");
    else if (option.occurrence == Occurrence::often)
      all.add_options()(name.c_str(), po::value<std::vector<std::string>>());
    else
      all.add_options()(name.c_str(), po::value<std::string>());
  }
  return all;
}

/// Returns the words with the value of --isolate, which may be left out. Without this, the parser would take the next
/// word, such as the file to run, as the value.
std::vector<std::string> with_value_of_isolate(std::vector<std::string> arguments) {
  for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
    const auto next = std::next(argument);
    const bool has_value = next != arguments.end() && (*next == "process" || *next == "none");
    if (*argument == "--isolate" && !has_value) *argument = "--isolate=process";
  }
  return arguments;
}

/// The parser's name for arguments that a command does not take.
constexpr auto surplus = "surplus arguments";

/// Returns the option that was probably meant by "-w", "--wit" or "--quantities".
std::optional<std::string> nearest_option(const std::string& typed, const Options& options) {
  std::vector<std::string> names;
  for (const auto& option : options) names.push_back("--" + option.name);
  if (typed.size() == 2) {
    // One letter: the same letter in the other case, or else the options that begin with it.
    constexpr std::size_t few = 3;
    const char letter = typed.back();
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    for (const auto& option : options) {
      if (!option.letter.empty() && lower(option.letter.front()) == lower(letter)) return "-" + option.letter;
    }
    std::erase_if(names, [&](const std::string& name) { return name[2] != letter; });
    if (names.empty() || names.size() > few) return std::nullopt;
    return fmt::format("{}", fmt::join(names, " or "));
  }
  if (auto nearest = host::nearest_name(typed, names)) return nearest;
  constexpr std::size_t dashes_and_four_letters = 6;
  if (typed.size() < dashes_and_four_letters) return std::nullopt;
  const std::string begin = typed.substr(0, dashes_and_four_letters);
  const auto found = std::ranges::find_if(names, [&](const std::string& name) { return name.starts_with(begin); });
  return found == names.end() ? std::nullopt : std::optional{*found};
}

/// @throws BadInput  the command takes fewer arguments.
void refuse_surplus(const Command& command, const Options& options, const std::vector<std::string>& words) {
  std::optional<std::string> nearest;
  for (const auto& word : words) {
    if (!nearest) nearest = nearest_option("--" + word, options);
  }
  throw command_line_error(fmt::format("too many arguments: {}; expected: gridcensus {} {}", fmt::join(words, " "),
                                       command.name, command.usage),
                           std::move(nearest));
}

/// @throws BadInput  the words do not follow the declarations.
po::variables_map parse(const Command& command, const Options& options, const std::vector<std::string>& words) {
  const bool is_list = command.argument.ends_with("...");
  const std::string argument = command.argument.substr(0, command.argument.size() - (is_list ? 3 : 0));
  po::options_description all = parser_options(options);
  po::positional_options_description positions;
  if (!argument.empty()) {
    all.add(parser_options({{argument, argument, "", "", is_list ? Occurrence::often : Occurrence::once}}));
    positions.add(argument.c_str(), is_list ? -1 : 1);
  }
  if (!is_list) {
    all.add(parser_options({{surplus, "WORD", "", "", Occurrence::often}}));
    positions.add(surplus, -1);
  }
  po::variables_map values;
  try {
    using namespace po::command_line_style;
    // unix_style without allow_guessing: an abbreviation that is unique today may be ambiguous in the next version.
    const int style = unix_style & ~allow_guessing;
    po::store(
        po::command_line_parser(with_value_of_isolate(words)).options(all).positional(positions).style(style).run(),
        values);
  } catch (const po::unknown_option& error) {
    throw command_line_error("unknown option " + error.get_option_name() + " of the command " + command.name,
                             nearest_option(error.get_option_name(), options));
  } catch (const po::error& error) {
    throw command_line_error(error.what());
  }
  if (values.contains(surplus)) refuse_surplus(command, options, values[surplus].as<std::vector<std::string>>());
  return values;
}

/// Returns the folders in the value of a variable, separated by ":".
std::vector<std::string> folders_in(const std::string& value) {
  std::vector<std::string> folders;
  boost::split(folders, value, [](char c) { return c == ':'; });
  return folders;
}

/// Returns the plugins of the program and of --plugin-dir, none of them open.
host::Catalog catalog_of(const Arguments& arguments) {
  host::supervise();
  host::CatalogOptions options;
  // A folder on the command line is opened as a whole. One in a variable is opened on demand, because the variable also
  // applies to commands that do not need the folder and must not stop them.
  auto& named = arguments.is_from_environment("plugin-dir") ? options.on_demand : options.directories;
  for (const auto& directory : arguments.texts("plugin-dir")) named.emplace_back(directory);
  for (const auto& directory : host::default_plugin_directories()) options.on_demand.push_back(directory);
  options.named_by = arguments.where("plugin-dir");
  options.allow_insecure = arguments.has("allow-insecure-plugins");
  if (options.allow_insecure) print_error("warning: plugins are loaded even if other users can write them");
  return host::Catalog{std::move(options)};
}

}  // namespace

const Options& shared_options() {
  static const Options options{{"quiet", "", "Print only results, warnings and errors.", "q"},
                               {"verbose", "", "Also print sources, choices and states of runs.", "v"},
                               {"help", "", "Print this text.", "h"}};
  return options;
}

Options joined(std::initializer_list<Options> groups) {
  Options all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

bool takes_from_environment(const Options& options, const std::string& option) {
  const auto& known = options_of_environment();
  return std::ranges::find(known, option) != known.end() &&
         std::ranges::find(options, option, &Option::name) != options.end();
}

std::vector<std::pair<std::string, std::string>> environment_options() {
  std::vector<std::pair<std::string, std::string>> variables;
  for (const auto& option : options_of_environment()) variables.emplace_back(variable_of(option), option);
  return variables;
}

const std::vector<std::pair<int, std::string>>& exit_codes() {
  static const std::vector<std::pair<int, std::string>> codes{{0, "all agree"},
                                                              {1, "a run failed or gave no value"},
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
    const auto named = folders_in(value);
    folders.assign(named.begin(), named.end());
  }
  for (const auto& folder : host::default_plugin_directories()) folders.push_back(folder);
  return folders;
}

Arguments::Arguments(const Command& command, const std::vector<std::string>& words)
    : words_{program_invocation_name, command.name} {
  words_.insert(words_.end(), words.begin(), words.end());
  const auto options = joined({command.options, shared_options()});
  values_ = parse(command, options, words);
  if (has("quiet") && has("verbose")) throw command_line_error("--quiet and --verbose contradict each other");
  if (!has("help")) take_environment(options);
}

std::string Arguments::resume_command() const {
  std::string text;
  for (const auto& word : words_) {
    if (word != "--recount") text += (text.empty() ? "" : " ") + host::shell_word(word);
  }
  return text;
}

void Arguments::take_environment(const Options& options) {
  std::vector<std::string> known;
  for (const auto& option : options_of_environment()) known.push_back(variable_of(option));
  for (const auto& [name, value, option] : environment_variables()) {
    if (option.empty()) {
      const auto nearest = host::nearest_name(name, known);
      print_note(fmt::format("unknown environment variable {}; known: {}{}", name, fmt::join(known, ", "),
                             nearest ? " (did you mean " + *nearest + "?)" : ""));
    }
    // An empty variable counts as unset.
    if (value.empty() || has(option) || !takes_from_environment(options, option)) continue;
    const boost::any given = option == "plugin-dir" ? boost::any{folders_in(value)} : boost::any{value};
    values_.insert({option, po::variable_value{given, false}});
    from_environment_.emplace(option, name);
  }
}

host::Location Arguments::where(const std::string& option) const {
  const auto found = from_environment_.find(option);
  if (found == from_environment_.end()) return host::at_option("--" + option);
  return {.file = "environment", .line = 0, .column = 0, .option = found->second};
}

std::optional<std::string> Arguments::text(const std::string& option) const {
  if (!has(option)) return std::nullopt;
  auto value = values_[option].as<std::string>();
  if (value.empty()) throw command_line_error(fmt::format("--{} needs a non-empty value", option));
  return value;
}

std::vector<std::string> Arguments::texts(const std::string& option) const {
  return has(option) ? values_[option].as<std::vector<std::string>>() : std::vector<std::string>{};
}

std::optional<std::uint64_t> Arguments::integer(const std::string& option, std::uint64_t low,
                                                std::uint64_t high) const {
  const auto given = text(option);
  if (!given) return std::nullopt;
  const auto value = parse_integer(host::plain_digits(*given));
  if (!value || *value < low || *value > high) {
    throw BadInput{host::on_command_line(fmt::format("--{} {}", option, *given),
                                         fmt::format("expected an integer from {} to {}", low, high))};
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

void Arguments::print_note(const std::string& text) const {
  if (!has("quiet")) print_error(text);
}

void Arguments::print_detail(const std::string& text) const {
  if (is_verbose()) print_error(text);
}

Options catalog_options() {
  return {{"plugin-dir", "DIR", "Also load the plugins in this folder (absolute path).", "", Occurrence::often},
          {"allow-insecure-plugins", "", "Load plugins even from files and folders that other users can write."}};
}

Options json_options() { return {{"json", "FILE", "Also write JSON; with -, only JSON, to stdout."}}; }

Options override_options() {
  return {
      {"set", "PATH=VALUE", "Override a value of the file: strategies.enumeration.max_side=4.", "", Occurrence::often},
      {"threads", "N", "Threads to use; all cores by default."},
      {"seed", "S[,S...]", "Random seed, 1 by default. With several seeds, every sampling run is repeated with each."}};
}

Options execution_options() {
  return joined(
      {override_options(),
       {{"json", "FILE", "Write all results as one JSON document; with -, only that, to stdout."},
        {"isolate", "process|none",
         "Count in worker processes (process, also without a value) or in this process (none). Overrides the file."},
        {"recount", "", "Recount what the ledger has, and compare."}},
       view_options()});
}

Options view_options() {
  return {{"full", "", "Print every outcome, finding and note, without a limit."},
          {"findings", "", "Print the findings instead of the verdict."}};
}

namespace {

void print_refusals(const host::Catalog& catalog) {
  for (const auto& refusal : catalog.refusals()) {
    print_error(fmt::format("plugin refused: {}: {}", refusal.file.string(), refusal.reason));
  }
}

void note_missing_hashes(const Arguments& arguments, const host::Catalog& catalog) {
  for (const auto& file : catalog.without_hash()) {
    const auto name = host::shell_word(file.filename().string());
    arguments.print_note(
        fmt::format("note: {} has no .sha256 file, so damage would not be detected; create it: cd {} && sha256sum {} > "
                    "{}.sha256",
                    file.string(), host::shell_word(file.parent_path().string()), name, name));
  }
}

}  // namespace

host::Catalog open_catalog(const Arguments& arguments, const std::vector<std::string>& strategies) {
  host::Catalog catalog = catalog_of(arguments);
  catalog.open(strategies);
  note_missing_hashes(arguments, catalog);
  std::vector<std::string> unknown = strategies;
  std::erase_if(unknown, [&catalog](const std::string& id) { return catalog.find(id) != nullptr; });
  print_refusals(catalog);
  if (!catalog.refusals().empty() && !unknown.empty()) {
    throw PluginsRefused{fmt::format("nothing was run: unknown strategies: {}; {}", fmt::join(unknown, ", "),
                                     catalog.searched_folders())};
  }
  if (!catalog.refusals().empty()) throw PluginsRefused{"nothing was run"};
  return catalog;
}

host::Catalog open_catalog(const Arguments& arguments, const host::ExperimentText& text) {
  host::Catalog catalog = open_catalog(arguments, host::strategies_of(text));
  const auto names = host::quantities_of(text);
  if (!std::ranges::all_of(names, [](const std::string& name) { return find_quantity(name).has_value(); })) {
    catalog.open_all(host::Asking::declarations);
    require_no_refusals(catalog);
  }
  return catalog;
}

host::Catalog open_whole_catalog(const Arguments& arguments, host::Asking asking) {
  host::Catalog catalog = open_catalog_with_refusals(arguments, asking);
  require_no_refusals(catalog);
  return catalog;
}

host::Catalog open_catalog_with_refusals(const Arguments& arguments, host::Asking asking) {
  host::Catalog catalog = catalog_of(arguments);
  catalog.open_all(asking);
  note_missing_hashes(arguments, catalog);
  return catalog;
}

void require_no_refusals(const host::Catalog& catalog) {
  print_refusals(catalog);
  if (!catalog.refusals().empty()) throw PluginsRefused{"nothing was run"};
}

void reserve_stdout() {
  // Above the numbers that a plugin may take for its own, if the limit of open files allows it.
  constexpr int high = 256;
  const int copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, high);
  // A process that was started without stdout has none here either: writing a result fails with an error.
  answer_descriptor = copy >= 0 ? copy : fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

void release_stdout() { dup2(answer_descriptor, STDOUT_FILENO); }

void print(const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const auto step = write(answer_descriptor, text.data() + written, text.size() - written);
    if (step >= 0)
      written += static_cast<std::size_t>(step);
    else if (errno == EPIPE)
      return;
    else if (errno != EINTR)
      throw host::StorageError{"stdout cannot be written: " + std::generic_category().message(errno)};
  }
}

bool answer_as_json(const Arguments& arguments, const host::Json& json) {
  const auto name = arguments.text("json");
  if (!name) return false;
  OutputFile file{*name};
  file.commit(json.dump(2) + "\n");
  return file.is_stdout();
}

void answer(const Arguments& arguments, const host::Rendering& listing) {
  if (!answer_as_json(arguments, listing.json)) print(listing.text);
}

void print_error(const std::string& text) { std::fputs((host::printable(text) + "\n").c_str(), stderr); }

std::size_t answer_width() {
  constexpr std::size_t width_of_a_pipe = 80;
  constexpr std::size_t max_width = 1000;
  const char* const columns = std::getenv("COLUMNS");
  const auto wanted = columns != nullptr ? parse_integer(columns) : std::nullopt;
  if (wanted && *wanted > 0) return *wanted < max_width ? wanted->convert_to<std::size_t>() : max_width;
  winsize size{};
  return ioctl(answer_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : width_of_a_pipe;
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
  return can_colour && isatty(answer_descriptor) == 1;
}

}  // namespace gridcensus::app
