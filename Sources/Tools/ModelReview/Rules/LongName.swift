import ManagedModel

extension LintRule {
  static let longName = LintRule(
    "long-name",
    code: "N407",
    .warning,
    summary: "Names of tables and columns fit into the 63 bytes of PostgreSQL.",
    rationale: """
      PostgreSQL silently truncates longer identifiers. momgen shortens them to unique names, which are hard to guess.
      """,
    remedy: "Use shorter names, with the old ones as renaming identifiers.",
    example: """
      <attribute name="theNumberOfTimesThatThisMessageHasBeenForwardedToOtherPeople" …/>
      """,
    check: .model { pass in
      for entity in pass.entities {
        if identifierLength(of: entity.name) > mostBytes {
          pass.report("the name of the entity '\(entity.name)' is too long", at: .entity(entity))
        }
        for (position, property) in entity.entity.properties.enumerated()
        where !property.isTransient {
          // The key of a to-one relationship gets the suffix `_id`.
          let suffix = property.relationship.map { $0.isToMany ? 0 : 3 } ?? 0
          guard identifierLength(of: property.name) + suffix > mostBytes else { continue }
          pass.report(
            "the name of '\(entity.name).\(property.name)' is too long for a column",
            at: .property(
              at: PropertyLocation(entity: entity.index, property: position),
              in: pass.resolved
            )
          )
        }
      }
    }
  )

  private static let mostBytes = 63

  /// The length of a name in SQL in bytes: with an underscore before each new word.
  private static func identifierLength(of name: String) -> Int {
    var length = 0
    var wasSmall = false
    for scalar in name.unicodeScalars {
      let isCapital = scalar.properties.isUppercase
      length += UTF8.width(scalar) + (isCapital && wasSmall ? 1 : 0)
      wasSmall = !isCapital
    }
    return length
  }
}
