import ManagedModel

extension LintRule {
  static let missingDestination = LintRule(
    "missing-destination",
    code: "R303",
    .error,
    summary: "The destination of a relationship is an entity of the model.",
    rationale: "Core Data refuses such a model when it is loaded.",
    remedy: "Correct the name of the destination.",
    example: "<relationship name=\"team\" maxCount=\"1\" destinationEntity=\"Taem\"/>",
    check: .reading([.unknownDestination])
  )
}
