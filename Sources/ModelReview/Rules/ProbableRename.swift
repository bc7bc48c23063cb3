extension LintRule {
  static let probableRename = LintRule(
    "probable-rename",
    code: "D202",
    .warning,
    summary: "What is renamed carries a renaming identifier.",
    rationale: """
      Without one, a rename is a removal and an addition: the data is gone without a word. About three in ten
      renames in public apps lack it.
      """,
    remedy: "Set the renaming identifier to the old name.",
    example: """
      old: <attribute name="isoCode" …/>
      new: <attribute name="isoCode_" …/>
      """,
    check: .comparison
  )
}
