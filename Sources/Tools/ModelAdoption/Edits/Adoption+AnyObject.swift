import SwiftSource

// Members of any object, which Objective-C looks up at run time: `(value as AnyObject).isEqual(other)`.

extension Adoption {
  /// The replacement of a member on both platforms.
  enum MemberOfAnyObject {
    /// A function of the file compares the values.
    case comparison

    /// The operator `is` takes the name of the class, in these tokens.
    case type(ClosedRange<Int>)
  }

  mutating func adoptMembersOfAnyObject(in file: Int) {
    let source = module.files[file].source
    var isNeeded = false
    for type in source.tokens.indices where source.is(type, "AnyObject") {
      guard let member = memberOfAnyObject(type, in: source),
        let replacement = replacement(of: member, in: source),
        let open = source.partner(type + 1), let end = source.partner(member + 1)
      else { continue }
      let start = source.tokens[open].range
      let message = "'\(source.text(member))' of any object needs Objective-C"
      let offset = source.tokens[member].range.lowerBound
      switch replacement {
      case .comparison:
        isNeeded = true
        replace(start, of: file, with: "areEqualObjects(", .objectiveC, at: offset, message)
        replace(
          Int(source.tokens[type - 2].end)..<Int(source.tokens[member + 1].end),
          of: file,
          with: ", ",
          .objectiveC,
          at: offset,
          message
        )
      case .type(let name):
        replace(
          start.lowerBound..<start.lowerBound,
          of: file,
          with: "(",
          .objectiveC,
          at: offset,
          message
        )
        replace(
          Int(source.tokens[type + 1].end)..<Int(source.tokens[end].end),
          of: file,
          with: " is \(source.text(source.range(name))))",
          .objectiveC,
          at: offset,
          message
        )
      }
    }
    guard isNeeded else { return }
    append(
      Self.comparison,
      to: file,
      unless: "areEqualObjects",
      .objectiveC,
      "the function that compares objects"
    )
  }

  /// The member that is read of a cast to any object: `(value as AnyObject).isEqual(other)`.
  func memberOfAnyObject(_ type: Int, in source: SwiftSourceFile) -> Int? {
    guard source.is(type, "AnyObject"), source.is(type + 1, ")"), !source.isInactiveOnLinux(type),
      let open = source.partner(type + 1), type - 2 > open,
      source.is(type - 1, "as") || source.is(type - 1, "?") && source.is(type - 2, "as"),
      !source.isCall(open)
    else { return nil }
    let isOptional = source.is(type + 2, "?") || source.is(type + 2, "!")
    let dot = type + (isOptional ? 3 : 2)
    guard source.is(dot, "."), source.tokens.indices.contains(dot + 1),
      source.tokens[dot + 1].kind == .word, !source.is(dot + 1, "self")
    else { return nil }
    return dot + 1
  }

  /// The replacement of a member of any object; nil if there is none.
  func replacement(of member: Int, in source: SwiftSourceFile) -> MemberOfAnyObject? {
    guard source.is(member - 2, ")"), source.is(member - 4, "as"), source.is(member + 1, "("),
      let end = source.partner(member + 1), rules.contains(.objectiveC)
    else { return nil }
    let arguments = source.arguments(of: member + 1)
    guard arguments.count == 1, let argument = arguments.first else { return nil }
    if source.is(member, "isEqual") {
      let hasLabel = source.is(argument.lowerBound + 1, ":")
      return hasLabel ? nil : .comparison
    }
    guard source.is(member, "isKind"), source.is(argument.lowerBound, "of"),
      source.is(argument.lowerBound + 1, ":"), source.is(end - 1, "self"), source.is(end - 2, "."),
      argument.lowerBound + 2 <= end - 3,
      (argument.lowerBound + 2...end - 3).allSatisfy({
        source.tokens[$0].kind == .word || source.is($0, ".")
      })
    else { return nil }
    return .type(argument.lowerBound + 2...end - 3)
  }

  private static let comparison = """

    /// Whether two values are equal as objects.
    private func areEqualObjects(_ value: Any?, _ other: Any?) -> Bool {
      #if canImport(ObjectiveC)
      return (value as AnyObject).isEqual(other)
      #else
      let object = value as AnyObject
      guard let other else { return false }
      return (object as? NSObject)?.isEqual(other) ?? (object === other as AnyObject)
      #endif
    }

    """
}

extension SwiftSourceFile {
  /// Whether a parenthesis opens the arguments of a call.
  fileprivate func isCall(_ open: Int) -> Bool {
    guard open > 0, isJoined(open - 1) else { return false }
    let isName = tokens[open - 1].kind == .word && !Self.keywords.contains(text(open - 1))
    return isName || self.is(open - 1, ")") || self.is(open - 1, "]") || self.is(open - 1, ">")
  }

  private static let keywords: Set<String> = [
    "return", "try", "await", "in", "if", "guard", "while", "case", "where", "is", "as", "switch",
  ]
}
