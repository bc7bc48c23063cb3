import SwiftSource

// Casts between types of fetch requests.

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
      // The inferred request of a class already has the type.
      if text == "\(result).fetchRequest()" { continue }
      isNeeded = true
      let message =
        "fetch requests with other result types are other classes on Linux, so the cast fails"
      let offset = source.tokens[index].range.lowerBound
      let start = source.tokens[operand.lowerBound].range.lowerBound
      replace(start..<start, of: file, with: "castFetchRequest(", .casts, at: offset, message)
      replace(
        source.tokens[operand.upperBound].range.upperBound..<source.tokens[end].range.upperBound,
        of: file,
        with: ", to: (\(result)).self)" + (source.is(index + 1, "?") ? "" : "!"),
        .casts,
        at: offset,
        message
      )
    }
    reportControllerCasts(in: file)
    guard isNeeded else { return }
    append(
      Self.castFunction,
      to: file,
      unless: "castFetchRequest",
      .casts,
      "the function that casts fetch requests"
    )
  }

  /// The operator in code that is written into the user's files.
  static let forcedCast = "as" + "!"

  private static let castFunction = """

    /// The fetch request as one with another result type.
    private func castFetchRequest<Result: NSFetchRequestResult>(
      _ request: Any?,
      to type: Result.Type
    ) -> NSFetchRequest<Result>? {
      #if canImport(ObjectiveC)
      return request as AnyObject as? NSFetchRequest<Result>
      #else
      return (request as? NSPersistentStoreRequest)?.fetchRequest(for: type)
      #endif
    }

    """

  /// Reports casts between types of fetched results controllers, which cannot be copied.
  mutating func reportControllerCasts(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.is(index, "as") {
      guard source.is(index + 1, "!") || source.is(index + 1, "?"), source.isJoined(index),
        source.is(index + 2, "NSFetchedResultsController"), source.is(index + 3, "<"),
        !source.isInactiveOnLinux(index)
      else { continue }
      report(
        .casts,
        at: index,
        of: file,
        "controllers with other result types are other classes on Linux, so the cast fails",
        hint: "declare the variable with the type, or cast the objects of 'fetchedObjects'"
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
        // A name may precede the parenthesis.
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
