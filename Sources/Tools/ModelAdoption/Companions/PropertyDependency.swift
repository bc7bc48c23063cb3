import SwiftSource

/// A member of a class that says on which key paths a property depends, as Objective-C finds it by its name.
struct PropertyDependency {
  let property: String

  /// The call of the function, or the name of the variable.
  let expression: String
}

extension SourceModule {
  private static let prefix = "keyPathsForValuesAffecting"

  /// The dependencies of the properties of a class, with those of its superclasses; the nearest of a name.
  func dependencies(ofClass path: String) -> [PropertyDependency] {
    var members = lineage(of: path).flatMap { self.members(ofDependenciesIn: $0) }
    return take(&members, ofClass: path)
  }

  /// Takes the members that are about a property of a class out of a list; the first ones of each property count.
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

  /// Whether observers of a property are notified of changes of others: a member of the class says on which it depends.
  func hasDependencies(_ property: String, ofClass path: String) -> Bool {
    if dependencies(ofClass: path).contains(where: { $0.property == property }) { return true }
    return lineage(of: path).contains { current in
      (functions[current] ?? []).contains { place in
        declaration(place).has("override") && isStatic(place) && !isInactive(place)
          && fullName(of: place) == "\(Self.prefix)Value(forKey:)"
      }
    }
  }

  /// The names of the members of one class, and the expressions that call them.
  func members(ofDependenciesIn path: String) -> [(name: String, expression: String)] {
    let functions = (functions[path] ?? []).filter { place in
      let function = declaration(place)
      return function.name.hasPrefix(Self.prefix) && function.parameters.isEmpty
        && isDependency(place, result: function.result)
    }.map { (declaration($0).name, "`\(declaration($0).name)`()") }
    let variables = (variables[path] ?? [:]).filter { name, place in
      name.hasPrefix(Self.prefix)
        && isDependency(
          place,
          result: declaration(place).bindings.first { $0.name == name }?.type
        )
    }.map { ($0.key, "`\($0.key)`") }
    return functions + variables
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
