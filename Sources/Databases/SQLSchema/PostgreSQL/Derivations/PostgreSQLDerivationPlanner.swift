import Diagnostics
import ManagedModel

/// Decides how each derived attribute is kept up to date: by a generated column if its value depends on its own row,
/// by triggers if it depends on others, or not at all.
struct PostgreSQLDerivationPlanner {
  private(set) var derivations: [PostgreSQLDerivation] = []
  private(set) var issues: [SchemaIssue] = []

  private let plan: StoragePlan
  private let mapping: SchemaMapping
  private let profile: PostgreSQLProfile
  private let planned: [PropertyLocation: Derivation]

  init(plan: StoragePlan, mapping: SchemaMapping, profile: PostgreSQLProfile) {
    self.plan = plan
    self.mapping = mapping
    self.profile = profile
    planned = Dictionary(
      plan.derivations.map { ($0.attribute, $0.derivation) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  mutating func run() {
    for derivation in plan.derivations {
      guard case .attribute(let column) = mapping[derivation.attribute],
        let means = means(of: derivation)
      else { continue }
      derivations.append(
        PostgreSQLDerivation(
          column: DerivedColumn(
            attribute: derivation.attribute,
            column: column,
            derivation: derivation.derivation
          ),
          means: means
        )
      )
    }
  }

  private mutating func means(
    of derivation: PlannedDerivation
  ) -> PostgreSQLDerivation.Means? {
    guard fits(derivation) else {
      report(derivation, "has a type that the value of its expression does not fit")
      return nil
    }
    if let source = ownSource(of: derivation.derivation) {
      if let expression = expression(for: derivation, source) { return .generated(expression) }
      return nil
    }
    if profile == .distributed {
      report(
        derivation,
        "needs a trigger, which Citus refuses on sharded tables, as CockroachDB before 24.3 does; "
          + "the runtime computes the value when it saves"
      )
      return nil
    }
    switch derivation.derivation {
    case .copy, .count, .now: return .triggers(nil)
    case .text(let function, _): return .triggers(function)
    case .sum(let relationship, _):
      guard case .toMany = mapping[relationship] else {
        report(derivation, "sums over a many-to-many relationship; the runtime computes the value")
        return nil
      }
      return .triggers(nil)
    }
  }

  private mutating func report(_ derivation: PlannedDerivation, _ fault: String) {
    issues.append(
      SchemaIssue(
        .warning,
        rule: .unmaintainedDerivation,
        "derived attribute '\(plan.model.title(of: derivation.attribute))' \(fault)",
        at: .property(derivation.attribute)
      )
    )
  }
}

// MARK: - Types

extension PostgreSQLDerivationPlanner {
  private func type(_ location: PropertyLocation) -> AttributeType? {
    plan.model.property(at: location).attribute?.type
  }

  /// Whether every value of the expression fits into the attribute's column.
  private func fits(_ derivation: PlannedDerivation) -> Bool {
    guard let target = type(derivation.attribute) else { return false }
    switch derivation.derivation {
    case .count: return target.isNumeric
    case .sum: return target.isNumeric
    case .now: return target == .date
    case .text(_, let source):
      return target == .string && type(source.attribute) == .string
    case .copy(let source):
      guard let origin = type(source.attribute) else { return false }
      return target == origin || widens(origin, to: target)
    }
  }

  private func widens(_ origin: AttributeType, to target: AttributeType) -> Bool {
    let order: [AttributeType] = [.integer16, .integer32, .integer64, .decimal]
    if let from = order.firstIndex(of: origin), let to = order.firstIndex(of: target) {
      return from <= to
    }
    return origin.isInteger && target == .double || origin == .float && target == .double
      || origin == .string && target == .uri || origin == .uri && target == .string
  }
}

// MARK: - Generated columns

extension PostgreSQLDerivationPlanner {
  /// The attribute of the same object that the value is derived from.
  private func ownSource(of derivation: Derivation) -> PropertyLocation? {
    switch derivation {
    case .copy(let source), .text(_, let source):
      source.relationship == nil ? source.attribute : nil
    case .count, .sum, .now: nil
    }
  }

  /// The expression of a generated column, which cannot read another one, so that the expressions of those are
  /// inlined.
  private mutating func expression(
    for derivation: PlannedDerivation,
    _ source: PropertyLocation
  ) -> String? {
    var functions: [TextDerivation] = []
    var current = derivation
    var next = source
    var visited: Set<PropertyLocation> = [plan.declaration(of: derivation.attribute)]
    while true {
      if case .text(let function, _) = current.derivation { functions.append(function) }
      let location = plan.declaration(of: next)
      guard visited.insert(location).inserted else {
        report(derivation, "depends on itself")
        return nil
      }
      guard let inner = planned[location], let innerSource = ownSource(of: inner) else { break }
      current = PlannedDerivation(attribute: location, derivation: inner)
      next = innerSource
    }
    if profile == .distributed, functions.contains(.canonical) {
      report(
        derivation,
        "needs the function normalize, which CockroachDB lacks; the runtime computes the value when it "
          + "saves"
      )
      return nil
    }
    guard case .attribute(let column) = mapping[next] else { return nil }
    let name = PostgreSQLText.identifier(mapping[column].name)
    return functions.reversed().reduce(name) { $1.postgreSQL($0) }
  }
}
