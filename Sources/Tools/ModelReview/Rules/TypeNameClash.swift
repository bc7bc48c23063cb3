import ManagedModel

extension LintRule {
  static let typeNameClash = LintRule(
    "type-name-clash",
    code: "N405",
    .warning,
    summary: "No class has the name of a type or a module that generated code uses.",
    rationale: """
      Inside the module the class has precedence: 'Date' in all other code means the entity. A class with the
      name of a module hides all qualified names of that module.
      """,
    remedy: "Give the entity a class of another name; the entity itself may keep its own.",
    example: "<entity name=\"Data\" representedClassName=\"Data\"/>",
    check: .model { pass in
      for entity in pass.entities {
        guard let name = EntityClass(of: entity.entity)?.name else { continue }
        let what =
          ambientModules.contains(name) ? "module" : ambientTypes.contains(name) ? "type" : nil
        guard let what else { continue }
        pass.report(
          "the class '\(name)' of '\(entity.name)' has the name of a \(what) that every file uses",
          at: .entity(entity),
          attribute: "representedClassName"
        )
      }
    }
  )

  private static let ambientModules: Set<String> = ["CoreData", "Foundation", "Swift"]

  private static let ambientTypes: Set<String> = [
    "Any", "AnyHashable", "AnyObject", "Array", "Bool", "Bundle", "Character", "Codable", "Data",
    "Date", "Decimal", "Decodable", "Dictionary", "Double", "Encodable", "Equatable", "Error",
    "Float", "Hashable", "Identifiable", "IndexSet", "Int", "Int16", "Int32", "Int64", "KeyPath",
    "Never", "Optional", "OptionSet", "Range", "RawRepresentable", "Result", "Sendable", "Sequence",
    "Set", "String", "Task", "TimeInterval", "URL", "UUID", "ValueTransformer", "Void",
  ]
}
