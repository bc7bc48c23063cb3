import ManagedModel
import ModelReview

extension LintRule {
  var explanation: Explanation {
    Explanation(
      .lint,
      id,
      otherNames: [code],
      level: level.rawValue,
      summary,
      circumstances: circumstances,
      Advice(rationale, remedy: remedy, example: example),
      exceptions: exceptions
    )
  }

  private var circumstances: String {
    var facts: [String] = []
    switch check {
    case .model: facts.append("'momgen lint' checks it in each version.")
    case .versions:
      facts.append("'momgen lint' checks it against the other versions of the bundle.")
    case .reading(let names):
      let list = names.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      facts.append(
        "Every verb that reads a model checks it and reports it as \(list)."
      )
    case .comparison:
      facts.append(
        "'momgen lint --base REVISION' checks it, against the current version of that revision; "
          + "'momgen diff' shows all changes."
      )
    }
    switch target {
    case .cloudKit:
      facts.append(
        "It applies to models that are used with CloudKit, and with --target cloudkit."
      )
    case .distributed: facts.append("It applies with --target distributed.")
    case nil: break
    }
    if isFixable { facts.append("'momgen lint --fix' can fix it, at least in some cases.") }
    return facts.joined(separator: " ")
  }

  private var exceptions: String? {
    guard body != nil else { return nil }
    let level = level == .off ? "warning" : "off"
    var advice = """
      everywhere:  --rule \(id)=\(level), or in momgen.json
                   { "lint": { "rules": { "\(id)": "\(level)" } } }
      """
    if !isAboutModel {
      advice += """

        in a place:  an entry in the user info of the entity or the property,
                     \(LintSuppressions.key) = \(id): the reason
        """
    }
    return advice
  }
}
