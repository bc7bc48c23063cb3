internal import Diagnostics

extension Rendering {
  /// Whether a value is in an array or a text; the search counts as work.
  func isContained(_ value: TemplateValue, in collection: TemplateValue) throws -> Bool {
    if case .array(let elements) = collection {
      let found = searches.search(for: value, in: elements)
      try step(1 + found.comparisons / 8)
      return found.isThere
    }
    try step(work(of: collection))
    return value.isContained(in: collection)
  }

  /// Writes the text of a value to the output.
  func write(_ value: TemplateValue, at spot: SourceSpan) throws {
    try write(text(of: value, at: spot))
  }

  /// The text of a value as `{{ … }}` writes it.
  func text(of value: TemplateValue, at spot: SourceSpan) throws -> String {
    do {
      return try ValueWriter.text(of: value, limit: limits.outputBytes)
    } catch {
      throw failure(.limit, error.message, at: spot)
    }
  }
}

// MARK: Filters

extension Rendering {
  func apply(_ use: FilterUse, to value: TemplateValue) throws -> TemplateValue {
    try step(work(of: value))
    var arguments: [TemplateValue] = []
    arguments.reserveCapacity(use.arguments.count)
    for argument in use.arguments { arguments.append(try argument.evaluate(in: self)) }
    let filter: Filter
    switch use.target {
    case .fixed(let fixed):
      filter = fixed
    case .dynamic:
      filter = try self.filter(named: arguments[0], at: use.spot)
      arguments = []
    }
    let work = FilterWork(allowance: stepsLeft)
    let call = FilterCall(
      name: filter.name,
      value: value,
      arguments: arguments,
      limits: limits,
      work: work
    )
    let result: TemplateValue
    do {
      result = try filter.apply(call)
    } catch let error as FilterError {
      if error.limit == .work { throw tooManySteps(at: use.spot) }
      let rule: TemplateError.Rule = error.limit == nil ? .filter : .limit
      throw failure(rule, error.message, at: use.spot, hint: error.hint)
    } catch {
      throw failure(.filter, "filter '\(filter.name)' failed: \(error)", at: use.spot)
    }
    if work.steps > 0 { try step(work.steps, at: use.spot) }
    return result
  }

  /// The steps of a filter: it reads its text, so a long text counts for more than one step.
  private func work(of value: TemplateValue) -> Int {
    switch value {
    case .string(let text): 1 + text.utf8.count / FilterWork.bytesPerStep
    case .array(let elements): 1 + elements.count / 8
    case .null, .bool, .int, .double, .object: 1
    }
  }

  private func filter(named value: TemplateValue, at spot: SourceSpan) throws -> Filter {
    guard case .string(let name) = value else {
      throw failure(
        .filter,
        "filter 'filter' needs the name of a filter, not \(value.kindName)",
        at: spot
      )
    }
    guard let filter = environment.filters[name] else {
      throw failure(
        .unknownFilter,
        "there is no filter '\(name)'",
        at: spot,
        hint: Suggestion.didYouMean(name, among: environment.filters.names)
      )
    }
    return filter
  }
}

/// The bounds of an ascending or descending range.
struct RangeBounds {
  var first: Int
  var last: Int

  /// The number of elements, or the greatest integer when there are even more.
  var count: Int {
    let (distance, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, distance.magnitude < Int.max else { return .max }
    return Int(distance.magnitude) + 1
  }

  /// The number at an index that is less than ``count``.
  func element(at index: Int) -> TemplateValue {
    .int(first <= last ? first &+ index : first &- index)
  }

  func contains(_ value: TemplateValue) -> Bool {
    guard case .int(let number) = value else { return false }
    return (min(first, last)...max(first, last)).contains(number)
  }

  /// All elements; their count is added to the steps before memory is allocated.
  func elements(_ rendering: Rendering, at spot: SourceSpan) throws -> [TemplateValue] {
    try rendering.step(count, at: spot)
    return (0..<count).map(element(at:))
  }
}
