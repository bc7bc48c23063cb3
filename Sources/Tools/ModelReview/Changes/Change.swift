import ManagedModel

/// One difference between two versions of a model.
package struct Change: Sendable, Hashable {
  package var element: ChangedElement
  package var action: ChangeAction

  /// The differences in the fields of an element that both versions have.
  package var fields: [FieldChange]

  /// The consequence of the change as a whole, its fields included.
  package var consequence: Consequence

  /// The consequence of the change as a whole, without its fields.
  private(set) var ownConsequence: Consequence

  /// The reasons, one sentence each without a final period.
  package var remarks: [String]

  /// The remedies, one sentence each without a final period.
  package var advice: [String]

  /// Whether values may change slightly, although none is lost.
  private(set) package var isInexact: Bool

  /// The position of the element: in the new version, or if it was removed in the old one.
  package var source: SourceOffset

  init(
    _ element: ChangedElement,
    _ action: ChangeAction,
    fields: [FieldChange] = [],
    judgements: [Judgement] = [],
    at source: SourceOffset
  ) {
    self.element = element
    self.action = action
    self.fields = fields
    self.source = source
    consequence = .compatible
    ownConsequence = .compatible
    remarks = []
    advice = []
    isInexact = false
    for field in fields { note(field.judgement) }
    for judgement in judgements { add(judgement) }
  }

  /// Adds a judgment, which can raise the consequence.
  mutating func add(_ judgement: Judgement) {
    ownConsequence = max(ownConsequence, judgement.consequence)
    note(judgement)
  }

  private mutating func note(_ judgement: Judgement) {
    consequence = max(consequence, judgement.consequence)
    isInexact = isInexact || judgement.isInexact
    if let remark = judgement.remark, !remarks.contains(remark) { remarks.append(remark) }
    if let advice = judgement.advice, !self.advice.contains(advice) {
      self.advice.append(advice)
    }
  }

  /// Records that no store is migrated, since both versions have the same version hashes; exchanged
  /// names do not change them.
  mutating func addStandstill() {
    guard consequence > .compatible, case .renamed = action else { return }
    add(
      Judgement(
        .mapping,
        "the version hashes stay the same, so no store is migrated: all values keep the old names",
        advice: "set a hash modifier, so that stores are migrated"
      )
    )
  }

  /// Whether the position of the change is in the old version.
  package var isInOldVersion: Bool { action == .removed }
}

/// The kind of change of an element.
package enum ChangeAction: Sendable, Hashable {
  case added
  case removed
  /// The element had another name.
  case renamed(from: String)
  /// Another entity of the tree declared the property, or the bundle was in another folder.
  case moved(from: String)
  case changed
}

extension ChangeAction {
  /// The word for it in reports.
  package var word: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .renamed: "renamed"
    case .moved: "moved"
    case .changed: "changed"
    }
  }

  /// The former name of the element, or its former location.
  package var origin: String? {
    switch self {
    case .renamed(let from), .moved(let from): from
    case .added, .removed, .changed: nil
    }
  }
}

/// The changed part of a model.
package struct ChangedElement: Sendable, Hashable {
  package var kind: Kind

  /// `Entity`, `Entity.property`, or another path.
  package var name: String

  package init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// The kinds of elements in the order of reports.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case bundle = "model bundle"
    case version
    case model
    case entity
    case attribute
    case relationship
    case fetchedProperty = "fetched property"
    case uniquenessConstraint = "uniqueness constraint"
    case fetchIndex = "fetch index"
    case compoundIndex = "compound index"
    case composite
    case configuration
    case fetchRequest = "fetch request"
  }
}

/// One field of an element, before and after.
package struct FieldChange: Sendable, Hashable {
  /// The name of the field, similar to Xcode's inspector.
  package var name: String

  /// The values as texts; nil where there is none.
  package var old: String?
  package var new: String?
  package var judgement: Judgement

  /// The old property with the field, if several properties have become one.
  package var owner: String?

  /// The name, with that of the owner.
  package var title: String { owner.map { "\(name) of \($0)" } ?? name }
}
