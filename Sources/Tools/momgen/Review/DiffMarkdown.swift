import Diagnostics
import ModelReview

/// A review as a comment on a pull request.
///
/// The first line is an invisible mark, by which a script finds its own comment again.
struct DiffMarkdown {
  let review: DiffReview

  var text: String {
    var text = "<!-- momgen diff -->\n"
    let title = "\(Self.escaped(review.old.title)) → \(Self.escaped(review.new.title))"
    text += "### \(review.consequence.badge) \(title)\n\n"
    text += "**\(Self.escaped(review.verdict))** \(Self.escaped(review.headline.sentence))\n"
    for shipped in review.shipped {
      text += "\n> **\(Self.escaped(shipped.message.sentence))** "
      text += Self.escaped(shipped.advice.sentence) + "\n"
    }
    if !review.changes.isEmpty { text += "\n" + table }
    let advice = self.advice
    if !advice.isEmpty { text += "\n**What to do**\n\n" + advice }
    for migration in review.migrations { text += sql(migration) }
    return text
  }

  /// One row for each change, the worst first.
  private var table: String {
    var text = "| | change | details | consequence |\n|---|---|---|---|\n"
    for consequence in Consequence.allCases.reversed() {
      for change in review.changes(with: consequence) {
        let origin = change.action.origin.map { " from \(Self.code($0))" } ?? ""
        let name = change.element.name.isEmpty ? "" : " \(Self.code(change.element.name))"
        let what = "\(change.element.kind.rawValue)\(name) \(change.action.word)\(origin)"
        let details =
          (change.fields.map(\.text) + change.remarks).map(Self.escaped).joined(separator: "<br>")
        text += "| \(consequence.badge) | \(what) | \(details) | \(consequence.title) |\n"
      }
    }
    return text
  }

  private var advice: String {
    var seen: Set<String> = []
    var text = ""
    for change in review.changes {
      for advice in change.advice {
        let line = "- \(Self.code(change.element.name)): \(Self.escaped(advice.sentence))\n"
        if seen.insert(line).inserted { text += line }
      }
    }
    return text
  }

  private func sql(_ migration: MigrationScript) -> String {
    var text = folded("Migration SQL (\(migration.dialect.rawValue))", "sql", migration.text)
    if !migration.schemaDifference.isEmpty {
      text += folded(
        "Difference of the schema (\(migration.dialect.rawValue))",
        "diff",
        migration.schemaDifference
      )
    }
    return text
  }

  private func folded(_ title: String, _ language: String, _ body: String) -> String {
    // The fence is longer than any in the text, since a name could contain one.
    let fence = String(repeating: "`", count: max(3, Self.longestRun(of: "`", in: body) + 1))
    return "\n<details>\n<summary>\(title)</summary>\n\n\(fence)\(language)\n\(body)\(fence)\n\n"
      + "</details>\n"
  }

  private static func longestRun(of character: Character, in text: String) -> Int {
    var longest = 0
    var run = 0
    for other in text {
      run = other == character ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  /// The text with all characters escaped that have a meaning in Markdown, HTML or mentions.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in MarkupText.escaped(text.visible) {
      switch character {
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "@": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }

  /// The text as code inside a table.
  private static func code(_ text: String) -> String {
    let visible = text.visible.replacingBars
    guard visible.contains("`") else { return visible.isEmpty ? "" : "`\(visible)`" }
    return escaped(text)
  }
}

extension Consequence {
  fileprivate var badge: String {
    switch self {
    case .compatible: "⚪"
    case .lightweight: "🟢"
    case .mapping: "🟡"
    case .dataLoss: "🔴"
    case .shipped: "⛔"
    }
  }
}

extension String {
  /// The text as a sentence.
  fileprivate var sentence: String {
    guard let first else { return "" }
    let end = last == "." ? "" : "."
    return String(first).uppercased() + dropFirst() + end
  }

  /// The text with bars replaced, which would end the cell even in code.
  fileprivate var replacingBars: String {
    String(flatMap { $0 == "|" ? Array("\\|") : [$0] })
  }
}
