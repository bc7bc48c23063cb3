/// The value of an option or an operand.
package struct ValueDescription: Sendable, Hashable {
  /// The placeholder in help and messages, such as `FILE`.
  package var name: String

  package var kind: Kind

  /// The allowed values, and those that a shell can complete.
  package enum Kind: Sendable, Hashable {
    case text
    /// Any text; shells complete common ones.
    case usual(SuggestedWords)
    /// The name of a commit, which a shell gets from git.
    case revision
    /// The name of a folder with one extension, without the extension, in a folder with another that is on the
    /// command line: a version in a bundle.
    case member(extension: String, of: String)
    case integer(ClosedRange<Int>)
    /// One of a closed set.
    case choice([String])
    /// A file or a bundle with one of these extensions; any, if there are none.
    case path(extensions: [String])
    /// One of these names, or the path of something else.
    case nameOrPath([String], extensions: [String])
    case directory
  }

  package init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Any text, including the empty one.
  package static func text(_ name: String) -> Self { Self(name, .text) }

  /// Any text, with some common ones.
  ///
  /// They are computed only when completions are written.
  package static func usual(
    _ name: String,
    _ words: @autoclosure @escaping @Sendable () -> [String]
  ) -> Self {
    Self(name, .usual(SuggestedWords(make: words)))
  }

  /// The name of a commit, a branch or a tag of git.
  package static func revision(_ name: String = "REVISION") -> Self { Self(name, .revision) }

  /// The name of a folder in another one that is given too: of a version in a bundle.
  package static func member(_ name: String, extension: String, of folder: String) -> Self {
    Self(name, .member(extension: `extension`, of: folder))
  }

  /// A decimal integer.
  package static func integer(
    _ name: String = "NUMBER",
    in range: ClosedRange<Int> = .min ... .max
  ) -> Self {
    Self(name, .integer(range))
  }

  /// One of the raw values of a type, in the order of its cases.
  package static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String,
    of type: Choice.Type
  ) -> Self {
    Self(name, .choice(type.allCases.map(\.rawValue)))
  }

  /// One of these words.
  package static func choice(_ name: String, _ words: String...) -> Self {
    Self(name, .choice(words))
  }

  /// A file or bundle, or `-` if the program supports that.
  package static func path(_ name: String = "FILE", extensions: String...) -> Self {
    Self(name, .path(extensions: extensions))
  }

  /// One of some known names, or a path.
  package static func nameOrPath(
    _ name: String,
    names: [String],
    extensions: String...
  ) -> Self {
    Self(name, .nameOrPath(names, extensions: extensions))
  }

  package static func directory(_ name: String = "DIRECTORY") -> Self { Self(name, .directory) }

  /// The words of a closed set.
  package var choices: [String] {
    if case .choice(let words) = kind { words } else { [] }
  }

  /// The expectation that a value does not meet; nil if it is allowed.
  func expectation(unmetBy word: String) -> String? {
    switch kind {
    case .text, .usual, .revision, .member:
      return nil
    case .integer(let range):
      if let number = Int(word), range.contains(number) { return nil }
      if range == .min ... .max { return "a whole number" }
      if range.upperBound == .max { return "a whole number from \(range.lowerBound)" }
      if range.lowerBound == .min { return "a whole number up to \(range.upperBound)" }
      return "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words):
      return words.contains(word) ? nil : words.map { "'\($0)'" }.listed(with: "or")
    case .path:
      return word.isEmpty ? "a path" : nil
    case .nameOrPath:
      return word.isEmpty ? "a name or a path" : nil
    case .directory:
      return word.isEmpty ? "the path of a directory" : nil
    }
  }
}

/// Words that are computed lazily; equal if the words are.
package struct SuggestedWords: Sendable, Hashable {
  let make: @Sendable () -> [String]

  package var words: [String] { make() }

  package static func == (one: Self, other: Self) -> Bool { one.words == other.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words) }
}
