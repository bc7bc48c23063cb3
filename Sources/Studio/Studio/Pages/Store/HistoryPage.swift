import StoreBrowsing
import WebPages

/// The transactions of a store, the newest first.
struct HistoryPage {
  let links: SiteLinks

  /// Nil for a store that keeps no history.
  let extract: HistoryExtract?

  var html: HTML {
    HTML([element("h1") { "History" }, extract.map(content) ?? none])
  }

  private var none: HTML {
    element("p") {
      "The store has no history: no program has opened it with NSPersistentHistoryTrackingKey."
    }
  }

  private func content(_ extract: HistoryExtract) -> HTML {
    HTML([
      element(
        "div",
        .class("scroll sheet"),
        .plain("tabindex", "0"),
        .plain("role", "region"),
        .plain("aria-label", "Transactions, scrollable")
      ) {
        element("table") {
          element("thead") {
            element("tr") {
              ["Transaction", "Time", "Author", "Context", "Program", "Process"].map { title in
                element("th", .plain("scope", "col")) { title }
              }
            }
          }
          element("tbody") { extract.transactions.map(row) }
        }
      },
      extract.transactions.isEmpty
        ? element("p", .class("quiet")) { "These transactions are no longer in the history." }
        : .empty,
      pages(extract),
    ])
  }

  private func row(_ transaction: ShownTransaction) -> HTML {
    element("tr") {
      element("th", .plain("scope", "row")) {
        element("a", links.href(.transaction(transaction.number))) { "\(transaction.number)" }
      }
      [
        transaction.time, transaction.author ?? "", transaction.context ?? "", transaction.program,
        transaction.process,
      ].map { text in element("td") { text } }
    }
  }

  private func pages(_ extract: HistoryExtract) -> HTML {
    let newer = extract.first + 2 * HistoryExtract.pageSize - 1
    return element("nav", .plain("aria-label", "Pages of the history")) {
      element("ul", .class("plain row")) {
        if extract.first + HistoryExtract.pageSize <= extract.last {
          element("li") { element("a", links.href(.history)) { "Newest" } }
          element("li") {
            element("a", links.href(.history, [("upto", "\(min(newer, extract.last))")])) {
              "Newer"
            }
          }
        }
        if extract.first > 1 {
          element("li") {
            element("a", links.href(.history, [("upto", "\(extract.first - 1)")])) { "Older" }
          }
        }
      }
    }
  }
}

/// The changes of a transaction.
struct TransactionPage {
  let links: SiteLinks
  let transaction: ShownTransaction

  /// The maximum number of objects on a page: a transaction of an import may have more.
  private static let limit = 1_000

  var html: HTML {
    HTML([
      element("h1") { "Transaction \(transaction.number)" },
      element("p") { element("a", links.href(.history)) { "Back to the history" } },
      element("p") {
        "\(transaction.time), by \(transaction.author ?? "an unnamed author"), "
          + "\(transaction.changes.count) \(transaction.changes.count == 1 ? "change" : "changes")."
      },
      element("div", .class("scroll sheet")) {
        element("table") {
          element("thead") {
            element("tr") {
              ["Change", "Object", "What"].map { title in
                element("th", .plain("scope", "col")) { title }
              }
            }
          }
          element("tbody") { transaction.changes.prefix(Self.limit).map(row) }
        }
      },
    ])
  }

  private func row(_ change: ShownChange) -> HTML {
    element("tr") {
      element("td") { change.kind.rawValue }
      element("td") {
        if change.kind == .deleted {
          change.object.text
        } else {
          element("a", links.href(.object(change.object))) { change.object.text }
        }
      }
      element("td") { (change.properties + change.kept).joined(separator: ", ") }
    }
  }
}
