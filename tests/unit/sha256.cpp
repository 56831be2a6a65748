#include "host/base/sha256.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace gridcensus::host {
namespace {

// The examples of FIPS 180-2, appendix B.
TEST(Sha256, MatchesTheExamplesOfTheStandard) {
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_of(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, HashesTheBytesOfAFile) {
  const auto file = std::filesystem::path{::testing::TempDir()} / "gridcensus_sha256.bin";
  for (const std::size_t size : {0U, 1U, 65535U, 65536U, 65537U, 200000U}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31 % 251);
    std::ofstream{file, std::ios::binary | std::ios::trunc} << bytes;
    EXPECT_EQ(sha256_of_file(file), sha256_of(bytes)) << size << " bytes";
  }
  std::filesystem::remove(file);
}

TEST(Sha256, NamesAFileThatCannotBeRead) {
  for (const std::filesystem::path file : {"/nonexistent/file", "/"}) {
    try {
      sha256_of_file(file);
      FAIL() << "no error for " << file;
    } catch (const std::system_error& error) {
      EXPECT_NE(std::string{error.what()}.find(file.string()), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace gridcensus::host
