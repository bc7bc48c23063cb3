import SwiftSource

// Calls by selector: on Linux the method is called.

extension Adoption {
  /// Replaces `object.perform(#selector(Team.f(_:)), with: value)` by a call of the method on Linux.
  ///
  /// - Parameters:
  ///   - selector: The token of `#selector`.
  ///   - file: The index of the file.
  /// - Returns: Whether it is a statement with such a call, of a known method.
  mutating func adoptPerforming(_ selector: Int, in file: Int) -> Bool {
    let source = module.files[file].source
    guard let open = source.opening(around: selector), source.is(open - 1, "perform"),
      let close = source.partner(open), let end = source.partner(selector + 1)
    else { return false }
    let arguments = source.arguments(of: open)
    let labels = arguments.dropFirst().map { source.text($0.lowerBound) }
    guard arguments.first == selector...end, labels == [] || labels == ["with"],
      let method = (selector + 2..<end).prefix(while: { !source.is($0, "(") })
        .last(where: { source.tokens[$0].kind == .word }),
      let place = methodCalled(source.name(method), with: labels.count)
    else { return false }
    var receiver = ""
    var first = open - 1
    if source.is(first - 1, ".") {
      guard let operand = source.operand(before: first - 1) else { return false }
      first = operand.lowerBound
      receiver = source.text(source.range(first...open - 2))
    }
    var argument = ""
    if let last = arguments.dropFirst().first {
      let label = module.declaration(place).parameters[0].label.map { $0 + ": " } ?? ""
      argument = label + source.text(source.range(last.lowerBound + 2...last.upperBound))
    }
    return enclose(
      statement: first...close,
      of: file,
      "'perform' needs Objective-C",
      otherwise: "\(receiver)\(source.name(method))(\(argument))"
    )
  }

  /// The method of a name that all methods of the name are like.
  private func methodCalled(_ name: String, with count: Int) -> DeclarationPlace? {
    let places = module.memberFunctions[name] ?? []
    let isPlain = places.allSatisfy { place in
      let method = module.declaration(place)
      return method.parameters.count == count && !method.isAsynchronous && !method.isThrowing
        && !module.isStatic(place)
    }
    return isPlain ? places.first : nil
  }
}
