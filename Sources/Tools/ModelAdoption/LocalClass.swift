import SwiftSource

/// A class with `@NSManaged` declarations in the body of a function.
struct LocalClass: Sendable {
  let name: String
  let members: [SwiftDeclaration]

  /// The classes around the `@NSManaged` attributes that are in none of the declarations of a file.
  static func all(in source: SwiftSourceFile, besides declarations: [SwiftDeclaration]) -> [Self] {
    let attributes = source.tokens.indices.dropLast().filter {
      source.is($0, "@") && source.is($0 + 1, "NSManaged") && source.isJoined($0)
    }
    guard !attributes.isEmpty else { return [] }
    var known = Set(declarations.flatMap(managedAttributes))
    var bodies: Set<Int> = []
    var classes: [Self] = []
    for attribute in attributes where !known.contains(attribute) {
      guard let open = source.opening(around: attribute), bodies.insert(open).inserted,
        let close = source.partner(open)
      else { continue }
      let members = source.declarations(in: open + 1..<close)
      known.formUnion(members.flatMap(managedAttributes))
      classes.append(Self(name: className(before: open, in: source), members: members))
    }
    return classes
  }

  /// Whether the class declares a variable.
  func hasVariable(_ name: String) -> Bool {
    members.contains { $0.bindings.contains { $0.name == name } }
  }

  private static func managedAttributes(of declaration: SwiftDeclaration) -> [Int] {
    declaration.attributes.filter { $0.name == "NSManaged" }.map(\.tokens.lowerBound)
  }

  /// The name behind the keyword `class` in front of a body; empty if there is none.
  private static func className(before open: Int, in source: SwiftSourceFile) -> String {
    var next = open - 1
    while next > 0, !source.is(next, "{"), !source.is(next, "}"), !source.is(next, ";") {
      if source.is(next - 1, "class") { return source.name(next) }
      next -= 1
    }
    return ""
  }
}
