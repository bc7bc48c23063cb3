import ManagedModel

extension LintRule {
  static let brokenInheritance = LintRule(
    "broken-inheritance",
    code: "M008",
    .error,
    summary:
      "Parents exist, no entity is its own ancestor, and no inherited property is declared again.",
    rationale: "Core Data refuses such a model when it is loaded.",
    remedy: "Correct the parent, or remove the second declaration of the property.",
    example: "<entity name=\"Manager\" parentEntity=\"Persn\"/>",
    check: .reading([.unknownParent, .inheritanceCycle, .deepInheritance, .shadowedProperty])
  )
}
