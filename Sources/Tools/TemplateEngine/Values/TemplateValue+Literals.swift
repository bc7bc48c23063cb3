// Literals make contexts in code readable, especially in tests.

extension TemplateValue: ExpressibleByNilLiteral {
  package init(nilLiteral: ()) {
    self = .null
  }
}

extension TemplateValue: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension TemplateValue: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) {
    self = .int(value)
  }
}

extension TemplateValue: ExpressibleByFloatLiteral {
  package init(floatLiteral value: Double) {
    self = .double(value)
  }
}

extension TemplateValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension TemplateValue: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: TemplateValue...) {
    self = .array(elements)
  }
}

extension TemplateValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, TemplateValue)...) {
    self = .dictionary(elements)
  }
}
