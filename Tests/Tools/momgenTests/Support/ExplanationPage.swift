import Explanations

/// The page of the documentation with all explanations of a group.
struct ExplanationPage {
  let group: Explanation.Group

  /// The path of the page in the package.
  var path: String {
    let folder = group == .error ? "Runtime/CoreData" : "Tools/momgen"
    return "Sources/\(folder)/Documentation.docc/Explanations/\(name).md"
  }

  /// The name used in links.
  var name: String {
    switch group {
    case .model: "ModelRules"
    case .lint: "LintRuleReference"
    case .generation: "NameRules"
    case .output: "OutputRules"
    case .template: "TemplateRules"
    case .sql: "SchemaRules"
    case .adoption: "AdoptionRules"
    case .store: "StoreRules"
    case .run: "RunRules"
    case .error: "ErrorCodes"
    }
  }

  var text: String {
    let word = group == .error ? "CODE" : "RULE"
    var text = """
      # \(group.title)

      What each of them means, why it is reported, and what to do about it.

      ## Overview

      \(Self.marked(group.occasion)) `momgen explain \(word)` prints the same. The page is made from the texts of the
      program.

      \(table)
      ## In detail

      """
    for member in Explanation.members(of: group) { text += "\n" + section(member) }
    return text
  }

  private var table: String {
    let members = Explanation.members(of: group)
    let hasOthers = members.contains { !$0.otherNames.isEmpty }
    let hasLevels = members.contains { $0.level != nil }
    func row(_ cells: [String?]) -> String {
      "| \(cells.compactMap(\.self).joined(separator: " | ")) |\n"
    }
    let isCode = group == .error
    var text = row([
      hasOthers ? (isCode ? "code" : "") : nil, isCode ? "constant" : "rule",
      hasLevels ? "level" : nil,
      isCode ? "meaning" : "what it asks for",
    ])
    text += row([hasOthers ? "---" : nil, "---", hasLevels ? "---" : nil, "---"])
    for member in members {
      text += row([
        hasOthers ? member.otherNames.first ?? "" : nil, "`\(member.name)`",
        hasLevels ? member.level ?? "" : nil, Self.marked(member.summary),
      ])
    }
    return text
  }

  private func section(_ member: Explanation) -> String {
    // At the beginning of a line it would be a directive.
    let escape = member.summary.hasPrefix("@") ? "\\" : ""
    var text = "### \(member.title)\n\n\(escape)\(Self.marked(member.summary))\n"
    if let circumstances = member.circumstances { text += "\(Self.marked(circumstances))\n" }
    text += "\n**Why.** \(Self.marked(member.cause))\n"
    text += "\n**What to do.** \(Self.marked(member.remedy))\n"
    if let example = member.example { text += "\n```\n\(example)\n```\n" }
    if let exceptions = member.exceptions {
      text += "\n**To change the level.**\n\n```\n\(exceptions)\n```\n"
    }
    return text
  }

  /// A text of one line, in which parts between apostrophes are code.
  static func marked(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.replacing(/(^|[ (])'([^' ][^']*)'(?=$|[ .,;:)])/) { "\($0.1)`\($0.2)`" }
  }
}
