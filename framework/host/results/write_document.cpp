#include "host/fields/writer.hpp"
#include "host/results/document_fields.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace encoding {

namespace {

using DocumentWriter = Writer<Readable>;

/// Writes the text of a document, its lists entry by entry: the JSON of all entries would take several times the memory
/// of their text. The text is that of `Json::dump`.
class TextWriter {
 public:
  using Write = std::function<void(const std::string&)>;

  TextWriter(int indent, const Write& write) : indent_{indent}, write_{write} {}

  void always(const char* name, const char* /*description*/, const auto& member, const Limits& /*limits*/ = {}) {
    begin(name);
    put(member);
  }
  void later(const char* name, const char* description, const auto& member, const Limits& /*limits*/ = {}) {
    always(name, description, member);
  }
  void if_any(const char* name, const char* description, const auto& member, const Limits& /*limits*/ = {}) {
    if (!DocumentWriter::is_empty(member)) always(name, description, member);
  }
  void group(const char* name, const char* /*description*/, const auto& list) {
    begin(name);
    put_all(
        '{', [&] { list(*this); }, '}');
  }
  void constant(const char* name, const char* description, std::uint64_t value) { always(name, description, value); }

  void write(const ResultsDocument& document) {
    put_all(
        '{', [&] { fields(*this, document); }, '}');
    write_(std::exchange(text_, {}));
  }

 private:
  void begin(const char* name) {
    begin_entry();
    text_ += Json(name).dump() + (indent_ < 0 ? ":" : ": ");
  }
  void begin_entry() {
    if (!is_first_) text_ += ',';
    is_first_ = false;
    begin_line();
    constexpr std::size_t max_waiting = 65'536;
    if (text_.size() > max_waiting) write_(std::exchange(text_, {}));
  }
  void begin_line() {
    if (indent_ < 0) return;
    text_ += '\n';
    add_margin();
  }
  void add_margin() { text_.append(level_ * static_cast<std::size_t>(indent_), ' '); }

  void put_all(char open, const auto& entries, char close) {
    text_ += open;
    ++level_;
    is_first_ = true;
    entries();
    --level_;
    is_first_ = false;
    begin_line();
    text_ += close;
  }
  template <class Type>
  void put(const std::vector<Type>& list) {
    if (list.empty()) return put(Json::array());
    const auto put_each = [&] {
      for (const auto& entry : list) {
        begin_entry();
        put(entry);
      }
    };
    put_all('[', put_each, ']');
  }
  void put(const auto& value) { put(DocumentWriter::written(value)); }
  void put(const Json& value) {
    for (const char letter : value.dump(indent_)) {
      text_ += letter;
      if (letter == '\n') add_margin();
    }
  }

  int indent_;
  const Write& write_;
  std::string text_ = {};  ///< not written yet
  std::size_t level_ = 0;  ///< of the entry that comes next
  bool is_first_ = true;   ///< of that entry, in its list or object
};

}  // namespace

}  // namespace encoding

using encoding::DocumentWriter;

Json to_json(Real value) { return DocumentWriter::written(value); }

Json to_json(const Problem& problem) { return DocumentWriter::written(problem); }

Json to_json(const Outcome& outcome) { return DocumentWriter::written(outcome); }

Json to_json(const FindingValue& value) { return DocumentWriter::written(value); }

Json to_json(const ResultsDocument& document) { return DocumentWriter::written(document); }

void write_json(const ResultsDocument& document, int indent, const std::function<void(const std::string&)>& write) {
  encoding::TextWriter{indent, write}.write(document);
}

Json to_json(const ResultsDocument::OutcomeEntry& entry) { return DocumentWriter::written(entry); }

Json to_json(const ResultsDocument::FindingEntry& entry) { return DocumentWriter::written(entry); }

}  // namespace gridcensus::host
