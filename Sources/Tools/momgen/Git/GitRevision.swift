import ModelFiles

/// A commit of a repository, and the files in it.
struct GitRevision {
  /// The revision as the user wrote it.
  let name: String

  /// Its identifier.
  let commit: String
  let git: GitProcess

  /// The maximum number of files of a model; the largest real bundles have a few hundred.
  private static let fileLimit = 10_000

  /// A file of a commit.
  struct File {
    /// The path relative to the top of the repository.
    var path: String
    var identifier: String
  }

  /// - Parameters:
  ///   - name: Any name of a commit that git accepts.
  ///   - git: The repository.
  ///   - other: A revision; if given, the commit is the merge base of both.
  /// - Throws: The reason why there is no such commit.
  init(_ name: String, in git: GitProcess, sharedWith other: String? = nil) throws(GitError) {
    guard !name.isEmpty, !name.hasPrefix("-") else {
      throw GitError("'\(name)' is not a revision")
    }
    self.name = name
    self.git = git
    do {
      let commit = try git.line(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"])
      guard let other else {
        self.commit = commit
        return
      }
      let second = try GitRevision(other, in: git)
      self.commit = try git.line(["merge-base", commit, second.commit])
    } catch  where error.exitCode == 1 {
      throw Self.absence(of: name, sharedWith: other, git)
    }
  }

  /// The reason why a commit is missing; often the clone is shallow.
  private static func absence(
    of name: String,
    sharedWith other: String?,
    _ git: GitProcess
  ) -> GitError {
    let reason =
      other.map { "'\(name)' and '\($0)' have no commit in common" }
      ?? "there is no revision '\(name)'"
    guard (try? git.line(["rev-parse", "--is-shallow-repository"])) == "true" else {
      return GitError(reason)
    }
    return GitError(
      reason + ", but the clone is shallow and lacks most of the history",
      hint: "'git fetch --unshallow' gets it; in a GitHub workflow, give actions/checkout "
        + "'fetch-depth: 0'"
    )
  }

  /// The files below a path, or the file at it; all files without a path.
  func files(below path: String) throws(GitError) -> [File] {
    let files = try listing(["--", path]).filter { $0.path.hasPrefix(path) }
    guard files.count <= Self.fileLimit else {
      throw GitError("'\(path)' has \(files.count) files in the revision and is not a model")
    }
    return files
  }

  /// The files of all models.
  func modelFiles() throws(GitError) -> [File] {
    try listing([]).filter { $0.path.hasSuffix(".xcdatamodel/contents") }
  }

  private func listing(_ words: [String]) throws(GitError) -> [File] {
    let listing = try git.run(
      ["--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit] + words
    )
    return listing.split(separator: 0).compactMap { entry in
      let text = String(decoding: entry, as: UTF8.self)
      guard let tab = text.firstIndex(of: "\t") else { return nil }
      let words = text[..<tab].split(separator: " ")
      // Links and submodules are not part of a model.
      guard words.count == 3, words[0].hasPrefix("100") else { return nil }
      return File(
        path: String(text[text.index(after: tab)...]),
        identifier: String(words[2])
      )
    }
  }
}
