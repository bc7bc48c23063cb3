import Diagnostics
import ModelReview
import WebPages

/// A review as one self-contained page: no server, no script, no other file.
struct DiffHTML {
  let review: DiffReview

  /// The page loads nothing, and runs no script.
  private var policy: HTML {
    void(
      "meta",
      .plain("http-equiv", "Content-Security-Policy"),
      .plain("content", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    )
  }

  var text: String {
    HTML.document(
      element("html", .plain("lang", "en")) {
        HTML.head(title: title, policy: policy) { HTML.style(ReviewStyle.sheet) }
        element("body") {
          header
          element("main") {
            summary
            shipped
            changes
            losses
            diagram
            code
            migrations
          }
          element("footer") { element("p") { "Written by momgen diff" } }
        }
      }
    ).text
  }

  private var title: String { "\(review.old.title.visible) → \(review.new.title.visible)" }

  // MARK: Parts

  private var header: HTML {
    element("header") {
      element("h1") { title }
      element("nav", .plain("aria-label", "Parts of this page")) {
        element("ul") {
          for (id, title) in sections {
            element("li") { element("a", .href(encodedFragment: id)) { title } }
          }
        }
      }
    }
  }

  private var sections: [(id: String, title: String)] {
    [
      ("changes", "Changes"), ("losses", "Losses"), ("diagram", "Diagram"),
      ("code", "Generated Swift"),
    ]
      + review.migrations.map { ("sql-\($0.dialect.rawValue)", "SQL for \($0.dialect.rawValue)") }
  }

  private var summary: HTML {
    element("p", .class("summary")) {
      badge(review.consequence)
      " "
      element("strong") { review.verdict.visible }
      " \(review.headline.visible)."
    }
  }

  private func badge(_ consequence: Consequence) -> HTML {
    switch consequence {
    case .compatible: element("span", .class("badge compatible")) { consequence.title }
    case .lightweight: element("span", .class("badge lightweight")) { consequence.title }
    case .mapping: element("span", .class("badge mapping")) { consequence.title }
    case .dataLoss, .shipped: element("span", .class("badge loss")) { consequence.title }
    }
  }

  private var shipped: HTML {
    HTML(
      review.shipped.map { shipped in
        element("p", .class("warning")) {
          element("strong") { shipped.message.visible }
          " \(shipped.advice.visible)"
        }
      }
    )
  }

  private func section(
    _ id: String,
    _ title: String,
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    element("section", .id(id), .plain("aria-labelledby", "\(id)-heading")) {
      element("h2", .id("\(id)-heading")) { title }
      content()
    }
  }

  // MARK: Changes

  private var changes: HTML {
    section("changes", "Changes") {
      if review.changes.isEmpty {
        element("p") { "Nothing differs." }
      } else {
        for consequence in Consequence.allCases.reversed() {
          let changes = review.changes(with: consequence)
          if !changes.isEmpty {
            element("h3") { badge(consequence) }
            element("p", .class("quiet")) { "\(consequence.summary)." }
            element("ul", .class("changes")) { changes.map(row) }
          }
        }
      }
    }
  }

  private func row(_ change: Change) -> HTML {
    element("li") {
      element("span", .class("sign"), .plain("aria-hidden", "true")) { change.action.sign }
      element("span") { change.title }
      let details = change.fields.map(\.text) + change.remarks.map(\.visible)
      if !details.isEmpty || !change.advice.isEmpty {
        element("ul") {
          details.map { detail in element("li") { detail } }
          change.advice.map { advice in
            element("li") {
              element("strong") { "To do:" }
              " \(advice.visible)"
            }
          }
        }
      }
    }
  }

  /// A description of the losses in stores.
  private var losses: HTML {
    section("losses", "Losses") {
      let lost = review.changes(with: .dataLoss)
      if lost.isEmpty {
        element("p") { "No value or object of a store is lost." }
      } else {
        element("ul") {
          lost.map { change in
            element("li") {
              change.title
              if let remark = change.remarks.first { ": \(remark.visible)" }
            }
          }
        }
      }
    }
  }

  // MARK: Picture and code

  private var diagram: HTML {
    section("diagram", "Diagram") {
      element("p", .class("quiet")) {
        "Green and + mean added, red and − removed, yellow and ~ changed."
      }
      element(
        "div",
        .class("picture"),
        .plain("tabindex", "0"),
        .plain("role", "group"),
        .plain("aria-label", "Diagram, scrollable")
      ) { HTML(svg: ReviewDiagram(review).svg) }
    }
  }

  private var code: HTML {
    section("code", "Generated Swift") {
      if let difference = GeneratedDifference(from: review.old, to: review.new).text {
        if difference.isEmpty {
          element("p") { "The generated code does not change." }
        } else {
          Self.listing(difference, "Difference of the generated Swift", isDifference: true)
        }
      } else {
        element("p") {
          "No code can be generated for one of the sides; 'momgen generate' shows the reason."
        }
      }
    }
  }

  private var migrations: HTML {
    HTML(
      review.migrations.map { migration in
        let name = migration.dialect.rawValue
        return section("sql-\(name)", "SQL for \(name)") {
          element("h3") { "Migration" }
          Self.listing(migration.text, "Migration for \(name)", isDifference: false)
          if !migration.schemaDifference.isEmpty {
            element("h3") { "Difference of the schema" }
            Self.listing(
              migration.schemaDifference,
              "Difference of the schema for \(name)",
              isDifference: true
            )
          }
        }
      }
    )
  }

  /// The maximum number of bytes of a listing, so that the page stays small enough for a pull request.
  private static let listingLimit = 60_000

  /// Preformatted text, its lines colored if it is a diff.
  private static func listing(_ text: String, _ title: String, isDifference: Bool) -> HTML {
    var shown: [HTML] = []
    var size = 0
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines {
      let html = Self.line(line, isDifference: isDifference)
      size += html.text.utf8.count
      guard size <= listingLimit else { break }
      shown.append(html)
    }
    let rest = lines.count - shown.count
    return HTML([
      element(
        "pre",
        .plain("tabindex", "0"),
        .plain("role", "group"),
        .plain("aria-label", title)
      ) { element("code") { HTML(shown) } },
      rest > 0
        ? element("p", .class("quiet")) {
          "\(rest) more lines are omitted to keep the page small."
        }
        : .empty,
    ])
  }

  private static func line(_ line: Substring, isDifference: Bool) -> HTML {
    let text = "\(String(line).visible)\n"
    guard isDifference else { return HTML(text) }
    return switch line.first {
    case "+": element("ins") { text }
    case "-": element("del") { text }
    case "@": element("span", .class("quiet")) { text }
    default: HTML(text)
    }
  }
}
