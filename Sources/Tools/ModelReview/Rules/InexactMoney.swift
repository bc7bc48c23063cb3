import ManagedModel

extension LintRule {
  static let inexactMoney = LintRule(
    "inexact-money",
    code: "A506",
    .warning,
    summary: "Money is not a binary fraction.",
    rationale:
      "Neither Float nor Double represents 0.1 exactly: sums drift, and equal amounts compare as different.",
    remedy: "Use Decimal, or whole numbers of the smallest unit.",
    example: "<attribute name=\"price\" attributeType=\"Double\"/>",
    check: .model { pass in
      for placed in pass.attributes
      where placed.attribute.type == .double || placed.attribute.type == .float {
        let words = NameWords.of(placed.attribute.name)
        guard words.contains(where: moneyWords.contains),
          !words.contains(where: ratioWords.contains)
        else { continue }
        pass.report(
          "\(placed.title) sounds like money, but is a \(placed.attribute.type.fileName ?? "number")",
          at: .attribute(placed),
          attribute: "attributeType"
        )
      }
    }
  )

  private static let moneyWords: Set<String> = [
    "amount", "balance", "budget", "cost", "costs", "deposit", "discount", "expense", "fee", "fees",
    "income", "money", "payment", "price", "prices", "refund", "revenue", "salary", "subtotal",
    "tax", "taxes", "wage",
  ]

  private static let ratioWords: Set<String> = [
    "factor", "percent", "percentage", "progress", "rate", "ratio", "weight",
  ]
}
