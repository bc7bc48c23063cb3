import SwiftSource

/// A member of a class that returns the key paths on which a property depends, found by name in Objective-C.
struct PropertyDependency {
  let property: String

  /// An expression that calls the function or reads the variable.
  let expression: String
}

extension SourceModule {
  private static let prefix = "keyPathsForValuesAffecting"

  /// Removes the members about a property of a class from a list; the first ones for each property count.
  func take(
    _ members: inout [(name: String, expression: String)],
    ofClass path: String
  ) -> [PropertyDependency] {
    guard !members.isEmpty else { return [] }
    let declared = lineage(of: path).flatMap { variables[$0].map { Array($0.keys) } ?? [] }
    let known = Set(properties(ofClass: path)).union(declared)
    var found: [String: PropertyDependency] = [:]
    var rest: [(name: String, expression: String)] = []
    for (name, expression) in members {
      guard let property = Self.property(ofDependency: name, among: known) else {
        rest.append((name, expression))
        continue
      }
      guard found[property] == nil else { continue }
      found[property] = PropertyDependency(property: property, expression: expression)
    }
    members = rest
    return found.values.sorted { $0.property < $1.property }
  }

  /// Whether observers of a property are notified of changes of others that a member of the class declares.
  func hasDependencies(_ property: String, ofClass path: String) -> Bool {
    let lineage = lineage(of: path)
    if isNamed(property, byDependenciesIn: lineage) { return true }
    return functions(named: "\(Self.prefix)Value", in: lineage).contains { place in
      declaration(place).has("override") && isStatic(place) && !isInactive(place)
        && fullName(of: place) == "\(Self.prefix)Value(forKey:)"
    }
  }

  private func isNamed(_ property: String, byDependenciesIn lineage: [String]) -> Bool {
    let stem = property.prefix(1).uppercased() + property.dropFirst()
    let lower = stem.prefix(1).lowercased() + stem.dropFirst()
    // A lower-case property takes precedence over a capitalized one of the same name.
    if property != lower,
      lineage.contains(where: { variables[$0]?[lower] != nil })
        || lineage.first.map({ hasProperty(lower, ofClass: $0) }) == true
    {
      return false
    }
    let name = Self.prefix + stem
    return functions(named: name, in: lineage).contains(where: isDependency)
      || lineage.contains { variables[$0]?[name].map { isDependency($0, name) } == true }
  }

  private func functions(named name: String, in lineage: [String]) -> [DeclarationPlace] {
    (memberFunctions[name] ?? []).filter { lineage.contains(ownerPath(of: $0)) }
  }

  /// The names of the members of one class, and the expressions that call them.
  func members(ofDependenciesIn path: String) -> [(name: String, expression: String)] {
    let functions = (functions[path] ?? []).filter { place in
      declaration(place).name.hasPrefix(Self.prefix) && isDependency(place)
    }.map { (declaration($0).name, "`\(declaration($0).name)`()") }
    let variables = (variables[path] ?? [:]).filter { name, place in
      name.hasPrefix(Self.prefix) && isDependency(place, name)
    }.map { ($0.key, "`\($0.key)`") }
    return functions + variables
  }

  private func isDependency(_ function: DeclarationPlace) -> Bool {
    let declaration = declaration(function)
    return declaration.parameters.isEmpty && isDependency(function, result: declaration.result)
  }

  private func isDependency(_ variable: DeclarationPlace, _ name: String) -> Bool {
    let binding = declaration(variable).bindings.first { $0.name == name }
    return isDependency(variable, result: binding?.type)
  }

  private func isDependency(_ place: DeclarationPlace, result: ClosedRange<Int>?) -> Bool {
    let type = result.map { text($0, in: place.file).filter { $0 != " " } }
    return type == "Set<String>" && isStatic(place) && isKnownToObjectiveC(place)
  }

  /// The property in a name such as `keyPathsForValuesAffectingTitle`.
  private static func property(ofDependency name: String, among known: Set<String>) -> String? {
    let stem = String(name.dropFirst(prefix.count))
    guard !stem.isEmpty else { return nil }
    let lower = stem.prefix(1).lowercased() + stem.dropFirst()
    return [lower, stem].first { known.contains($0) }
  }
}
