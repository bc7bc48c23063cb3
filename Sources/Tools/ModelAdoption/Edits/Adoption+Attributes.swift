import SwiftSource

// Attributes of Objective-C, which can be put into a conditional block.

extension Adoption {
  /// The attributes that the compiler rejects without Objective-C.
  static let attributes: Set<String> = [
    "objc", "objcMembers", "IBAction", "IBOutlet", "IBInspectable", "IBDesignable", "NSCopying",
    "GKInspectable", "IBSegueAction",
  ]

  mutating func adoptAttributes(in file: Int) {
    let declarations = module.files[file].declarations
    var known: Set<Int> = []
    for declaration in declarations {
      let found = declaration.attributes.filter { Self.attributes.contains($0.name) }
      known.formUnion(found.map(\.tokens.lowerBound))
      if isAdoptable(optionalRequirement: declaration, in: file)
        || isAdoptable(optionalVariable: declaration, in: file)
        || declaration.has("dynamic") && isReportingOnLinux(declaration, in: file)
      {
        continue
      }
      let source = module.files[file].source
      let active = found.filter { !source.isInactiveOnLinux($0.tokens.lowerBound) }
      guard !active.isEmpty, !source.isInactiveOnLinux(declaration.keyword) else { continue }
      enclose(active.map(\.tokens), before: declaration.first, of: file)
      if declaration.kind == .protocol { adoptProtocol(declaration, in: file) }
    }
    adoptOptionalRequirements(in: file)
    if !optionalVariables.isEmpty { adoptOptionalVariables(in: file) }
    adoptOtherAttributes(besides: known, in: file)
  }

  /// Restricts a protocol of Objective-C to classes, as it is with the attribute.
  private mutating func adoptProtocol(_ declaration: SwiftDeclaration, in file: Int) {
    guard declaration.inheritanceColon == nil else { return }
    let end = module.files[file].source.tokens[declaration.nameToken].range.upperBound
    replace(
      end..<end,
      of: file,
      with: ": AnyObject",
      .objectiveC,
      "the protocol '\(declaration.name)' is limited to classes only by '@objc'"
    )
  }

  /// Handles attributes inside functions, and before cases of enumerations.
  private mutating func adoptOtherAttributes(besides known: Set<Int>, in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices.dropLast() {
      guard source.is(index, "@"), !known.contains(index), source.isJoined(index),
        Self.attributes.contains(source.text(index + 1)), !source.isInactiveOnLinux(index)
      else { continue }
      var last = index + 1
      if source.is(last + 1, "("), source.isJoined(last), let end = source.partner(last + 1) {
        last = end
      }
      enclose([index...last], before: index, of: file)
    }
  }

  /// Puts attributes of a declaration into conditional blocks.
  ///
  /// - Parameters:
  ///   - attributes: The tokens of the attributes.
  ///   - first: The first token of the declaration.
  ///   - file: The index of the file.
  ///   - cause: The rule and the condition.
  mutating func enclose(
    _ attributes: [ClosedRange<Int>],
    before first: Int,
    of file: Int,
    _ cause: AttributeCause = .objectiveC
  ) {
    let source = module.files[file].source
    var pending: ClosedRange<Int>?
    var moved: [ClosedRange<Int>] = []
    for attribute in attributes {
      guard source.tokens[attribute.lowerBound].beginsLine else {
        moved.append(attribute)
        continue
      }
      if let last = pending, last.upperBound + 1 == attribute.lowerBound, endsLine(last, in: source)
      {
        pending = last.lowerBound...attribute.upperBound
      } else {
        if let last = pending { enclose(last, of: file, cause) }
        pending = attribute
      }
    }
    if let last = pending { enclose(last, of: file, cause) }
    if !moved.isEmpty { move(moved, before: first, of: file, cause) }
  }

  private func endsLine(_ tokens: ClosedRange<Int>, in source: SwiftSourceFile) -> Bool {
    let next = tokens.upperBound + 1
    return next >= source.tokens.count || source.tokens[next].beginsLine
  }

  /// The reason for which attributes do not compile on Linux.
  enum AttributeCause {
    case objectiveC
    case combine

    var rule: AdoptionRule { self == .objectiveC ? .objectiveC : .imports }
    var condition: String {
      self == .objectiveC ? Adoption.condition : "#if canImport(Combine)"
    }

    func message(_ attributes: ClosedRange<Int>, in source: SwiftSourceFile) -> String {
      let name = source.text(source.range(attributes.lowerBound...attributes.lowerBound + 1))
      return "'\(name)' needs \(self == .objectiveC ? "Objective-C" : "Combine")"
    }
  }

  /// Puts attributes at the beginning of a line into a conditional block.
  private mutating func enclose(
    _ attributes: ClosedRange<Int>,
    of file: Int,
    _ cause: AttributeCause
  ) {
    let source = module.files[file].source
    let range = source.range(attributes)
    let message = cause.message(attributes, in: source)
    guard !endsLine(attributes, in: source) else {
      return enclose(
        linesOf: range,
        of: file,
        cause.rule,
        message,
        condition: cause.condition
      )
    }
    let indent = source.indentation(at: range.lowerBound)
    let lineEnd = source.lineEnding(at: range.lowerBound)
    replace(
      range.lowerBound..<range.lowerBound,
      of: file,
      with: "\(cause.condition)\(lineEnd)\(indent)",
      cause.rule,
      message
    )
    var end = range.upperBound
    while source.bytes[end] == 0x20 || source.bytes[end] == 0x09 { end += 1 }
    replace(
      range.upperBound..<end,
      of: file,
      with: "\(lineEnd)\(indent)#endif\(lineEnd)\(indent)",
      cause.rule,
      at: range.lowerBound,
      message
    )
  }

  /// Moves attributes after others, or in the middle of a line, to the beginning of the declaration.
  private mutating func move(
    _ attributes: [ClosedRange<Int>],
    before first: Int,
    of file: Int,
    _ cause: AttributeCause
  ) {
    let source = module.files[file].source
    let start = source.tokens[first].range.lowerBound
    let indent = source.indentation(at: start)
    let lineEnd = source.lineEnding(at: start)
    let texts = attributes.map { source.text(source.range($0)) }.joined(separator: " ")
    let isFirst = source.tokens[first].beginsLine
    replace(
      start..<start,
      of: file,
      with: (isFirst ? "" : lineEnd + indent)
        + [cause.condition, texts, "#endif", ""].joined(separator: lineEnd + indent),
      cause.rule,
      at: source.tokens[attributes[0].lowerBound].range.lowerBound,
      cause.message(attributes[0], in: source)
    )
    for attribute in attributes {
      let range = source.range(attribute)
      var end = range.upperBound
      while source.bytes[end] == 0x20 || source.bytes[end] == 0x09 { end += 1 }
      replace(
        range.lowerBound..<end,
        of: file,
        with: "",
        cause.rule,
        cause.message(attribute, in: source)
      )
    }
  }
}
