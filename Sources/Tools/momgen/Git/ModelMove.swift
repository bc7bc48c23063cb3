import Files
import ModelFiles

/// Finds the former path of a model that a revision does not have under its present path.
///
/// It is the removed model with the most versions in common, byte by byte; or
/// else the only removed one of the same name.
struct ModelMove {
  private let path: String
  private let git: GitProcess

  /// The revision with the model; nil for the work tree.
  private let revision: GitRevision?

  /// - Parameters:
  ///   - path: The path of the model relative to the top of the repository.
  ///   - name: The revision that contains it; nil for the work tree.
  ///   - git: The repository.
  /// - Throws: The reason why there is no repository, or no such revision.
  init(to path: String, in name: String?, _ git: GitProcess) throws(GitError) {
    self.path = path
    let top = try git.line(["rev-parse", "--show-toplevel"])
    self.git = GitProcess(folder: top)
    if let name {
      revision = try GitRevision(name, in: self.git)
    } else {
      revision = nil
    }
  }

  /// The path of the model in an older revision, if it is there.
  func origin(in older: GitRevision) throws(GitError) -> String? {
    let mine = try identifiers()
    guard !mine.isEmpty else { return nil }
    var counts: [String: Int] = [:]
    for file in try older.modelFiles() {
      guard let model = Self.model(around: file.path) else { continue }
      counts[model, default: 0] += mine.contains(file.identifier) ? 1 : 0
    }
    var gone: [(path: String, count: Int)] = []
    for (candidate, count) in counts where PathName(candidate).fileExtension == fileExtension {
      if try !exists(candidate) { gone.append((candidate, count)) }
    }
    let best = gone.filter { $0.count > 0 }.max { left, right in
      (left.count, isNamesake(left.path) ? 1 : 0, right.path)
        < (right.count, isNamesake(right.path) ? 1 : 0, left.path)
    }
    if let best { return best.path }
    let namesakes = gone.filter { isNamesake($0.path) }
    return namesakes.count == 1 ? namesakes[0].path : nil
  }

  private var fileExtension: String { PathName(path).fileExtension }

  private func isNamesake(_ other: String) -> Bool {
    PathName(other).last == PathName(path).last
  }

  /// The bundle that contains the file of a version, or the version itself if it is in none.
  private static func model(around file: String) -> String? {
    let version = file.dropLast("/contents".count)
    guard let slash = version.lastIndex(of: "/") else { return String(version) }
    let folder = version[..<slash]
    return folder.hasSuffix(".xcdatamodeld") ? String(folder) : String(version)
  }

  private func exists(_ path: String) throws(GitError) -> Bool {
    guard let revision else { return FileReader().kind(of: git.folder + "/" + path) != nil }
    return try !revision.files(below: path).isEmpty
  }

  /// The identifiers in git of the present versions of the model.
  private func identifiers() throws(GitError) -> Set<String> {
    if let revision {
      let files = try revision.files(below: path)
      return Set(files.filter { $0.path.hasSuffix("/contents") }.map(\.identifier))
    }
    let bundle: ModelBundle
    do {
      bundle = try BundleReader().read(git.folder + "/" + path)
    } catch {
      return []
    }
    let paths = bundle.versions.filter { $0.storage == .contents }.map(\.path)
    guard !paths.isEmpty else { return [] }
    let output = try git.run(["hash-object", "--"] + paths)
    return Set(String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init))
  }
}
