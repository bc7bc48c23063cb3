import Diagnostics
import ManagedModel

/// The identity that the `VersionInfo.plist` of a compiled bundle records for a version, compared with the one
/// computed from the version's model.
///
/// Core Data trusts the record, so a wrong one makes it confuse another model with this one, or refuse a
/// matching store.
/// store that fits.
struct RecordedIdentity {
  /// The recorded hashes, by entity.
  let hashes: [String: [UInt8]]
  let checksum: String?

  /// The file with the record.
  let path: String

  /// The record of a version, or nil if there is none.
  init?(of version: String, in info: VersionInfo, path: String) {
    guard let hashes = info.hashes[version] else { return nil }
    self.hashes = hashes
    checksum = info.checksums[version]
    self.path = path
  }

  /// The differences between record and model.
  func differences(from resolved: ResolvedModel) -> [Diagnostic] {
    let computed = VersionHashes(resolved)
    var found: [Diagnostic] = []
    var known: Set<String> = []
    for hash in computed.entities where known.insert(hash.name).inserted {
      guard let recorded = hashes[hash.name] else {
        found.append(difference("there is no recorded hash of the entity '\(hash.name)'"))
        continue
      }
      guard recorded != hash.bytes else { continue }
      found.append(
        hash.doubts.isEmpty
          ? difference("the recorded hash of '\(hash.name)' differs from that of its model")
          : uncertainDifference(of: hash)
      )
    }
    for name in hashes.keys.sortedByCodePoint() where !known.contains(name) {
      found.append(difference("a hash is recorded for '\(name)', which is not in the model"))
    }
    // Different hashes imply different checksums, which need not be reported as well.
    if found.isEmpty, let checksum, checksum != computed.checksum {
      found.append(difference("the recorded checksum does not match the recorded hashes"))
    }
    return found
  }

  private func difference(_ message: String) -> Diagnostic {
    Diagnostic(
      .warning,
      rule: ModelRule.recordedHash.rawValue,
      message,
      at: Place(path: path),
      hint: "the bundle was changed or mixed from two; compile the model again"
    )
  }

  private func uncertainDifference(of hash: EntityHash) -> Diagnostic {
    let doubts = hash.doubts.map(\.description).joined(separator: "; ")
    return Diagnostic(
      .note,
      rule: ModelRule.recordedHash.rawValue,
      "the recorded hash of '\(hash.name)' differs from the computed hash, which is uncertain: "
        + doubts,
      at: Place(path: path),
      hint: "the recorded hash is the one that Core Data uses"
    )
  }
}
