import ManagedModel

/// One thing that differs between two versions of a model.
package struct Change: Sendable, Hashable {
  package var element: ChangedElement
  package var action: ChangeAction

  /// The differences inside of an element that both versions have.
  package var fields: [FieldChange]

  /// The consequence of the change as a whole, its fields included.
  package var consequence: Consequence

  /// The consequence of the change as a whole, without its fields.
  private(set) var ownConsequence: Consequence

  /// Why, one sentence each without a final full stop.
  package var remarks: [String]

  /// The remedies, one sentence each without a final period.
  package var advice: [String]

  /// Whether values may differ a little afterwards, although none is lost.
  private(set) package var isInexact: Bool

  /// The position of the element: in the new version, or for what is removed in the old one.
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

  /// Takes one more thing into account.
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

  /// Notes that no store is migrated, as the version hashes of both versions are the same; parts that exchange their
  /// names do not change them.
  mutating func addStandstill() {
    guard consequence > .compatible, case .renamed = action else { return }
    add(
      Judgement(
        .mapping,
        "the version hashes stay the same, so that no store is migrated: all values stay under the old names",
        advice: "set a hash modifier, so that stores are migrated"
      )
    )
  }

  /// Whether the place of the change is in the old version.
  package var isInOldVersion: Bool { action == .removed }
}

/// The kind of change of an element.
package enum ChangeAction: Sendable, Hashable {
  case added
  case removed
  /// The element was called something else.
  case renamed(from: String)
  /// The property was declared by another entity of its tree, or the bundle lay in another folder.
  case moved(from: String)
  case changed
}

extension ChangeAction {
  /// The word for it.
  package var word: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .renamed: "renamed"
    case .moved: "moved"
    case .changed: "changed"
    }
  }

  /// The former name of the element, or its former place.
  package var origin: String? {
    switch self {
    case .renamed(let from), .moved(let from): from
    case .added, .removed, .changed: nil
    }
  }
}

/// The part of a model that a change is about.
package struct ChangedElement: Sendable, Hashable {
  package var kind: Kind

  /// `Entity`, `Entity.property`, or what else leads there.
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

  /// The old property that has the field, where the values of several have become those of one.
  package var owner: String?

  /// The name with that of the owner.
  package var title: String { owner.map { "\(name) of \($0)" } ?? name }
}
