#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gridcensus::host {

/// Returns why another user could replace the code in this file, or nullopt if none could.
///
/// Trusts root, the caller, and the owner of the running program, who could change the program itself; so a user's own
/// clone works under sudo. Trusts these groups: root's, the caller's own, and the program's if that group may write the
/// program, too. The file and its folder must be owned by a trusted user, and no untrusted user or group may write
/// them. A folder further up must only not let everyone rename its entries (the sticky bit, as on /tmp, prevents that).
///
/// @param file  canonical: no symbolic links in it
std::optional<std::string> why_insecure(const std::filesystem::path& file);

}  // namespace gridcensus::host
