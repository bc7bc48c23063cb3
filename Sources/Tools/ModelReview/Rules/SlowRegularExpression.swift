import ManagedModel

extension LintRule {
  static let slowRegularExpression = LintRule(
    "slow-regular-expression",
    code: "A505",
    .warning,
    summary: "No regular expression repeats a repetition ambiguously.",
    rationale: """
      For a text that does not match, '(a+)+' tries every partition of the letters: with a
      hundred of them, the validation of the object practically never ends. (A regular
      expression that no dialect accepts is reported whenever a model is read.)
      """,
    remedy: "Repeat once ('a+'), make the repeated parts begin differently, or use (?>…).",
    example: "<attribute name=\"code\" … regularExpressionString=\"^([a-z]+)*$\"/>",
    check: .model { pass in
      for placed in pass.attributes {
        guard let pattern = placed.attribute.regularExpression,
          let byte = PatternShape(pattern).nestedRepetition
        else { continue }
        pass.report(
          "the regular expression of \(placed.title) may take exponential time for a text that does not match",
          at: .attribute(placed),
          attribute: "regularExpressionString",
          byteInAttribute: byte
        )
      }
    }
  )
}
