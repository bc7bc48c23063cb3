import Diagnostics
import JSON5

/// A parameter as a `set.json` describes it.
struct ParameterDescription: Sendable {
  let summary: String
  let kind: TemplateParameter.Kind
  let defaultValue: JSON5Value?

  enum Key: String, CaseIterable {
    case summary
    case type
    case values
    case `default`
  }

  /// The kinds by their names in the file.
  enum TypeName: String, CaseIterable {
    case text
    case flag
    case list
    case number
  }

  init(_ object: JSON5Object<Key>, into collector: inout DiagnosticCollector) {
    summary = object.required(.summary, .nonemptyText, into: &collector) ?? ""
    defaultValue = object[.default]
    let type = object.optional(.type, .choice(TypeName.self), into: &collector)
    let values = object.optional(.values, .list(of: .text), into: &collector)
    switch (type ?? .text, values) {
    case (.text, let values?): kind = .choice(values)
    case (.text, nil): kind = .text
    case (.flag, _): kind = .flag
    case (.list, _): kind = .list
    case (.number, _): kind = .number
    }
    if values != nil, kind == .flag || kind == .list || kind == .number {
      collector.reportSetting("only a text has 'values'", at: object.place(of: .values))
    }
  }
}

extension JSON5Schema where Value == ParameterDescription {
  static let parameter: Self = .object("a parameter") { object, collector in
    ParameterDescription(object, into: &collector)
  }
}
