import PredicateFormat
import PropertyLists

extension CompiledModelReader {
  /// More than the parser's limit: archived key paths nest a little deeper.
  static let greatestPredicateDepth = defaultMaximumDepth + 56

  /// The text of a predicate in a field; nil if there is none, or one without a textual form.
  mutating func predicateText(
    _ key: String,
    of object: ArchivedObject,
    label: String
  ) throws -> String? {
    guard let predicate = try object.object(key) else { return nil }
    return try noting(label) { reader in
      try reader.predicate(predicate, label: label, depth: 0).text()
    }
  }

  /// Converts a predicate or expression to text, and adds a note if that is not possible.
  mutating func noting(
    _ label: String,
    _ makeText: (inout Self) throws -> String
  ) throws -> String? {
    do {
      return try makeText(&self)
    } catch let error as UnwritablePredicate {
      note("\(label): \(error.reason), which a model file cannot express")
      return nil
    }
  }

  mutating func predicate(
    _ object: ArchivedObject,
    label: String,
    depth: Int
  ) throws -> Predicate {
    try charge()
    guard depth < Self.greatestPredicateDepth else {
      throw CompiledModelError("\(label): its predicate is nested too deeply")
    }
    if object.isKind(of: "NSComparisonPredicate") {
      return .comparison(try comparison(object, label: label, depth: depth))
    }
    if object.isKind(of: "NSCompoundPredicate") {
      return try compound(object, label: label, depth: depth)
    }
    if object.isKind(of: "NSTruePredicate") { return .constant(true) }
    if object.isKind(of: "NSFalsePredicate") { return .constant(false) }
    throw UnwritablePredicate("\(object.label) is not a known predicate")
  }

  private mutating func compound(
    _ object: ArchivedObject,
    label: String,
    depth: Int
  ) throws -> Predicate {
    let code = try object.integer("NSCompoundPredicateType") ?? -1
    guard let kind = CompoundKind(rawValue: code) else {
      throw UnwritablePredicate("\(object.label) is of an unknown kind (\(code))")
    }
    var parts: [Predicate] = []
    for part in try elements("NSSubpredicates", of: object) ?? [] {
      guard let part = part.object else {
        throw UnwritablePredicate("a part of \(object.label) is \(part.kindName)")
      }
      parts.append(try predicate(part, label: label, depth: depth + 1))
    }
    switch kind {
    case .and: return .and(parts)
    case .or: return .or(parts)
    case .not:
      guard parts.count == 1 else {
        throw UnwritablePredicate("\(object.label) negates \(parts.count) predicates")
      }
      return .not(parts[0])
    }
  }

  /// Operators are identified by their type, not by their class, so that unknown classes can be
  /// read.
  private mutating func comparison(
    _ object: ArchivedObject,
    label: String,
    depth: Int
  ) throws -> Comparison {
    let operation = try required("NSPredicateOperator", of: object, label: label)
    try charge()
    let type = try operation.integer("NSOperatorType") ?? -1
    guard var relation = Comparison.Relation(rawValue: type) else {
      throw UnwritablePredicate("there is no operator of type \(type)")
    }
    if relation == .equalTo, try operation.boolean("NSNegate") { relation = .notEqualTo }
    let code = try operation.integer("NSModifier") ?? 0
    guard let modifier = Comparison.Modifier(rawValue: code) else {
      throw UnwritablePredicate("there is no modifier \(code) of an operator")
    }
    let options = try operation.integer("NSOptions") ?? operation.integer("NSFlags") ?? 0
    let left = try required("NSLeftExpression", of: object, label: label)
    let right = try required("NSRightExpression", of: object, label: label)
    return Comparison(
      try expression(left, label: label, depth: depth + 1),
      relation,
      try expression(right, label: label, depth: depth + 1),
      modifier: modifier,
      options: Comparison.Options(rawValue: options)
    )
  }

  func required(
    _ key: String,
    of object: ArchivedObject,
    label: String
  ) throws -> ArchivedObject {
    guard let found = try object.object(key) else {
      throw UnwritablePredicate("\(object.label) has no '\(key)'")
    }
    return found
  }
}

/// An archived predicate without a textual form: of an unknown class, or with a constant that is an object.
///
/// The rest of the model is read nevertheless.
struct UnwritablePredicate: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
