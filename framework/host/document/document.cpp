#include "host/document/document.hpp"

#include "host/base/text.hpp"
#include "host/base/utf8.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr std::size_t max_levels = 32;
constexpr std::size_t max_nodes = 100'000;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

constexpr const char* alias_message = "aliases (*name) are not accepted; write the value out, or put text in quotes";

/// Thrown to stop parsing if continuing makes no sense.
struct ParsingAborted {
  Diagnostic reason;
};

/// Translates positions of yaml-cpp, which count bytes from 0, into lines and columns, which count characters from 1.
class Places {
 public:
  Places(const std::string& text, std::string file) : file_{std::move(file)} {
    line_starts_.push_back(0);
    characters_before_.reserve(text.size() + 1);
    std::uint32_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      characters_before_.push_back(characters);
      const bool continues_character = (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
      if (!continues_character) ++characters;
      if (text[i] == '\n') line_starts_.push_back(i + 1);
    }
    characters_before_.push_back(characters);
  }

  Location at(const YAML::Mark& mark) const {
    if (mark.is_null() || mark.line < 0 || mark.column < 0) return {file_, 0, 0};
    const auto line = std::min(static_cast<std::size_t>(mark.line), line_starts_.size() - 1);
    const auto byte =
        std::min(line_starts_[line] + static_cast<std::size_t>(mark.column), characters_before_.size() - 1);
    return {file_, static_cast<int>(line + 1), column(line, byte)};
  }

  Location at_byte(std::size_t byte) const {
    const auto after = std::ranges::upper_bound(line_starts_, byte);
    const auto line = static_cast<std::size_t>(after - line_starts_.begin()) - 1;
    return {file_, static_cast<int>(line + 1), column(line, byte)};
  }

 private:
  int column(std::size_t line, std::size_t byte) const {
    return static_cast<int>(characters_before_[byte] - characters_before_[line_starts_[line]] + 1);
  }

  std::string file_;
  std::vector<std::size_t> line_starts_;
  std::vector<std::uint32_t> characters_before_;
};

Diagnostic mistake_at(Location where, std::string message) {
  Diagnostic mistake;
  mistake.where = std::move(where);
  mistake.message = std::move(message);
  return mistake;
}

/// Returns why `text` cannot be read as YAML at all; nullopt if it can.
std::optional<Diagnostic> text_mistake(const std::string& text, const std::string& file, std::size_t max_bytes) {
  if (text.size() > max_bytes) return mistake_at({file, 0, 0}, "larger than " + bytes_text(max_bytes));
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return mistake_at({file, 1, 1}, "begins with the byte order mark of UTF-16; expected UTF-8");
  }
  for (std::size_t i = 0; i < text.size();) {
    const auto character = first_utf8_character(std::string_view{text}.substr(i));
    const bool is_nul = character.bytes == 1 && character.code == 0;
    if (is_nul || character.bytes == 0) {
      const auto* const what = is_nul ? "NUL byte; expected text" : "not UTF-8";
      return mistake_at(Places{text, file}.at_byte(i), what);
    }
    i += character.bytes;
  }
  return std::nullopt;
}

/// Returns a mistake if open flow collections have too many values. The scanner of yaml-cpp keeps every token of such a
/// collection, at some 250 bytes each. Each value in one takes a bracket or a comma; those in comments and quotes are
/// counted, too, which is harmless below so high a limit.
std::optional<Diagnostic> flow_mistake(const std::string& text, const Places& places) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_counted = text[i] == '[' || text[i] == '{' || text[i] == ',';
    if (is_counted && ++count > max_nodes) {
      return mistake_at(places.at_byte(i), "more than " + std::to_string(max_nodes) + " brackets and commas");
    }
  }
  return std::nullopt;
}

bool has_control_character(std::string_view text) {
  while (!text.empty()) {
    const auto [code, bytes] = first_utf8_character(text);
    if (bytes == 0 || (is_control(code) && code != '\n' && code != '\t')) return true;
    text.remove_prefix(bytes);
  }
  return false;
}

/// Builds our tree from the parser's events. Records mistakes that leave the rest readable, and continues; for others
/// it throws `ParsingAborted`.
///
/// Never builds yaml-cpp's own tree, because its aliases make cycles and its loader of several documents may not
/// return.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& text, const Places& places, std::vector<Diagnostic>& diagnostics)
      : text_{text}, places_{places}, diagnostics_{diagnostics} {}

  Node take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ == 1) return;
    const auto begin = static_cast<std::size_t>(std::max(mark.pos, 0));
    const bool is_marked = begin < text_.size() && text_.compare(begin, 3, "---") == 0;
    abort_parsing(places_.at(mark), is_marked ? "a second document begins; expected one document"
                                              : "text after the end of the document; expected one document");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    if (expects_key()) {
      begin_refused_key(mark, "a key is missing or null; expected text before the colon");
    } else {
      begin_value(Node::Kind::null, mark);
    }
    complete();
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    report(places_.at(mark), alias_message);
    if (expects_key()) {
      begin_refused_key(mark, nullptr);
    } else {
      begin_value(Node::Kind::refused, mark);
    }
    complete();
  }

  void OnAnchor(const YAML::Mark& mark, const std::string& /*name*/) override {
    report(places_.at(mark), "anchors (&name) are not accepted; put text that begins with & in quotes");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                const std::string& value) override {
    const bool is_tagged = refuses_tag(mark, tag);
    const bool is_clean = !has_control_character(value);
    if (!is_clean) report(places_.at(mark), "control characters are not accepted in text");
    if (expects_key()) {
      begin_key(mark, value, is_clean);
    } else {
      Node& node = begin_value(is_clean ? Node::Kind::scalar : Node::Kind::refused, mark);
      node.scalar = value;
      node.quoted = tag == "!" && !is_tagged;  // yaml-cpp's tag for every scalar that is not plain
    }
    complete();
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                       YAML::EmitterStyle::value /*style*/) override {
    begin_collection(Node::Kind::sequence, mark, tag);
  }
  void OnSequenceEnd() override { end_collection(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                  YAML::EmitterStyle::value /*style*/) override {
    begin_collection(Node::Kind::map, mark, tag);
  }
  void OnMapEnd() override { end_collection(); }

 private:
  /// An open collection. Its node keeps its address, because no sibling is added before it is closed.
  struct Level {
    Node* node;
    bool is_key_next = true;    ///< maps: a key follows, not a value
    bool drops_member = false;  ///< maps: the member being read was refused
    std::unordered_map<std::string, Location> keys;
  };

  void report(const Location& where, const std::string& message) { diagnostics_.push_back(mistake_at(where, message)); }

  [[noreturn]] static void abort_parsing(const Location& where, const std::string& message) {
    throw ParsingAborted{mistake_at(where, message)};
  }

  void count_node(const YAML::Mark& mark) {
    if (++nodes_ > max_nodes) {
      abort_parsing(places_.at(mark),
                    "more than " + std::to_string(max_nodes) + " values; no experiment needs as many");
    }
  }

  /// @return  whether there is a tag; it is then already reported
  bool refuses_tag(const YAML::Mark& mark, const std::string& tag) {
    // To yaml-cpp, a lone "!" looks like the quotes of a scalar; the text distinguishes them.
    const auto begin = static_cast<std::size_t>(std::max(mark.pos, 0));
    const bool is_written = begin < text_.size() && text_[begin] == '!';
    const bool is_tagged = is_written || (tag != "!" && tag != "?" && !tag.empty());
    if (is_tagged) report(places_.at(mark), "tags (!name) are not accepted; put text that begins with ! in quotes");
    return is_tagged;
  }

  bool expects_key() const {
    return !levels_.empty() && levels_.back().node->kind == Node::Kind::map && levels_.back().is_key_next;
  }

  Node& begin_value(Node::Kind kind, const YAML::Mark& mark) {
    count_node(mark);
    Node& node = next_slot();
    node = Node{};
    node.kind = kind;
    node.where = places_.at(mark);
    // An empty value has no position of its own: yaml-cpp gives that of the following token.
    const bool is_member = !levels_.empty() && levels_.back().node->kind == Node::Kind::map;
    if (kind == Node::Kind::null && is_member) node.where = levels_.back().node->members.back().where;
    return node;
  }

  Node& next_slot() {
    if (levels_.empty()) return root_;
    Node& parent = *levels_.back().node;
    return parent.kind == Node::Kind::map ? parent.members.back().value : parent.items.emplace_back();
  }

  void begin_key(const YAML::Mark& mark, const std::string& key, bool is_clean) {
    count_node(mark);
    Level& level = levels_.back();
    const Location where = places_.at(mark);
    level.node->members.push_back({key, where, {}});
    level.drops_member = !is_clean;
    if (key == "<<") {
      report(where, "merge keys (<<) are not accepted; write the keys out");
      level.drops_member = true;
      return;
    }
    const auto [first, is_new] = level.keys.emplace(key, where);
    // `value: 1,000,000` between braces is split at its commas; the form reports that, and needs all groups.
    const bool is_group = key.size() == 3 && key.find_first_not_of("0123456789") == std::string::npos;
    if (!is_new && !is_group) {
      report(where, "duplicate key " + key + "; first given in line " + std::to_string(first->second.line));
      level.drops_member = true;
    }
  }

  /// Handles a key that is not text. Its node goes into the place of the member's value, and the value then replaces
  /// it.
  void begin_refused_key(const YAML::Mark& mark, const char* message) {
    if (message != nullptr) report(places_.at(mark), message);
    count_node(mark);
    levels_.back().node->members.push_back({"", places_.at(mark), {}});
    levels_.back().drops_member = true;
  }

  void begin_collection(Node::Kind kind, const YAML::Mark& mark, const std::string& tag) {
    refuses_tag(mark, tag);
    if (levels_.size() == max_levels) {
      abort_parsing(places_.at(mark), "nested deeper than " + std::to_string(max_levels) + " levels");
    }
    if (expects_key()) begin_refused_key(mark, "a key must be text, not a list or a map");
    Node& node = begin_value(kind, mark);
    levels_.push_back({&node, true, false, {}});
  }

  void end_collection() {
    levels_.pop_back();
    complete();
  }

  /// Completes a key or a value of the innermost open collection.
  void complete() {
    if (levels_.empty() || levels_.back().node->kind != Node::Kind::map) return;
    Level& level = levels_.back();
    if (!level.is_key_next && level.drops_member) level.node->members.pop_back();
    level.is_key_next = !level.is_key_next;
  }

  const std::string& text_;
  const Places& places_;
  std::vector<Diagnostic>& diagnostics_;
  Node root_;
  std::vector<Level> levels_;
  std::size_t nodes_ = 0;
  int documents_ = 0;
};

/// Returns whether the line is indented with a tab, which YAML forbids and yaml-cpp explains badly.
bool is_tab_indented(const std::string& text, int line) {
  std::istringstream lines{text};
  std::string content;
  for (int i = 0; i < line; ++i) std::getline(lines, content);
  const auto indent = content.find_first_not_of(" \t");
  return std::string_view{content}.substr(0, indent).find('\t') != std::string_view::npos;
}

/// Returns the correction if a plain value of this line contains a colon, which YAML takes for the end of a second key;
/// nullopt if the mistake at this position is another.
std::optional<std::string> colon_mistake(const std::string& text, const Location& where) {
  std::istringstream lines{text};
  std::string line;
  for (int i = 0; i < where.line; ++i) std::getline(lines, line);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
  const auto key_begin = line.find_first_not_of(" -");
  const auto key_end = line.find(": ");
  if (key_begin == std::string::npos || key_end == std::string::npos || key_begin >= key_end) return std::nullopt;
  const auto value_begin = line.find_first_not_of(' ', key_end + 1);
  std::string value = line.substr(value_begin, line.find(" #", value_begin) - value_begin);
  while (value.ends_with(' ')) value.pop_back();
  const bool has_colon = value.find(": ") != std::string::npos || value.ends_with(':');
  const bool is_plain = std::string_view{"[{\"'&*!|>"}.find(value.front()) == std::string_view::npos;
  const std::string key = line.substr(key_begin, key_end - key_begin);
  if (!has_colon || !is_plain || !is_snake_case(key)) return std::nullopt;
  const bool needs_single = value.find_first_of("\"\\") != std::string::npos;
  for (std::size_t i = 0; needs_single && i < value.size(); ++i) {
    if (value[i] == '\'') value.insert(i++, "'");
  }
  const std::string quote = needs_single ? "'" : "\"";
  return (key == "title" ? "a title" : "a value") + std::string{" with a colon needs quotes: "} + key + ": " + quote +
         value + quote;
}

std::string_view name_of(std::filesystem::file_type type) {
  using Type = std::filesystem::file_type;
  switch (type) {
    case Type::directory: return "a directory";
    case Type::fifo: return "a FIFO";
    case Type::character:
    case Type::block: return "a device";
    case Type::socket: return "a socket";
    default: return "not a regular file";
  }
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  const auto found = std::ranges::find(members, key, &Member::key);
  return found == members.end() ? nullptr : &found->value;
}

Node* Node::find(std::string_view key) {
  const auto found = std::ranges::find(members, key, &Member::key);
  return found == members.end() ? nullptr : &found->value;
}

const Node* Node::find_accepted(std::string_view key) const {
  const Node* const node = find(key);
  return node == nullptr || node->is_refused() ? nullptr : node;
}

Node parse_document(const std::string& text, const std::string& file, std::vector<Diagnostic>& diagnostics) {
  const auto before = diagnostics.size();
  // Some editors write it before UTF-8.
  if (text.starts_with(byte_order_mark)) return parse_document(text.substr(byte_order_mark.size()), file, diagnostics);
  // If a text is not a document at all, only that reason is reported: other mistakes may be consequences of it.
  const auto give_up = [&](Diagnostic reason) {
    diagnostics.resize(before);
    diagnostics.push_back(std::move(reason));
    return Node{};
  };
  if (auto mistake = text_mistake(text, file, max_document_bytes)) return give_up(std::move(*mistake));
  const Places places{text, file};
  if (auto mistake = flow_mistake(text, places)) return give_up(std::move(*mistake));
  TreeBuilder builder{text, places, diagnostics};
  try {
    std::istringstream stream{text};
    YAML::Parser parser{stream};
    if (!parser.HandleNextDocument(builder)) {
      return give_up(mistake_at({file, 0, 0}, "empty; expected a map of keys and values"));
    }
    Node root = builder.take_root();
    if (root.kind != Node::Kind::map) {
      return give_up(mistake_at({file, 1, 1}, "expected a map of keys and values at the top of the file"));
    }
    // Called once, never in a loop: for some texts yaml-cpp finds further documents without end.
    parser.HandleNextDocument(builder);
    return root;
  } catch (const ParsingAborted& abandoned) {
    return give_up(abandoned.reason);
  } catch (const YAML::Exception& error) {
    const Location where = places.at(error.mark);
    if (error.msg == YAML::ErrorMsg::UNKNOWN_ANCHOR) return give_up(mistake_at(where, alias_message));
    if (error.msg == YAML::ErrorMsg::MAP_VALUE) {
      if (auto message = colon_mistake(text, where)) return give_up(mistake_at(where, std::move(*message)));
    }
    const bool has_tab = where.line > 0 && is_tab_indented(text, where.line);
    return give_up(mistake_at(
        where, "not YAML: " + error.msg + (has_tab ? "; the line is indented with a tab, expected spaces" : "")));
  }
}

std::filesystem::path data_file(const std::string& name) {
  const auto program = std::filesystem::read_symlink("/proc/self/exe");
  return program.parent_path().parent_path() / "share" / "gridcensus" / name;
}

std::string read_text_file(const std::filesystem::path& file, std::size_t max_bytes) {
  const auto refuse = [&file](std::string message) -> BadInput {
    return BadInput{std::vector<Diagnostic>(1, mistake_at({file.string(), 0, 0}, std::move(message)))};
  };
  std::error_code error;
  const auto type = std::filesystem::status(file, error).type();
  if (error) throw refuse("cannot be opened: " + error.message());
  // Opening a FIFO would wait for a writer.
  if (type != std::filesystem::file_type::regular)
    throw refuse(std::string{name_of(type)} + "; expected a regular file");
  errno = 0;
  std::ifstream stream{file, std::ios::binary};
  if (!stream) throw refuse("cannot be opened: " + std::generic_category().message(errno));
  // Does not trust the size that the file claims: it may grow, and files of /proc claim 0.
  std::string text;
  std::array<char, 65536> buffer{};
  while (stream && text.size() <= max_bytes) {
    stream.read(buffer.data(), buffer.size());
    text.append(buffer.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) throw refuse("cannot be read: " + std::generic_category().message(errno));
  if (auto mistake = text_mistake(text, file.string(), max_bytes)) throw BadInput{std::vector<Diagnostic>(1, *mistake)};
  return text;
}

}  // namespace gridcensus::host
