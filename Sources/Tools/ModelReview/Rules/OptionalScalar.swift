import ManagedModel

extension LintRule {
  static let optionalScalar = LintRule(
    "optional-scalar",
    code: "A503",
    .off,
    summary: "An optional attribute is not a scalar in Swift.",
    rationale: """
      A scalar cannot be nil, so that a missing number reads as 0, a missing Boolean as false, and a
      missing date as the first day of 2001. Xcode makes optional numbers scalars by default, so the
      rule is off by default.
      """,
    remedy: "Make the attribute mandatory with a default, or turn 'Use Scalar Type' off.",
    example: """
      <attribute name="age" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
      """,
    check: .model { pass in
      for placed in pass.attributes
      where placed.attribute.isOptional && placed.attribute.usesScalarValueType == true
        && placed.attribute.type.hasScalarForm && placed.isStored
      {
        pass.report(
          "\(placed.title) is optional, but its scalar cannot be nil",
          at: .attribute(placed),
          attribute: "usesScalarValueType"
        )
      }
    }
  )
}

extension AttributeType {
  fileprivate var hasScalarForm: Bool {
    self == .boolean || self == .date || (isNumeric && self != .decimal)
  }
}
