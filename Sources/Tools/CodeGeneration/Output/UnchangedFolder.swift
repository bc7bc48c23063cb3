import Files
import Parallelism

/// Finds out whether a folder is as the last run with the same inputs has left it.
struct UnchangedFolder {
  private var folder: OutputFolder
  private let manifest: Manifest

  /// Reads the manifest of a folder.
  ///
  /// It is nil if there is no valid one, or the program is newer: another build of the same version may write other
  /// files.
  init?(_ path: String) {
    guard var folder = try? OutputFolder.at(path),
      case .file(let file)? = try? folder.location(of: Manifest.fileName),
      let written = ModificationTime(ofFileAt: file), let built = ModificationTime.ofProgram,
      built < written, let bytes = try? FileReader().bytes(of: file),
      let manifest = try? Manifest(bytes, path: file)
    else { return nil }
    self.folder = folder
    self.manifest = manifest
  }

  /// The counts of a run that would change nothing; nil if it might change something.
  ///
  /// All files are read, because an edited or missing one is not up to date.
  ///
  /// - Parameter inputs: The inputs of the run for the folder.
  /// - Returns: The counts.
  mutating func counts(for inputs: RunInputs.Folder) -> FileCounts? {
    let digest = inputs.digest
    var keys: Set<Manifest.Key> = []
    for producers in inputs.producers {
      let known = producers.map { folder.key(of: $0) }.filter { manifest.files[$0] != nil }
      guard !known.isEmpty, known.allSatisfy({ manifest.runs[$0]?.inputs == digest }) else {
        return nil
      }
      keys.formUnion(known)
    }
    var counts = FileCounts()
    for key in keys {
      guard let some = self.counts(of: key) else { return nil }
      counts += some
    }
    return counts
  }

  /// The counts of a producer's files; nil if one is missing or changed.
  private mutating func counts(of key: Manifest.Key) -> FileCounts? {
    var counts = FileCounts()
    var generated: [(path: String, file: String)] = []
    for (path, record) in manifest.files[key] ?? [:] {
      guard case .file(let file)? = try? folder.location(of: path) else { return nil }
      switch record {
      case .once: counts.kept += 1
      case .always: generated.append((path, file))
      case .changing: return nil
      }
    }
    let digests = generated.concurrentMap { generated, _ in
      (try? FileReader().bytes(of: generated.file)).map { ContentDigest.text(of: $0) }
    }
    var outputs: [(path: String, digest: String)] = []
    for (generated, digest) in zip(generated, digests) {
      guard let digest else { return nil }
      outputs.append((generated.path, digest))
    }
    guard manifest.runs[key]?.outputs == Manifest.Run.outputs(of: outputs) else { return nil }
    counts.unchanged = generated.count
    return counts
  }
}
