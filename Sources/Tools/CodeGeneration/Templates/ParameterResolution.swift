import Diagnostics
import JSON5
import TemplateEngine

/// Parameters as templates see them: validated against the declarations of the set, defaults filled in.
package struct ParameterResolution: Sendable {
  /// The dictionary that templates call `param`.
  package private(set) var value: TemplateValue
  package private(set) var diagnostics: [Diagnostic] = []

  package init(_ given: [GivenParameter], for set: TemplateSet) {
    value = nil
    switch set.parameters {
    case .declared(let parameters): resolve(given, among: parameters, of: set)
    case .any: collect(given)
    }
  }

  // MARK: Declared parameters

  private mutating func resolve(
    _ given: [GivenParameter],
    among parameters: [TemplateParameter],
    of set: TemplateSet
  ) {
    let names = Set(parameters.map(\.name))
    for parameter in given where !names.contains(parameter.name) {
      diagnostics.append(
        Diagnostic(
          .error,
          rule: PlanRule.unknownParameter.rawValue,
          "the template set '\(set.name.visible)' has no parameter '\(parameter.name.visible)'",
          at: parameter.place,
          hint: Suggestion.didYouMean(parameter.name, among: parameters.map(\.name))
            ?? "'momgen templates show \(set.name.visible)' lists them"
        )
      )
    }
    let groups = Dictionary(grouping: given, by: \.name)
    value = .dictionary(
      parameters.map { ($0.name, self.value(of: $0, groups[$0.name] ?? [])) }
    )
  }

  private mutating func value(
    of parameter: TemplateParameter,
    _ given: [GivenParameter]
  ) -> TemplateValue {
    guard let first = given.first else { return parameter.defaultValue }
    if given.count > 1, parameter.kind != .list {
      report(parameter, "is given \(given.count) times", at: first.place)
      return parameter.defaultValue
    }
    var value: TemplateValue?
    switch first.value {
    case .json(let json): value = parameter.kind.value(json)
    case .bare: value = parameter.kind == .flag ? true : nil
    case .word:
      let words = given.compactMap { given -> String? in
        if case .word(let word) = given.value { word } else { nil }
      }
      value = words.count == given.count ? parameter.kind.value(words: words) : nil
    }
    guard let value else {
      report(
        parameter,
        "must be \(parameter.kind.expectation)",
        at: first.place,
        hint: Self.suggestion(for: first, parameter)
      )
      return parameter.defaultValue
    }
    return value
  }

  private static func suggestion(
    for given: GivenParameter,
    _ parameter: TemplateParameter
  ) -> String? {
    guard case .choice(let values) = parameter.kind else { return nil }
    switch given.value {
    case .word(let word): return Suggestion.didYouMean(word, among: values)
    case .json(let json):
      guard case .string(let text) = json.content else { return nil }
      return Suggestion.didYouMean(text, among: values)
    case .bare: return nil
    }
  }

  private mutating func report(
    _ parameter: TemplateParameter,
    _ problem: String,
    at place: Place,
    hint: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        .error,
        rule: PlanRule.parameterValue.rawValue,
        "the parameter '\(parameter.name.visible)' \(problem)",
        at: place,
        hint: hint
      )
    )
  }

  // MARK: Any parameters

  /// Collects the parameters of a single template: it declares none, so all are passed on as in SwiftGen.
  private mutating func collect(_ given: [GivenParameter]) {
    do throws(TemplateParameterError) {
      value = try TemplateParameters.parse(given.flatMap(\.items))
    } catch {
      value = .dictionary([(String, TemplateValue)]())
      let name = error.item.prefix { $0 != "=" }
      diagnostics.append(
        Diagnostic(
          .error,
          rule: PlanRule.parameterValue.rawValue,
          "the parameter '\(String(name).visible)' \(error.message)",
          at: given.first { $0.name == name }?.place ?? Place()
        )
      )
    }
  }
}

extension GivenParameter {
  /// The parameter as words of a command line; false is expressed by omission.
  fileprivate var items: [String] {
    switch value {
    case .word(let word): ["\(name)=\(word)"]
    case .bare: [name]
    case .json(let json): Self.items(name, json)
    }
  }

  private static func items(_ name: String, _ value: JSON5Value) -> [String] {
    switch value.content {
    case .null, .bool(false): []
    case .bool(true): [name]
    case .integer(let number): ["\(name)=\(number)"]
    case .number(let number): ["\(name)=\(number)"]
    case .string(let text): ["\(name)=\(text)"]
    case .array(let elements): elements.flatMap { items(name, $0) }
    case .object(let members): members.flatMap { items("\(name).\($0.name)", $0.value) }
    }
  }
}
