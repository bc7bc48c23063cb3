import SwiftSource

// `#selector` is replaced by a string where Linux knows the method; other statements with it are omitted.

extension Adoption {
  /// The comparison methods of sort descriptors, which the runtime module knows by name.
  private static let comparisons: Set<String> = [
    "compare", "caseInsensitiveCompare", "localizedCompare", "localizedCaseInsensitiveCompare",
    "localizedStandardCompare",
  ]

  mutating func adoptSelectors(in file: Int) {
    let source = module.files[file].source
    var enclosed: Set<Int> = []
    for index in source.tokens.indices where source.is(index, "#selector") {
      guard !source.isInactiveOnLinux(index), source.is(index + 1, "("),
        let end = source.partner(index + 1)
      else { continue }
      let selector = index...end
      if adoptGetter(selector, in: file) || adoptComparison(selector, in: file)
        || adoptPerforming(index, in: file)
      {
        continue
      }
      if let statement = statement(around: index, in: source) {
        guard enclosed.insert(statement.lowerBound).inserted else { continue }
        enclose(statement, withSelectorAt: index, in: file)
      } else if !encloseObservation(withSelectorAt: index, in: file) {
        report(
          .objectiveC,
          at: index,
          of: file,
          "'#selector' needs Objective-C, and its value is used elsewhere",
          hint: "put the code that uses it between '\(Self.condition)' and '#endif'"
        )
      }
    }
  }

  /// Replaces the selector of a comparison method by its name.
  ///
  /// - Returns: Whether the selector is that of such a method.
  private mutating func adoptComparison(_ selector: ClosedRange<Int>, in file: Int) -> Bool {
    let source = module.files[file].source
    let words = (selector.lowerBound + 2..<selector.upperBound)
      .filter { source.tokens[$0].kind == .word }
      .map { source.name($0) }
    guard let name = words.last(where: { $0 != "_" }), Self.comparisons.contains(name),
      ["NSString", "String", "NSNumber", "NSDate"].contains(words.first ?? "") || words.count <= 2
    else { return false }
    replace(
      source.range(selector),
      of: file,
      with: "Selector((\"\(name):\"))",
      .objectiveC,
      "'#selector' needs Objective-C; the name of the method is known without it"
    )
    return true
  }

  /// Omits a statement on Linux, and reports it if it has no replacement.
  private mutating func enclose(
    _ statement: ClosedRange<Int>,
    withSelectorAt index: Int,
    in file: Int
  ) {
    let otherwise = observation(of: index, in: file)?.otherwise
    enclose(
      linesOf: module.files[file].source.range(statement),
      of: file,
      .objectiveC,
      Self.needsObjectiveC,
      otherwise: otherwise
    )
    guard otherwise == nil else { return }
    report(
      .objectiveC,
      at: index,
      of: file,
      "the call with '#selector' is omitted on Linux",
      hint: "write the code for Linux, if any, between '#else' and '#endif'"
    )
  }

  /// Omits the call that adds an observer with the selector on Linux, with a closure as its replacement.
  ///
  /// - Returns: Whether it is such a call, in a statement of its own.
  private mutating func encloseObservation(withSelectorAt index: Int, in file: Int) -> Bool {
    guard let observed = observation(of: index, in: file) else { return false }
    return enclose(
      statement: observed.call,
      of: file,
      Self.needsObjectiveC,
      otherwise: observed.otherwise
    )
  }

  private static let needsObjectiveC = "'#selector' needs Objective-C, and so does the call"

  /// Replaces `NSStringFromSelector(#selector(getter: Team.name))` by the name.
  ///
  /// - Returns: Whether it is such a call, of a known property.
  private mutating func adoptGetter(_ selector: ClosedRange<Int>, in file: Int) -> Bool {
    let source = module.files[file].source
    let (start, end) = (selector.lowerBound, selector.upperBound)
    guard source.is(start + 2, "getter"), source.is(start + 3, ":"), start > 1,
      source.is(start - 1, "("), source.partner(start - 1) == end + 1,
      source.is(start - 2, "NSStringFromSelector")
    else { return false }
    let names = (start + 4..<end).filter { source.tokens[$0].kind == .word }
      .map { source.name($0) }
    guard let name = propertyName(names, around: start, of: file) else { return false }
    replace(
      source.range(start - 2...end + 1),
      of: file,
      with: "\"\(name)\"",
      .keyPaths,
      "'#selector' needs Objective-C; the string is \"\(name)\""
    )
    return true
  }

  /// The call around a token that is a statement on separate lines; nil if its value is used.
  func statement(around token: Int, in source: SwiftSourceFile) -> ClosedRange<Int>? {
    var start = token
    while start > 0 {
      if source.tokens[start].beginsLine, source.beginsStatement(start) { break }
      let last = start - 1
      if source.is(last, "{") { return nil }
      start = source.partner(last).map { min($0, last) } ?? last
    }
    guard source.tokens[start].beginsLine, start > 0,
      source.tokens[start].kind == .word || source.is(start, "("),
      !Self.wordsOfOtherStatements.contains(source.text(start)),
      !SwiftDeclarationWords.all.contains(source.text(start)),
      isInFunction(start, in: source)
    else { return nil }
    var end = start
    while end < source.tokens.count {
      if let partner = source.partner(end), partner > end { end = partner }
      let next = end + 1
      if next >= source.tokens.count || source.is(next, "}") { break }
      if source.is(next, "="), !source.is(next + 1, "=") { return nil }
      if source.tokens[next].beginsLine, source.beginsStatement(next) { break }
      end = next
    }
    guard end < source.tokens.count, end >= token else { return nil }
    let isLast = end + 1 >= source.tokens.count || source.tokens[end + 1].beginsLine
    return isLast ? start...end : nil
  }

  /// Whether a token is in braces.
  private func isInFunction(_ token: Int, in source: SwiftSourceFile) -> Bool {
    var next = source.opening(around: token)
    while let open = next {
      if source.is(open, "{") { return true }
      next = source.opening(around: open)
    }
    return false
  }

  private static let wordsOfOtherStatements: Set<String> = [
    "return", "if", "guard", "for", "while", "switch", "case", "do", "repeat", "defer", "throw",
    "else", "catch", "default",
  ]
}

extension SwiftSourceFile {
  /// Whether a token at the beginning of a line begins a new statement.
  func beginsStatement(_ token: Int) -> Bool {
    guard token > 0 else { return true }
    let continuing: Set<String> = [".", "?", "&", "|", "+", "-", "*", "=", ",", ")", "]", ":"]
    let open: Set<String> = ["(", "[", ",", "=", ".", "&", "|", "+", "-", ":", "?"]
    return !continuing.contains(text(token)) && !open.contains(text(token - 1))
  }
}

/// The keywords that begin declarations.
private enum SwiftDeclarationWords {
  static let all: Set<String> = [
    "let", "var", "func", "class", "struct", "enum", "extension", "private", "public", "internal",
    "fileprivate", "open", "static", "lazy", "override", "init", "typealias",
  ]
}
