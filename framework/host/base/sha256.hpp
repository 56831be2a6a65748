#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;  // of OpenSSL

namespace gridcensus::host {

/// Computes the SHA-256 of bytes that are added piece by piece.
class Sha256 {
 public:
  Sha256();

  /// Adds the next piece.
  void add(std::string_view bytes);

  /// Returns the digest as 64 hexadecimal digits. Nothing can be added afterwards.
  std::string hexadecimal();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };

  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

/// Returns the SHA-256 as 64 hexadecimal digits.
std::string sha256_of(std::string_view bytes);

/// Returns the SHA-256 of a file's content.
///
/// @throws std::system_error  the file cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace gridcensus::host
