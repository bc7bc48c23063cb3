import Files

/// A place where files go, with the plans of all jobs that write there.
package struct GenerationTarget: Sendable {
  /// The folder as the user wrote it, or `-` for standard output.
  package var folder: String

  /// The pipe or device that the user named as the file; what is for it is in the folder `-`.
  package var device: String?
  package var plan = GenerationPlan()

  /// Whether the files go to a stream, one after the other.
  package var isStream: Bool { folder == "-" }
}

/// The place to which the files of a job go.
struct OutputPlace {
  /// The folder, or `-` for standard output and devices.
  let folder: String

  /// The pipe or device that takes the file.
  let device: String?

  /// The name of the file that a template of its own makes.
  let fileName: String

  /// The same for all jobs that write to the same place.
  var key: String { device ?? (folder == "-" ? "-" : RealPath.ofMissing(folder)) }

  /// Follows links and asks what is at the output of a job.
  ///
  /// - Parameters:
  ///   - job: What is made.
  ///   - isFile: Whether the user names a file and no folder.
  /// - Returns: The place.
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
    // A file that is a link is written where it leads, even if nothing is there yet: the user named it.
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
