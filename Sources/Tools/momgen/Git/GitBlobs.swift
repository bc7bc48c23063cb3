/// The bytes of files of a repository, by their identifiers, in the order of the requests.
struct GitBlobs {
  /// The unread output of git: `<identifier> blob <size>\n<bytes>\n` for each file.
  private var output: ArraySlice<UInt8>

  init(_ identifiers: [String], in git: GitProcess) throws(GitError) {
    let request = identifiers.map { $0 + "\n" }.joined()
    output = try git.run(["cat-file", "--batch"], input: Array(request.utf8))[...]
  }

  /// Reads the next file.
  mutating func next() throws(GitError) -> [UInt8] {
    guard let end = output.firstIndex(of: UInt8(ascii: "\n")) else {
      throw GitError("git ended in the middle of a file")
    }
    let words = String(decoding: output[..<end], as: UTF8.self).split(separator: " ")
    let rest = output[output.index(after: end)...]
    guard words.count == 3, words[1] == "blob", let size = Int(words[2]), size < rest.count else {
      throw GitError("git cannot read a file of the revision")
    }
    output = rest.dropFirst(size + 1)
    return Array(rest.prefix(size))
  }
}
