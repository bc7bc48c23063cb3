import Foundation
import HTTPServer
import LeagueOperations
import WebPages

/// The parts around the rows of a long list: their number, the search form, and the
/// pager.
struct ListFrame<Order: ListOrder>: Hashable, Sendable {
  let route: Route
  let feed: FeedName
  let query: ListQuery<Order>

  /// The number of rows of all pages.
  let total: Int

  private var pageCount: Int { max(1, League.pageCount(total)) }

  /// The number of rows, and the range of the shown ones.
  var count: String {
    let noun = total == 1 ? feed.one : feed.many
    var text = "\(total.grouped) \(noun)"
    if pageCount > 1 || query.page > 1 {
      let size = ListQuery<Order>.pageSize
      let first = (query.page - 1) * size + 1
      let last = min(query.page * size, total)
      text = first <= last ? "\(first.grouped)–\(last.grouped) of \(text)" : "None of \(text)"
    }
    return query.search.isEmpty ? text : "\(text) with “\(query.search)”"
  }

  /// The links to other pages; empty if all rows are on one.
  var pager: HTML {
    guard pageCount > 1 || query.page > 1 else { return .empty }
    let number = query.page
    return HTML([
      number > 1 ? link("First", to: 1) : .empty,
      number > 1 ? link("Previous", to: min(number - 1, pageCount), rel: "prev") : .empty,
      element("span", .plain("aria-current", "page")) {
        "Page \(number.grouped) of \(pageCount.grouped)"
      },
      number < pageCount ? link("Next", to: number + 1, rel: "next") : .empty,
      number < pageCount ? link("Last", to: pageCount) : .empty,
    ])
  }

  private func link(_ title: String, to page: Int, rel: String? = nil) -> HTML {
    element(
      "a",
      .class("button small"),
      .href(Link(route, query.page(page).fields)),
      rel.map { .plain("rel", $0) }
    ) { title }
  }

  /// The pager with the element that contains it.
  var pagerPlace: HTML {
    element(
      "nav",
      .class("pager"),
      .plain("aria-label", "Pages"),
      .plain("data-pager", feed.rawValue)
    ) { pager }
  }

  var countPlace: HTML {
    element("p", .class("count"), .plain("data-count", feed.rawValue)) { count }
  }

  /// The search form, with the sort order; it works without script.
  func tools(_ orders: [(order: Order, title: String)]) -> HTML {
    element(
      "form",
      .class("tools"),
      .plain("method", "get"),
      .plain("role", "search"),
      .action(route)
    ) {
      element("label", .plain("for", "q")) { "Search" }
      void(
        "input",
        .id("q"),
        .plain("name", "q"),
        .plain("type", "search"),
        .plain("value", query.search),
        .plain("maxlength", "\(ListQuery<Order>.searchLimit)"),
        .plain("autocomplete", "off"),
        .plain("spellcheck", "false")
      )
      element("label", .plain("for", "sort")) { "Sort by" }
      element("select", .id("sort"), .plain("name", "sort")) {
        orders.map { choice in
          element(
            "option",
            .plain("value", choice.order.rawValue),
            choice.order == query.order ? .plain("selected") : nil
          ) { choice.title }
        }
      }
      element("button", .class("button")) { "Show" }
      if !query.search.isEmpty {
        element("a", .class("button"), .href(Link(route, ListQuery(order: query.order).fields))) {
          "Clear search"
        }
      }
    }
  }

  /// The text in place of the rows if there are none.
  func empty(_ text: String) -> String {
    if !query.search.isEmpty { return "No \(feed.one) has “\(query.search)”." }
    return total > 0 || query.page > 1 ? "There is nothing on this page any more." : text
  }
}

extension FeedName {
  /// The noun for one row.
  var one: String { self == .teams ? "team" : "player" }

  /// The noun for several rows.
  var many: String { "\(one)s" }
}

extension Int {
  /// The number with thousands separators.
  var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + text
  }
}

/// The parts around a list that change with it, for the script.
struct ListSummary: Encodable, Hashable, Sendable {
  let count: String
  let pager: String

  init<Order>(_ frame: ListFrame<Order>) {
    count = frame.count
    pager = frame.pager.text
  }
}
