import Files

/// A destination of files, with the plans of all jobs that write there.
package struct GenerationTarget: Sendable {
  /// The folder as the user wrote it, or `-` for standard output.
  package var folder: String

  /// The pipe or device that the user named as the file; its ``folder`` is `-`.
  package var device: String?
  package var plan = GenerationPlan()

  /// Whether the files go to a stream, one after the other.
  package var isStream: Bool { folder == "-" }
}

/// The destination of the files of a job.
struct OutputPlace {
  /// The folder, or `-` for standard output and devices.
  let folder: String

  /// The pipe or device that takes the file.
  let device: String?

  /// The name of the file that a single template generates.
  let fileName: String

  /// A key that is equal for all jobs with the same destination.
  var key: String { device ?? (folder == "-" ? "-" : RealPath.ofMissing(folder)) }

  /// Resolves links and determines what exists at the output of a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - isFile: Whether the output is a file instead of a folder.
  /// - Returns: The destination.
  static func find(_ job: GenerationJob, isFile: Bool) -> Self {
    let output = job.output ?? (isFile ? "-" : ".")
    guard isFile, output != "-" else {
      return Self(folder: output, device: nil, fileName: "output")
    }
    let place = try? WrittenPlace(output)
    switch place {
    case .stream, .descriptor: return Self(folder: "-", device: output, fileName: "output")
    case .file, .folder, nil: break
    }
    // The target of a link is written, even if it does not exist yet: the user named it.
    var path = output
    if RealPath.isLink(output), case .file(let target, _)? = place { path = target }
    let slash = path.lastIndex(of: "/")
    return Self(
      folder: slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".",
      device: nil,
      fileName: slash.map { String(path[path.index(after: $0)...]) } ?? path
    )
  }
}
