import ManagedModel

extension LintRule {
  static let unnoticedChange = LintRule(
    "unnoticed-change",
    code: "V105",
    .warning,
    summary: "A new transformer or class of stored values comes with a version hash modifier.",
    rationale: """
      Neither the value transformer nor the class of a Transformable is part of the version hash: Core Data
      takes the old values for new ones without a migration, and the transformer reads bytes that it did
      not write.
      """,
    remedy: """
      Set a version hash modifier on the attribute, and transform the values in a mapping model or a stage; \
      or make the new transformer read the old bytes.
      """,
    example: """
      <attribute name="color" attributeType="Transformable" valueTransformerName="NewColors"/>
      """,
    check: .versions { pass in
      guard let previous = pass.subject.earlier.last?.resolved else { return }
      for placed in pass.attributes where placed.attribute.type == .transformable {
        guard placed.isStored, let old = previous.predecessor(of: placed),
          old.type == .transformable,
          old.versionHashModifier == placed.attribute.versionHashModifier,
          let change = change(from: old, to: placed.attribute)
        else { continue }
        pass.report(
          "the \(change.what) of \(placed.title) has changed from \(change.old) to \(change.new), "
            + "which version hashes do not cover",
          at: .attribute(placed),
          attribute: change.field
        )
      }
    }
  )

  private typealias Change = (what: String, field: String, old: String, new: String)

  private static func change(from old: Attribute, to new: Attribute) -> Change? {
    func quoted(_ text: String?) -> String { text.map { "'\($0)'" } ?? "none" }
    if old.valueTransformerName != new.valueTransformerName {
      return (
        "value transformer", "valueTransformerName", quoted(old.valueTransformerName),
        quoted(new.valueTransformerName)
      )
    }
    guard old.customClassName != new.customClassName else { return nil }
    return ("class", "customClassName", quoted(old.customClassName), quoted(new.customClassName))
  }
}

extension ResolvedModel {
  /// The attribute of an earlier version that corresponds to an attribute: with the same name in the entity with the
  /// same name.
  fileprivate func predecessor(of placed: PlacedAttribute) -> Attribute? {
    entity(named: placed.owner.name)
      .flatMap { locate(placed.attribute.name, in: $0) }
      .flatMap { property(at: $0).attribute }
  }
}
