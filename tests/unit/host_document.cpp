#include "host/document/document.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace gridcensus::host {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Parsed {
  Node root;
  std::vector<std::string> messages;
};

Parsed parse(const std::string& text) {
  std::vector<Diagnostic> diagnostics;
  Parsed parsed;
  parsed.root = parse_document(text, "f", diagnostics);
  for (const auto& diagnostic : diagnostics) parsed.messages.push_back(to_string(diagnostic));
  return parsed;
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Document, KeepsScalarsAsTextWithTheirLocations) {
  const auto [root, messages] = parse("seed: 010\nname: \"5\"\nempty:\nlist: [a, 'b']\n");
  EXPECT_THAT(messages, IsEmpty());
  ASSERT_EQ(root.kind, Node::Kind::map);
  ASSERT_EQ(root.members.size(), 4U);
  EXPECT_EQ(root.find("seed")->scalar, "010");
  EXPECT_FALSE(root.find("seed")->quoted);
  EXPECT_EQ(root.find("seed")->where, (Location{"f", 1, 7}));
  EXPECT_EQ(root.members[1].where, (Location{"f", 2, 1}));
  EXPECT_TRUE(root.find("name")->quoted);
  EXPECT_EQ(root.find("empty")->kind, Node::Kind::null);
  EXPECT_EQ(root.find("empty")->where, (Location{"f", 3, 1})) << "an empty value has the location of its key";
  ASSERT_EQ(root.find("list")->items.size(), 2U);
  EXPECT_FALSE(root.find("list")->items[0].quoted);
  EXPECT_TRUE(root.find("list")->items[1].quoted);
  EXPECT_EQ(root.find("list")->items[1].where, (Location{"f", 4, 11}));
  EXPECT_EQ(root.find("nothing"), nullptr);
}

TEST(Document, ShowsTheQuotesThatAValueWithAColonNeeds) {
  const auto message_of = [](const std::string& text) {
    const auto messages = parse(text).messages;
    return messages.size() == 1 ? messages.front() : "not one message";
  };
  EXPECT_EQ(message_of("title: t: u\n"), "f:1:9: a title with a colon needs quotes: title: \"t: u\"");
  EXPECT_EQ(message_of("a: 1\nexpect:\n  - source: OEIS: A1  # here\n"),
            "f:3:17: a value with a colon needs quotes: source: \"OEIS: A1\"");
  EXPECT_EQ(message_of("title: a \"b\": it's\n"), "f:1:13: a title with a colon needs quotes: title: 'a \"b\": it''s'");
  // A text that is not a plain value of a key has the message of the parser.
  EXPECT_THAT(message_of("a b: c: d\n"), HasSubstr("not YAML"));
}

TEST(Document, ColumnsCountCharactersNotBytes) {
  const auto root = parse("{\"größe\": 1, b: 2}").root;
  EXPECT_EQ(root.members.at(1).where, (Location{"f", 1, 14}));
}

TEST(Document, ReadsWindowsLineEnds) {
  const auto [root, messages] = parse("a: 1\r\nb:\r\n  - x\r\n  - y\r\n");
  EXPECT_THAT(messages, IsEmpty());
  EXPECT_EQ(root.find("a")->scalar, "1");
  EXPECT_EQ(root.find("b")->items.at(1).scalar, "y");
  EXPECT_EQ(root.find("b")->items.at(1).where, (Location{"f", 4, 5}));
}

TEST(Document, RefusesTextsThatAreNotAMap) {
  for (const auto* const text : {"", "   \n\n", "# a comment\n", "%YAML 1.2\n"}) {
    EXPECT_THAT(parse(text).messages, ElementsAre("f: empty; expected a map of keys and values")) << text;
  }
  for (const auto* const text : {",", "!", "---", "[a]", "text", "- a\n- b", "~", "'quoted'"}) {
    const auto parsed = parse(text);
    EXPECT_EQ(parsed.root.kind, Node::Kind::null) << text;
    EXPECT_EQ(parsed.messages.size(), 1U) << text;
  }
  EXPECT_THAT(parse(",").messages, ElementsAre("f:1:1: expected a map of keys and values at the top of the file"));
  EXPECT_THAT(parse("[a: &b 1, *b]").messages,
              ElementsAre("f:1:1: expected a map of keys and values at the top of the file"));
}

TEST(Document, SkipsTheByteOrderMarkOfUtf8) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_THAT(parse(mark + "a: 1\r\nb: 2\r\n").messages, ElementsAre());
  EXPECT_THAT(parse(mark + "a: \xff\n").messages, ElementsAre("f:1:4: not UTF-8"));
  EXPECT_THAT(parse(mark).messages, ElementsAre("f: empty; expected a map of keys and values"));
}

TEST(Document, RefusesBytesThatAreNotText) {
  EXPECT_THAT(parse("a: 1\nb: \xff\n").messages, ElementsAre("f:2:4: not UTF-8"));
  EXPECT_THAT(parse("\x2c\xb4").messages, ElementsAre("f:1:2: not UTF-8"));
  EXPECT_THAT(parse(std::string{"a: 1\n\0", 6}).messages, ElementsAre("f:2:1: NUL byte; expected text"));
  const auto* const mark = "f:1:1: begins with the byte order mark of UTF-16; expected UTF-8";
  EXPECT_THAT(parse(std::string{"\xFF\xFE"
                                "a\0:\0",
                                6})
                  .messages,
              ElementsAre(mark));
  EXPECT_THAT(parse("a: \"\\0\"\n\"b\\x1b\": 1").messages,
              ElementsAre("f:1:4: control characters are not accepted in text",
                          "f:2:1: control characters are not accepted in text"));
}

TEST(Document, RefusesAnchorsAliasesAndTagsAndReadsTheRest) {
  const auto [root, messages] = parse("a: &x 1\nb: *x\nc: !!int 5\nd: ! 6\ne: 7\n");
  EXPECT_THAT(messages,
              ElementsAre("f:1:4: anchors (&name) are not accepted; put text that begins with & in quotes",
                          "f:2:4: aliases (*name) are not accepted; write the value out, or put text in quotes",
                          "f:3:4: tags (!name) are not accepted; put text that begins with ! in quotes",
                          "f:4:4: tags (!name) are not accepted; put text that begins with ! in quotes"));
  EXPECT_EQ(root.find("b")->kind, Node::Kind::refused);
  EXPECT_EQ(root.find("e")->scalar, "7");
}

TEST(Document, RefusesAnchorsOnEmptyValuesAndAliasesAsKeys) {
  EXPECT_THAT(parse("a: &x\nb: 1\n").messages, ElementsAre(HasSubstr("f:1:4: anchors (&name)")));
  EXPECT_THAT(parse("a: &x k\n? *x\n: 1\n").messages,
              ElementsAre(HasSubstr("f:1:4: anchors"), HasSubstr("f:2:3: aliases")));
}

TEST(Document, RefusesACycleAndABillionLaughs) {
  EXPECT_EQ(parse("a: &a [1, *a]").messages.size(), 2U);
  std::string laughs = "a: &a [lol, lol]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    laughs +=
        std::string{c} + ": &" + c + " [" + repeated("*" + std::string(1, static_cast<char>(c - 1)) + ", ", 9) + "]\n";
  }
  const auto parsed = parse(laughs);
  EXPECT_EQ(parsed.messages.size(), 10U + 9U * 9U) << "each anchor and each alias once: nothing is expanded";
}

TEST(Document, RefusesMergeKeysAndDuplicates) {
  const auto [root, messages] = parse("a: 1\n<<: {c: d}\nb: {e: 1, f: 2, e: 3}\na: 2\na: 3\n");
  EXPECT_THAT(messages, ElementsAre("f:2:1: merge keys (<<) are not accepted; write the keys out",
                                    "f:3:17: duplicate key e; first given in line 3",
                                    "f:4:1: duplicate key a; first given in line 1",
                                    "f:5:1: duplicate key a; first given in line 1"));
  EXPECT_EQ(root.members.size(), 2U);
  EXPECT_EQ(root.find("a")->scalar, "1");
  EXPECT_EQ(root.find("b")->members.size(), 2U);
}

TEST(Document, RefusesKeysThatAreNotText) {
  const auto [root, messages] = parse("? [a, {b: c}]\n: [1, 2]\n? {d: e}\n: 2\n~: 3\nk: 4\n");
  EXPECT_THAT(messages, ElementsAre("f:1:3: a key must be text, not a list or a map",
                                    "f:3:3: a key must be text, not a list or a map",
                                    "f:5:1: a key is missing or null; expected text before the colon"));
  ASSERT_EQ(root.members.size(), 1U);
  EXPECT_EQ(root.find("k")->scalar, "4");
}

TEST(Document, RefusesASecondDocument) {
  EXPECT_THAT(parse("a: 1\n---\nb: 2\n").messages,
              ElementsAre("f:2:1: a second document begins; expected one document"));
  EXPECT_THAT(parse("a: 1\n---\n").messages, ElementsAre("f:2:1: a second document begins; expected one document"));
  EXPECT_THAT(parse("a: 1\n...\nb: 2\n").messages,
              ElementsAre("f:3:1: text after the end of the document; expected one document"));
  EXPECT_THAT(parse("---\na: 1\n...\n# the end\n").messages, IsEmpty());
}

TEST(Document, LimitsDepthAndNumberOfValues) {
  EXPECT_THAT(parse("a: " + repeated("[", 31) + repeated("]", 31)).messages, IsEmpty());
  EXPECT_THAT(parse("a: " + repeated("[", 32) + repeated("]", 32)).messages,
              ElementsAre("f:1:35: nested deeper than 32 levels"));
  EXPECT_THAT(parse(repeated("[", 1'000'000)).messages,
              ElementsAre("f:1:100001: more than 100000 brackets and commas"));
  EXPECT_THAT(parse(repeated("- ", 500'000)).messages, ElementsAre("f:1:65: nested deeper than 32 levels"));
  EXPECT_THAT(parse("a:\n" + repeated("- x\n", 99'997)).messages, IsEmpty()) << "with the map, its key and the list";
  EXPECT_THAT(parse("a:\n" + repeated("- x\n", 99'998)).messages,
              ElementsAre("f:99999:3: more than 100000 values; no experiment needs as many"));
  EXPECT_THAT(parse("a: " + std::string(std::size_t{1} << 20U, 'x')).messages, ElementsAre("f: larger than 1 MiB"));
}

TEST(Document, LocatesSyntaxErrors) {
  EXPECT_THAT(parse("a: 1\nb: [1, 2\nc: 3\n").messages, ElementsAre("f:3:2: not YAML: end of sequence flow not found"));
  EXPECT_THAT(parse("a b: b: c\n").messages, ElementsAre("f:1:7: not YAML: illegal map value"));
  EXPECT_THAT(parse("a:\n\t- b\n").messages,
              ElementsAre("f:2:2: not YAML: illegal block entry; the line is indented with a tab, expected spaces"));
  EXPECT_THAT(parse("title: *important*\n").messages,
              ElementsAre("f:1:8: aliases (*name) are not accepted; write the value out, or put text in quotes"));
}

class TextFile : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& content) const {
    auto file = folder_ / "f.yaml";
    std::ofstream{file, std::ios::binary} << content;
    return file;
  }

  /// Returns the message without the name of the folder.
  std::string refusal(const std::filesystem::path& file) const {
    try {
      read_text_file(file);
    } catch (const BadInput& error) {
      const std::string text = error.what();
      const std::string folder = folder_.path().string();
      return text.starts_with(folder) ? text.substr(folder.size() + 1) : text;
    }
    return "accepted";
  }

  test_support::TemporaryFolder folder_;
};

TEST_F(TextFile, IsReadWhole) { EXPECT_EQ(read_text_file(write("a: é\n")), "a: é\n"); }

TEST_F(TextFile, AcceptsOneMebibyte) {
  constexpr std::size_t limit = std::size_t{1} << 20U;
  EXPECT_EQ(read_text_file(write(std::string(limit, ' '))).size(), limit);
  EXPECT_EQ(refusal(write(std::string(limit + 1, ' '))), "f.yaml: larger than 1 MiB");
}

TEST_F(TextFile, MustBeARegularFile) {
  EXPECT_EQ(refusal(folder_ / "none.yaml"), "none.yaml: cannot be opened: No such file or directory");
  EXPECT_EQ(refusal(folder_ / "."), ".: a directory; expected a regular file");
  EXPECT_EQ(refusal("/dev/zero"), "/dev/zero: a device; expected a regular file");
  const auto fifo = folder_ / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(refusal(fifo), "fifo: a FIFO; expected a regular file") << "without waiting for a writer";
}

TEST_F(TextFile, MustBeReadable) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const auto file = write("a: 1");
  std::filesystem::permissions(file, std::filesystem::perms::none);
  EXPECT_EQ(refusal(file), "f.yaml: cannot be opened: Permission denied");
}

TEST_F(TextFile, MustBeText) {
  EXPECT_EQ(refusal(write(std::string{"a: 1\nb: \0", 9})), "f.yaml:2:4: NUL byte; expected text");
  EXPECT_EQ(refusal(write("a: \xE9\n")), "f.yaml:1:4: not UTF-8");
  EXPECT_EQ(refusal(write("\xFF\xFE")), "f.yaml:1:1: begins with the byte order mark of UTF-16; expected UTF-8");
}

}  // namespace
}  // namespace gridcensus::host
