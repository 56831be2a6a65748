#include "host/base/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace gridcensus::host {

namespace {

/// Throws if OpenSSL fails: only when memory runs out, or its providers cannot be loaded.
void require(bool success) {
  if (!success) throw std::runtime_error{"OpenSSL cannot compute a SHA-256 digest"};
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_{EVP_MD_CTX_new()} {
  require(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::add(std::string_view bytes) { require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1); }

std::string Sha256::hexadecimal() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned count = 0;
  require(EVP_DigestFinal_ex(context_.get(), bytes.data(), &count) == 1);
  return fmt::format("{:02x}", fmt::join(bytes.data(), bytes.data() + count, ""));
}

std::string sha256_of(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hexadecimal();
}

std::string sha256_of_file(const std::filesystem::path& file) {
  errno = 0;
  const auto fail = [&file] {
    throw std::system_error{errno != 0 ? errno : EIO, std::generic_category(), "cannot read " + file.string()};
  };
  std::ifstream stream{file, std::ios::binary};
  if (!stream) fail();
  Sha256 digest;
  std::array<char, 65536> buffer{};
  do {
    stream.read(buffer.data(), buffer.size());
    digest.add({buffer.data(), static_cast<std::size_t>(stream.gcount())});
  } while (stream);
  // A directory can be opened; only reading it fails.
  if (!stream.eof() || stream.bad()) fail();
  return digest.hexadecimal();
}

}  // namespace gridcensus::host
