#pragma once

#include "host/base/errors.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// A key of a map, with its value. A template because nodes contain members and members a node: clang needs the
/// complete type for the first value of a list.
template <class Value>
struct MemberOf {
  std::string key;
  Location where;
  Value value;
};

/// A YAML document as plain values, without the features of YAML that can surprise. Anchors, aliases, tags, merge keys,
/// duplicate keys and further documents are errors. Every scalar is text, and its reader decides what it means.
struct Node {
  /// `refused` is a node that the parser or the check of a form refused and reported; readers of the tree skip it.
  enum class Kind { null, scalar, sequence, map, refused };
  using Member = MemberOf<Node>;

  Kind kind = Kind::null;
  std::string scalar = {};  ///< for Kind::scalar
  bool quoted = false;      ///< the scalar was in quotes: it is text, even if it looks like a number
  Location where = {};
  std::vector<Node> items = {};      ///< for Kind::sequence
  std::vector<Member> members = {};  ///< for Kind::map, in file order

  /// Returns the member's value; nullptr if there is none.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  /// Returns the member's value; nullptr if there is none, or if it was refused.
  const Node* find_accepted(std::string_view key) const;

  bool is_refused() const { return kind == Kind::refused; }
};

/// Reads one document whose root is a map: at most 1 MiB, 32 levels and 100 000 values.
///
/// @param file         the name that the messages show
/// @param diagnostics  every mistake found is added
/// @return             what could be read; of kind null if the text is not such a document at all
/// @cost               linear in the text
Node parse_document(const std::string& text, const std::string& file, std::vector<Diagnostic>& diagnostics);

/// The largest YAML document.
inline constexpr std::size_t max_document_bytes = std::size_t{1} << 20U;

/// Returns the text of a regular file of at most `max_bytes` that is UTF-8 without NUL bytes.
///
/// @throws BadInput  the file is anything else, for example a FIFO, a device or a directory; nothing blocks.
std::string read_text_file(const std::filesystem::path& file, std::size_t max_bytes = max_document_bytes);

/// Returns the path of a data file of the running program: ../share/gridcensus/NAME beside its bin folder.
std::filesystem::path data_file(const std::string& name);

}  // namespace gridcensus::host
