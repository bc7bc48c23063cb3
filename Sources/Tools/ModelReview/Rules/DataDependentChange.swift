extension LintRule {
  static let dataDependentChange = LintRule(
    "data-dependent-change",
    code: "D205",
    .warning,
    summary: "A change whose migration depends on the data is reported.",
    rationale: """
      Whether an optional attribute can become mandatory, a to-many relationship to-one, values unique, or
      numbers fit into another type, depends on the objects in each user's store.
      """,
    remedy: "Search for such data before the migration, and correct it in a stage.",
    example: """
      old: <attribute name="city" optional="YES" attributeType="String"/>
      new: <attribute name="city" attributeType="String" defaultValueString=""/>
      """,
    check: .comparison { pass in pass.reportChanges() }
  )
}
