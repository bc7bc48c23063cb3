extension ModelValidator {
  /// Checks that types are complete, and that defaults and bounds are values of their type.
  mutating func checkAttributes(of entity: ResolvedEntity) {
    for case .attribute(let attribute) in entity.entity.properties {
      checkComposite(of: attribute, in: entity.name)
      checkDerivation(of: attribute, in: entity)
      checkDefault(of: attribute, in: entity)
      guard attribute.hasDetails else { continue }
      checkBounds(of: attribute, in: entity)
      checkRegularExpression(of: attribute, in: entity)
    }
  }

  private mutating func checkDerivation(of attribute: Attribute, in entity: ResolvedEntity) {
    guard attribute.isDerived else { return }
    guard let text = attribute.derivationExpression, !text.isEmpty else {
      report(
        .badExpression,
        "the derived attribute '\(entity.name).\(attribute.name)' has no expression",
        at: attribute.source,
        attribute: attribute.derivationExpression == nil ? "derived" : "derivationExpression"
      )
      return
    }
    checkExpression(
      text,
      of: "the derived attribute '\(entity.name).\(attribute.name)'",
      at: attribute.source,
      attribute: "derivationExpression"
    )
  }

  private mutating func checkDefault(of attribute: Attribute, in entity: ResolvedEntity) {
    guard let text = attribute.defaultValueText, attribute.type != .date,
      attribute.defaultValue == nil
    else { return }
    report(
      .badDefault,
      "the default '\(text)' of '\(entity.name).\(attribute.name)' is not a value of type "
        + (attribute.type.fileName ?? "Undefined"),
      at: attribute.source,
      attribute: "defaultValueString",
      hint: "Core Data would use no default value"
    )
  }

  private mutating func checkBounds(of attribute: Attribute, in entity: ResolvedEntity) {
    if let least = attribute.minimumDateTimeInterval,
      let greatest = attribute.maximumDateTimeInterval
    {
      if least > greatest {
        report(
          .badBounds,
          "the earliest date of '\(entity.name).\(attribute.name)' is after its latest",
          at: attribute.source,
          attribute: "minDateTimeInterval"
        )
      }
      return
    }
    guard attribute.minimumText != nil || attribute.maximumText != nil,
      attribute.type.isNumeric || attribute.type == .string
    else { return }
    let name = "'\(entity.name).\(attribute.name)'"
    let bounds = [
      ("minValueString", attribute.minimumText), ("maxValueString", attribute.maximumText),
    ].map { field, text in (field: field, text: text, number: text.flatMap { Double($0) }) }
    for bound in bounds {
      guard let text = bound.text, !text.isEmpty, bound.number == nil else { continue }
      report(
        .badBounds,
        "the bound '\(text)' of \(name) is not a number",
        at: attribute.source,
        attribute: bound.field
      )
    }
    if let least = bounds[0].number, let greatest = bounds[1].number, least > greatest {
      let what = attribute.type == .string ? "length" : "value"
      report(
        .badBounds,
        "the minimum \(what) of \(name) exceeds its maximum",
        at: attribute.source,
        attribute: "minValueString"
      )
    }
  }

  /// Reports a regular expression that no dialect accepts.
  private mutating func checkRegularExpression(
    of attribute: Attribute,
    in entity: ResolvedEntity
  ) {
    guard let pattern = attribute.regularExpression, !RegularExpressionShape(pattern).isBalanced
    else { return }
    report(
      .badRegularExpression,
      "the regular expression of '\(entity.name).\(attribute.name)' has an unbalanced group or class",
      at: attribute.source,
      attribute: "regularExpressionString"
    )
  }
}

/// The brackets of a regular expression.
struct RegularExpressionShape {
  private(set) var isBalanced = true

  private var groups = 0
  private var rest: Substring.UnicodeScalarView

  init(_ pattern: String) {
    rest = Substring(pattern).unicodeScalars
    while isBalanced, let scalar = rest.popFirst() { read(scalar) }
    if groups > 0 { isBalanced = false }
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\\": readEscape()
    case "[": readClass()
    case "(" where rest.starts(with: "?#".unicodeScalars):
      if !skip(behind: ")") { isBalanced = false }
    case "(": groups += 1
    case ")":
      groups -= 1
      if groups < 0 { isBalanced = false }
    default: break
    }
  }

  /// Reads what follows a backslash: between `\Q` and `\E`, or to the end, brackets are literal.
  private mutating func readEscape() {
    guard let escaped = rest.popFirst() else {
      isBalanced = false
      return
    }
    guard escaped == "Q" else { return }
    while !rest.isEmpty, !rest.starts(with: "\\E".unicodeScalars) { rest.removeFirst() }
    rest = rest.dropFirst(2)
  }

  private mutating func readClass() {
    while let scalar = rest.popFirst() {
      if scalar == "]" { return }
      if scalar == "\\" { readEscape() }
    }
    isBalanced = false
  }

  private mutating func skip(behind end: Unicode.Scalar) -> Bool {
    while let scalar = rest.popFirst() {
      if scalar == end { return true }
    }
    return false
  }
}
