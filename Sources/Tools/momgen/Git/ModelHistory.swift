import Files
import ManagedModel
import ModelFiles

/// Every version of the files of all models of a repository, in all branches.
struct ModelHistory {
  private let git: GitProcess
  private let forms: [Form]

  /// A file that a commit has added or changed.
  struct Form: Hashable {
    /// The commit, shortened.
    var commit: String

    /// The path relative to the top of the repository.
    var path: String
    var identifier: String

    /// Its name in reports: the name of the version, and the commit.
    var title: String {
      let folder = path.split(separator: "/").dropLast().last.map(String.init) ?? path
      return "\(PathName(folder).stem) (\(commit))"
    }
  }

  /// The number of characters of an abbreviated commit.
  private static let shownLength = 10

  /// The number of files read in one batch.
  private static let batchSize = 64

  /// Reads the history of the repository that contains a model.
  ///
  /// - Parameter path: The path of the model, which may no longer exist.
  /// - Throws: The error of git.
  init(of path: String) throws(GitError) {
    let path = path.trimmingSlashes
    git = GitProcess(folder: GitSnapshot.existingFolder(above: path))
    // Without a commit there is no HEAD, and no history.
    guard (try? git.line(["rev-parse", "--verify", "--quiet", "HEAD"])) != nil else {
      _ = try git.line(["rev-parse", "--git-dir"])
      forms = []
      return
    }
    let log = try git.run([
      "log", "--all", "HEAD", "-m", "--raw", "-z", "--no-abbrev", "--no-renames",
      "--format=%x01%H", "--", ":(top,glob)**/*.xcdatamodel/contents",
    ])
    forms = Self.forms(in: log, nearest: PathName(path).last)
  }

  /// Each form once, with the newest commit that has it; those of a model of the same name first.
  static func forms(in log: [UInt8], nearest name: String) -> [Form] {
    var own: [Form] = []
    var others: [Form] = []
    var known: Set<String> = []
    var commit = ""
    var fields = log.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }[...]
    while let field = fields.popFirst() {
      if let mark = field.firstIndex(of: "\u{1}") {
        commit = String(field[field.index(after: mark)...].prefix(shownLength))
        continue
      }
      // `:<old mode> <new mode> <old> <new> <status>`, and then the path; mode 0 means a removed file.
      let words = field.split(whereSeparator: \.isWhitespace)
      guard words.count == 5, let path = fields.popFirst() else { continue }
      let identifier = String(words[3])
      guard words[1].hasPrefix("100"), known.insert(identifier).inserted else { continue }
      let form = Form(commit: commit, path: path, identifier: identifier)
      if path.split(separator: "/").contains(name[...]) {
        own.append(form)
      } else {
        others.append(form)
      }
    }
    return own + others
  }

  /// The newest form that satisfies a condition.
  ///
  /// - Parameter condition: The condition.
  /// - Returns: The model and its title in reports; nil if there is none.
  /// - Throws: The error of git.
  func first(where condition: (Model) -> Bool) throws(GitError) -> (title: String, model: Model)? {
    var rest = forms[...]
    while !rest.isEmpty {
      let batch = rest.prefix(Self.batchSize)
      rest = rest.dropFirst(Self.batchSize)
      var blobs = try GitBlobs(batch.map(\.identifier), in: git)
      for form in batch {
        let bytes = try blobs.next()
        // An unreadable form is an intermediate state.
        guard let model = ContentsReader.read(bytes).model, condition(model) else { continue }
        return (form.title, model)
      }
    }
    return nil
  }
}
