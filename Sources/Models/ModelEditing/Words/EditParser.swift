import Diagnostics

/// Parses an edit such as `add attribute Player.email type=String`.
package struct EditParser {
  private var words: ArraySlice<String>

  /// The verbs of edits.
  package static let verbs = ["add", "set", "clear", "rename", "remove", "move"]

  package static func parse(_ words: [String]) throws(EditProblem) -> BundleEdit {
    var parser = Self(words: words[...])
    return try parser.edit()
  }

  private mutating func next(_ expected: String) throws(EditProblem) -> String {
    guard let word = words.popFirst() else { throw EditProblem("\(expected) is missing") }
    return word
  }

  /// Removes a flag, wherever it is among the words.
  private mutating func takeFlag(_ flag: String) -> Bool {
    guard let position = words.firstIndex(of: flag) else { return false }
    words.remove(at: position)
    return true
  }

  private mutating func edit() throws(EditProblem) -> BundleEdit {
    let verb = try next("the verb of the edit")
    guard Self.verbs.contains(verb) else {
      throw EditProblem(
        "'\(verb)' is not an edit",
        hint: Suggestion.didYouMean(verb, among: Self.verbs)
          ?? "edits begin with \(Self.verbs.joined(separator: ", "))"
      )
    }
    let kind = try next("the kind of part after '\(verb)'")
    switch kind {
    case "version": return .version(try version(verb))
    case "current-version" where verb == "set":
      let name = try next("the name of the version")
      return try finished(.version(.setCurrent(name)))
    default: return .element(try element(verb, try elementKind(kind)))
    }
  }

  private func elementKind(_ word: String) throws(EditProblem) -> ElementKind {
    let kinds = ElementKind.allCases.map(\.rawValue) + ["version", "current-version"]
    guard let kind = ElementKind(rawValue: word) else {
      throw EditProblem(
        "'\(word)' is not a kind of part",
        hint: Suggestion.didYouMean(word, among: kinds)
          ?? "the kinds are \(kinds.joined(separator: ", "))"
      )
    }
    return kind
  }

  private func finished<Edit>(_ edit: Edit) throws(EditProblem) -> Edit {
    if let word = words.first { throw EditProblem("'\(word)' is unexpected") }
    return edit
  }

  // MARK: Versions

  private mutating func version(_ verb: String) throws(EditProblem) -> VersionEdit {
    let name = try next("the name of the version")
    switch verb {
    case "remove": return try finished(.remove(name))
    case "add":
      var source: String?
      var isCurrent = false
      while let word = words.popFirst() {
        switch try assignment(word) {
        case let field where field.name == "from": source = field.text
        case let field where field.name == "current":
          guard let text = field.text, ["yes", "no"].contains(text) else {
            throw EditProblem("'current' is yes or no")
          }
          isCurrent = text == "yes"
        default: throw EditProblem("'\(word)' is not a field of a version: from, current")
        }
      }
      return .add(name, from: source, isCurrent: isCurrent)
    default:
      throw EditProblem(
        "a version is added or removed, not \(verb == "set" ? "set" : "changed by '\(verb)'")",
        hint: verb == "set" ? "write 'set current-version NAME'" : nil
      )
    }
  }

  // MARK: Elements

  private mutating func element(
    _ verb: String,
    _ kind: ElementKind
  ) throws(EditProblem) -> ElementEdit {
    let keepsData = verb == "rename" && takeFlag("--keep-data")
    let withReferences = verb == "remove" && takeFlag("--with-references")
    var path = try self.path(kind)
    if kind.isKnownByMembers, ["add", "remove"].contains(verb) {
      path.members = Array(words)
      words = []
    }
    switch verb {
    case "add":
      let (assignments, placement) = try fields()
      return .add(path, assignments, placement ?? .automatic)
    case "set":
      let (assignments, placement) = try fields(takesPlacement: kind != .info)
      guard placement == nil else {
        throw EditProblem("a part is moved by 'move'")
      }
      guard !assignments.isEmpty else { throw EditProblem("there is nothing to set") }
      return .set(path, assignments)
    case "clear":
      guard !words.isEmpty else { throw EditProblem("there is nothing to clear") }
      return .set(path, words.map { Assignment($0, nil) })
    case "rename":
      let name = try next("the new name")
      return try finished(.rename(path, to: name, keepsData: keepsData))
    case "remove": return try finished(.remove(path, withReferences: withReferences))
    default:
      let (assignments, placement) = try fields()
      guard assignments.isEmpty, let placement else {
        throw EditProblem(
          "'move' takes a place",
          hint: "write first, last, sorted, before=NAME or after=NAME"
        )
      }
      return .move(path, placement)
    }
  }

  private mutating func path(_ kind: ElementKind) throws(EditProblem) -> ElementPath {
    guard kind != .model else { return ElementPath(.model) }
    let word = try next("the name of the \(kind.title)")
    let hasOwner = kind.nameCounts.upperBound == 2
    let names = hasOwner ? Self.names(word) : [word]
    guard kind.nameCounts.contains(names.count) else {
      throw EditProblem(
        "'\(word)' is not the name of \(kind.article) \(kind.title)",
        hint: "write OWNER.NAME"
      )
    }
    return ElementPath(kind, names: names)
  }

  /// The names before and after the first period without a backslash before it.
  ///
  /// A backslash before a character other than a period or a backslash, or at the end, is part of a name.
  private static func names(_ word: String) -> [String] {
    var names = [""]
    var rest = word[...]
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.first, next == "." || next == "\\" {
        names[names.count - 1].append(rest.removeFirst())
      } else if character == ".", names.count == 1 {
        names.append("")
      } else {
        names[names.count - 1].append(character)
      }
    }
    return names
  }

  private func assignment(_ word: String) throws(EditProblem) -> Assignment {
    guard let equals = word.firstIndex(of: "=") else { return Assignment(nil, word) }
    guard equals > word.startIndex else { throw EditProblem("'\(word)' has no name before '='") }
    return Assignment(String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  /// Parses the remaining words: fields, members, and the placement of the part.
  private mutating func fields(
    takesPlacement: Bool = true
  ) throws(EditProblem) -> ([Assignment], Placement?) {
    var assignments: [Assignment] = []
    var placement: Placement?
    while let word = words.popFirst() {
      if takesPlacement, let place = Self.placement(word) {
        placement = place
      } else {
        assignments.append(try assignment(word))
      }
    }
    return (assignments, placement)
  }

  private static func placement(_ word: String) -> Placement? {
    switch word {
    case "first": .first
    case "last": .last
    case "sorted": .automatic
    case _ where word.hasPrefix("before="): .before(String(word.dropFirst("before=".count)))
    case _ where word.hasPrefix("after="): .after(String(word.dropFirst("after=".count)))
    default: nil
    }
  }
}
