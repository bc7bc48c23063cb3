import Diagnostics
import Files
import ModelFiles

/// The copy of a model beside the copies of sources, with the edits that they require.
struct ModelCopy {
  private let bundle: String

  /// The version of the model that is edited.
  private let version: String

  /// The folder or the file of the copy.
  let path: String

  /// - Parameters:
  ///   - model: The model.
  ///   - folder: The folder for the copies.
  ///   - roots: The folders whose files are copied: a model below one of them keeps its relative path.
  init(of model: LoadedModel, into folder: String, below roots: [String]) {
    let bundle = model.bundle.path.trimmingSlashes
    self.bundle = bundle
    version = model.version.path
    let prefixes = roots.map { $0 == "." ? "" : $0.trimmingSlashes + "/" }
    let prefix = prefixes.filter { !$0.isEmpty && bundle.hasPrefix($0) }.max { $0.count < $1.count }
    let place = prefix.map { String(bundle.dropFirst($0.count)) } ?? PathName(bundle).last
    path = folder.trimmingSlashes + "/" + place
  }

  /// Writes all files of the model, with new bytes for the edited version.
  func write(_ bytes: [UInt8]) throws(FileProblem) {
    guard RealPath.ofMissing(path) != RealPath.ofMissing(bundle) else {
      throw FileProblem("the model is in the folder itself; name another folder")
    }
    try copy(bundle, to: path, editing: bytes, depth: 0)
  }

  private func copy(
    _ source: String,
    to target: String,
    editing bytes: [UInt8],
    depth: Int
  ) throws(FileProblem) {
    let reader = FileReader()
    guard depth < 8, reader.kind(of: source) == .folder else {
      try FileWriter().makeFolder(PathText.folder(of: target))
      let isEdited = RealPath.of(source) == RealPath.of(version)
      try FileWriter().write(isEdited ? bytes : try reader.bytes(of: source), to: target)
      return
    }
    for name in try reader.names(in: source) {
      try copy(
        PathText.join(source, name),
        to: PathText.join(target, name),
        editing: bytes,
        depth: depth + 1
      )
    }
  }
}
