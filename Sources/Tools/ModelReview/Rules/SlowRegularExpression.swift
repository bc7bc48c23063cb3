import ManagedModel

extension LintRule {
  static let slowRegularExpression = LintRule(
    "slow-regular-expression",
    code: "A505",
    .warning,
    summary: "No regular expression repeats what can be repeated in many ways.",
    rationale: """
      For a text that does not match, '(a+)+' is tried in every way to share out the letters: a hundred of
      them take longer than anybody waits, while the object is being validated. (A regular expression that
      no dialect accepts is reported whenever a model is read.)
      """,
    remedy: "Repeat once ('a+'), make what is repeated begin differently, or use (?>…).",
    example: "<attribute name=\"code\" … regularExpressionString=\"^([a-z]+)*$\"/>",
    check: .model { pass in
      for placed in pass.attributes {
        guard let pattern = placed.attribute.regularExpression,
          let byte = PatternShape(pattern).nestedRepetition
        else { continue }
        pass.report(
          "the regular expression of \(placed.title) may take forever for a text that does not match",
          at: .attribute(placed),
          attribute: "regularExpressionString",
          byteInAttribute: byte
        )
      }
    }
  )
}
