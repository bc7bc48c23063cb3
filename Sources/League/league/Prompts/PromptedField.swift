import CommandLineParsing
import LeagueOperations

/// A field of a form, and the arguments for it.
struct PromptedField {
  /// The position of the value in the arguments.
  enum Place {
    case operand(String)
    case option(String)
  }

  let field: EntryField
  let place: Place
  let question: String

  /// The present value, for an object that is edited.
  var old: String?

  init(_ field: EntryField, _ place: Place, asking question: String, old: String? = nil) {
    self.field = field
    self.place = place
    self.question = question
    self.old = old
  }

  /// The argument for the field.
  func word(in arguments: ParsedArguments) -> String? {
    switch place {
    case .operand(let name): arguments.operand(name)
    case .option(let name): arguments.value(name)
    }
  }

  /// The problem if the user cannot be asked.
  static func problem(
    _ fields: [PromptedField],
    _ given: [String?],
    _ isEdit: Bool
  ) -> UsageError.Problem {
    let missing = zip(fields, given).filter { $0.1 == nil }.map { $0.0.place.name }
    if isEdit { return .missingOneOf(missing) }
    switch zip(fields, given).first(where: { $0.1 == nil })?.0.place {
    case .operand(let name): return .missingOperand(name)
    case .option, nil: return .missingOption(missing.first ?? "")
    }
  }
}

extension PromptedField.Place {
  /// The name as users type it.
  fileprivate var name: String {
    switch self {
    case .operand(let name): name
    case .option(let name): "--\(name)"
    }
  }
}
