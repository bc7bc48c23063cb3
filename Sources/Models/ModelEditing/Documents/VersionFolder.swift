import Files

/// The folder of a version in a bundle.
enum VersionFolder {
  /// Removes the folder with its file; returns the error number if that fails.
  static func remove(_ path: String) -> Int32? {
    guard unlink(path + "/contents") == 0 || errno == ENOENT else { return errno }
    return rmdir(path) == 0 ? nil : errno
  }

  /// Creates the folder of a new version with its file, both or none.
  ///
  /// They are created under a hidden name, so that a program that is killed leaves no version without a file.
  static func make(
    _ name: String,
    in bundle: String,
    _ bytes: [UInt8]
  ) throws(FileProblem) {
    let (temporary, _) = try TemporaryName.first(for: "\(bundle)/.\(name)") { mkdir($0, 0o777) }
    do throws(FileProblem) {
      try FileWriter().write(bytes, to: temporary + "/contents")
      guard rename(temporary, "\(bundle)/\(name)") == 0 else {
        throw FileProblem(errorNumber: errno)
      }
    } catch {
      _ = remove(temporary)
      throw error
    }
  }

  /// Removes temporary files left in a bundle by programs that were killed while writing.
  static func removeLeftOvers(in bundle: String) {
    let reader = FileReader()
    for name in (try? reader.names(in: bundle)) ?? [] {
      let path = "\(bundle)/\(name)"
      if let temporary = TemporaryName(name) {
        guard temporary.isAbandoned else { continue }
        if temporary.final == ".xccurrentversion" { unlink(path) }
        guard temporary.final.hasPrefix("."), isVersion(temporary.final) else { continue }
        removeParts(in: path)
        _ = remove(path)
      } else if isVersion(name) {
        removeParts(in: path)
        if reader.kind(of: path + "/contents") == nil { rmdir(path) }
      }
    }
  }

  private static func isVersion(_ name: String) -> Bool {
    PathName(name).fileExtension == "xcdatamodel"
  }

  /// Removes incompletely written files in the folder of a version.
  private static func removeParts(in folder: String) {
    for name in (try? FileReader().names(in: folder)) ?? [] {
      guard let temporary = TemporaryName(name), temporary.final == "contents",
        temporary.isAbandoned
      else { continue }
      unlink("\(folder)/\(name)")
    }
  }
}
