/// A change that breaks a lint rule.
struct ChangeFault: Sendable {
  let rule: LintRule
  let judgement: Judgement

  /// The field that causes it, if any.
  var field: FieldChange?
}

extension Change {
  /// The rules about changes that it breaks, each once, in the order of the rules.
  package var brokenRules: [LintRule] {
    let ids = Set(faults.map(\.rule.id))
    return LintRule.all.filter { ids.contains($0.id) }
  }

  /// The broken rules of the change.
  var faults: [ChangeFault] {
    var faults = fields.compactMap { field in
      rule(for: field).map { ChangeFault(rule: $0, judgement: field.judgement, field: field) }
    }
    let whole = Judgement(
      ownConsequence,
      remarks.isEmpty ? nil : remarks.joined(separator: "; "),
      advice: advice.isEmpty ? nil : advice.joined(separator: "; ")
    )
    if let rule = ruleForWhole { faults.append(ChangeFault(rule: rule, judgement: whole)) }
    return faults
  }

  private func rule(for field: FieldChange) -> LintRule? {
    switch (field.judgement.consequence, field.name) {
    case (.dataLoss, "to many"), (.dataLoss, "type"), (.mapping, "optional"): .dataDependentChange
    case (.dataLoss, _): .destructiveChange
    case (.mapping, "type"): field.judgement.dependsOnData ? .dataDependentChange : .typeChange
    case (.mapping, "parent"): .joinedHierarchies
    case (.mapping, "destination"): .destructiveChange
    case (.mapping, _): .dataDependentChange
    default: nil
    }
  }

  private var ruleForWhole: LintRule? {
    switch (element.kind, action, ownConsequence) {
    case (.uniquenessConstraint, _, .mapping): .dataDependentChange
    case (_, _, .dataLoss): .destructiveChange
    case (.entity, _, .mapping): .joinedHierarchies
    case (.attribute, _, .mapping): .addedMandatoryAttribute
    case (.relationship, _, .mapping): .dataDependentChange
    default: nil
    }
  }
}
