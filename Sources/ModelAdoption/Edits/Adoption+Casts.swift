import SwiftSource

// Casts between types of fetch requests, and names that Foundation has on Apple's platforms alone.

extension Adoption {
  mutating func adoptCasts(in file: Int) {
    let source = module.files[file].source
    var isNeeded = false
    for index in source.tokens.indices where source.is(index, "as") {
      guard !source.isInactiveOnLinux(index),
        source.is(index + 1, "!") || source.is(index + 1, "?"),
        source.isJoined(index), source.isFetchRequest(index + 2),
        let operand = source.operand(before: index)
      else { continue }
      let end = source.endOfAngles(at: index + 3) - 1
      let text = source.text(source.range(operand))
      let result = source.text(source.range(index + 4...end - 1))
      // The favored request of a class is of the type already.
      if text == "\(result).fetchRequest()" { continue }
      isNeeded = true
      replace(
        source.range(operand.lowerBound...end),
        of: file,
        with: "castFetchRequest(\(text), to: (\(result)).self)"
          + (source.is(index + 1, "?") ? " as Optional" : ""),
        .casts,
        at: source.tokens[index].range.lowerBound,
        "fetch requests of other results are other classes on Linux, so that the cast fails"
      )
    }
    guard isNeeded, !declaresCast(in: file) else { return }
    let end = source.bytes.count
    let lineEnd = source.lineEnding(at: 0)
    let isEnded = end == 0 || source.bytes[end - 1] == 0x0A || source.bytes[end - 1] == 0x0D
    replace(
      end..<end,
      of: file,
      with: (isEnded ? "" : lineEnd)
        + Self.castFunction.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: lineEnd),
      .casts,
      "the function that casts fetch requests"
    )
  }

  private func declaresCast(in file: Int) -> Bool {
    module.files[file].declarations.contains {
      $0.kind == .function && $0.name == "castFetchRequest"
    }
  }

  /// The operator in code that is written into files of users.
  static let forcedCast = "as" + "!"

  private static let castFunction = """

    /// The request for results of another type.
    private func castFetchRequest<Result: NSFetchRequestResult, NewResult: NSFetchRequestResult>(
      _ request: NSFetchRequest<Result>,
      to type: NewResult.Type
    ) -> NSFetchRequest<NewResult> {
      #if canImport(ObjectiveC)
      return (request as AnyObject) \(forcedCast) NSFetchRequest<NewResult>
      #else
      return request.cast(to: type)
      #endif
    }

    """

  /// The types of this module that are Foundation's on Apple's platforms.
  private static let unqualifiedNames: Set<String> = [
    "ValueTransformer", "NSKeyValueObservation", "Selector",
  ]

  mutating func adoptNames(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.is(index, "Foundation") {
      guard !source.isInactiveOnLinux(index), source.is(index + 1, "."),
        !(index > 0 && source.is(index - 1, ".")),
        Self.unqualifiedNames.contains(source.text(index + 2)),
        module.type(source.text(index + 2)) == nil, !source.isImport(index)
      else { continue }
      replace(
        source.range(index...index + 1),
        of: file,
        with: "",
        .names,
        "'\(source.text(index + 2))' is not Foundation's on Linux, but CoreData's"
      )
    }
  }
}

extension SwiftSourceFile {
  func isImport(_ index: Int) -> Bool {
    index > 0 && (self.is(index - 1, "import") || index > 1 && self.is(index - 2, "import"))
  }

  func isFetchRequest(_ index: Int) -> Bool {
    self.is(index, "NSFetchRequest") && self.is(index + 1, "<") && isJoined(index)
      && endOfAngles(at: index + 1) > index + 3
  }

  /// The operand of a cast: a name with members, calls and subscripts.
  func operand(before index: Int) -> ClosedRange<Int>? {
    var start = index
    var isComplete = false
    while start > 0 {
      let previous = start - 1
      if isComplete {
        guard self.is(previous, "."), previous > 0 else { break }
        start = previous
        isComplete = false
        continue
      }
      if self.is(previous, ")") || self.is(previous, "]"), let open = partner(previous) {
        start = open
        // A name may stand before the parenthesis.
        isComplete =
          !(open > 0 && isJoined(open - 1)
          && (tokens[open - 1].kind == .word || self.is(open - 1, ")") || self.is(open - 1, "]")
            || self.is(open - 1, ">")))
        if !isComplete, self.is(open - 1, ">") { return nil }
      } else if self.is(previous, "?") || self.is(previous, "!"), isJoined(previous - 1) {
        start = previous
      } else if tokens[previous].kind == .word {
        start = previous
        isComplete = true
      } else {
        return nil
      }
    }
    return isComplete && start < index ? start...index - 1 : nil
  }
}
