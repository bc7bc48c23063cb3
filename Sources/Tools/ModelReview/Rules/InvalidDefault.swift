import ManagedModel

extension LintRule {
  static let invalidDefault = LintRule(
    "invalid-default",
    code: "A504",
    .error,
    summary: "A default satisfies the bounds and the regular expression of its attribute.",
    rationale: """
      A new object cannot be saved unchanged: its default fails validation. (A default that is
      no value of its type is reported whenever a model is read. A regular expression is tried
      only if that is fast.)
      """,
    remedy: "Correct the default or the bounds; for a text that may be missing, use no default.",
    example: """
      <attribute name="age" attributeType="Integer 16" minValueString="1" defaultValueString="0"/>
      """,
    check: .model { pass in
      for placed in pass.attributes where !placed.attribute.isDerived {
        guard let breach = placed.attribute.defaultBreach else { continue }
        pass.report(
          "the default of \(placed.title) is \(breach.text)",
          at: .attribute(placed),
          attribute: placed.attribute.type == .date
            ? "defaultDateTimeInterval" : "defaultValueString",
          related: [
            .init(
              message: "the rule is here",
              source: placed.attribute.source,
              attribute: breach.field
            )
          ]
        )
      }
    }
  )
}

extension Attribute {
  fileprivate typealias Breach = (text: String, field: String)

  /// The bound that the default violates, continuing a sentence, and its XML attribute.
  fileprivate var defaultBreach: Breach? {
    switch defaultValue {
    case .integer(let value): numericBreach(Double(value))
    case .double(let value): numericBreach(value)
    case .decimal(let text): Double(text).flatMap(numericBreach)
    case .date(let value): dateBreach(value)
    case .string(let text): textBreach(text)
    case .boolean, .uuid, .uri, nil: nil
    }
  }

  private func numericBreach(_ value: Double) -> Breach? {
    if let text = minimumText, let least = Double(text), value < least {
      return ("below its minimum \(text)", "minValueString")
    }
    if let text = maximumText, let greatest = Double(text), value > greatest {
      return ("above its maximum \(text)", "maxValueString")
    }
    return nil
  }

  private func dateBreach(_ value: Double) -> Breach? {
    if let least = minimumDateTimeInterval, value < least {
      return ("before its earliest date", "minDateTimeInterval")
    }
    if let greatest = maximumDateTimeInterval, value > greatest {
      return ("after its latest date", "maxDateTimeInterval")
    }
    return nil
  }

  private func textBreach(_ text: String) -> Breach? {
    // Core Data counts UTF-16 units, and many editors treat an empty optional text as nil.
    let length = text.utf16.count
    if let least = minimumText.flatMap({ Int($0) }), length < least {
      return ("shorter than \(least) characters", "minValueString")
    }
    if let greatest = maximumText.flatMap({ Int($0) }), length > greatest {
      return ("longer than \(greatest) characters", "maxValueString")
    }
    guard let regularExpression, !regularExpression.isEmpty,
      PatternTrial.matches(regularExpression, text) == false
    else { return nil }
    return ("not matched by its regular expression", "regularExpressionString")
  }
}
