import CommandLineParsing
import LeagueOperations

/// A field of a form, and how a verb comes by its value.
struct PromptedField {
  /// The position of the value among the words of a verb.
  enum Place {
    case operand(String)
    case option(String)
  }

  let field: EntryField
  let place: Place
  let question: String

  /// The present value, of an object that is edited.
  var old: String?

  init(_ field: EntryField, _ place: Place, asking question: String, old: String? = nil) {
    self.field = field
    self.place = place
    self.question = question
    self.old = old
  }

  /// The word that was given.
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
  /// The name as people type it.
  fileprivate var name: String {
    switch self {
    case .operand(let name): name
    case .option(let name): "--\(name)"
    }
  }
}
