import StoreBrowsing
import WebPages
import WebSites

/// Objects of an entity or of a relationship, one page at a time.
struct TablePage {
  let links: SiteLinks
  let route: StoreRoute
  let query: TableQuery

  /// Nil if the condition is invalid.
  var table: ObjectListing?
  var problem: BrowsingError?
  var keyPaths: [String] = []

  /// The entity of the object that can be added; nil if none can.
  var addedEntity: String?

  var html: HTML {
    HTML([
      element("h1") { StoreTitle.text(of: route) },
      origin, form,
      addition,
      table.map(rows) ?? .empty,
      table.map(pages) ?? .empty,
    ])
  }

  /// The owner of the objects.
  private var origin: HTML {
    guard let owner = query.owner else { return .empty }
    return element("p") {
      element("a", links.href(.object(owner.object))) { "Back to \(owner.object.text)" }
    }
  }

  private var addition: HTML {
    guard let entity = addedEntity else { return .empty }
    let fields = [("verb", "add"), ("entity", entity)]
    return links.form(.store(.edit), back: .store(route), fields) {
      FormParts.button("New \(entity)")
    }
  }

  // MARK: The condition

  private var form: HTML {
    element(
      "form",
      .plain("method", "get"),
      .plain("role", "search"),
      .plain("aria-label", "Condition"),
      links.action(.store(route))
    ) {
      element("label", .class("wide")) {
        "Condition, such as: name BEGINSWITH[cd] 'a' AND number > 3"
        void(
          "input",
          .plain("name", "where"),
          .plain("value", query.predicate),
          .plain("list", "completions"),
          .plain("data-keys", keyPaths.joined(separator: " ")),
          problem == nil ? nil : .plain("aria-invalid", "true"),
          problem == nil ? nil : .plain("aria-describedby", "problem"),
          .plain("autocomplete", "off"),
          .plain("autocapitalize", "off"),
          .plain("spellcheck", "false")
        )
      }
      element("datalist", .id("completions")) {
        keyPaths.map { void("option", .plain("value", $0)) }
      }
      if let order = query.order { FormParts.hidden("order", order) }
      if !query.isAscending { FormParts.hidden("descending", "yes") }
      element("button") { "Show" }
      if !query.predicate.isEmpty {
        element("a", links.href(route, order(query.order, query.isAscending))) { "Show all" }
      }
      mistake
    }
  }

  private var mistake: HTML {
    guard let problem else { return .empty }
    return element("div", .class("problem"), .id("problem"), .plain("role", "alert")) {
      element("p") {
        problem.message.capitalizedSentence
        if let hint = problem.hint { " \(hint.capitalizedSentence)" }
      }
      if let offset = problem.utf8Offset {
        element("pre") {
          "\(query.predicate)\n\(String(repeating: " ", count: column(offset)))^"
        }
      }
    }
  }

  /// The number of characters before a byte of the condition.
  private func column(_ offset: Int) -> Int {
    String(decoding: query.predicate.utf8.prefix(offset), as: UTF8.self).count
  }

  // MARK: The objects

  private func rows(_ table: ObjectListing) -> HTML {
    let cell = ValueCell(links: links)
    return element(
      "div",
      .class("scroll sheet"),
      .plain("tabindex", "0"),
      .plain("role", "region"),
      .plain("aria-label", "Objects, scrollable")
    ) {
      element("table") {
        element("caption") {
          table.count == 1
            ? "1 object" : "\(table.count) objects, page \(table.page) of \(table.pageCount)"
        }
        element("thead") {
          element("tr") {
            element("th", .plain("scope", "col")) { "Object" }
            table.columns.map(head)
          }
        }
        element("tbody") {
          table.rows.map { row in
            element("tr") {
              element("th", .plain("scope", "row")) { cell.link(row.object) }
              row.values.map { value in element("td") { cell.html(value) } }
            }
          }
        }
      }
    }
  }

  private func head(_ column: ObjectListing.Column) -> HTML {
    let isOrder = column.canOrder && query.order == column.name
    let direction = query.isAscending ? "ascending" : "descending"
    return element(
      "th",
      .plain("scope", "col"),
      isOrder ? .plain("aria-sort", direction) : nil
    ) {
      if column.canOrder {
        element(
          "a",
          links.href(route, condition + order(column.name, !(isOrder && query.isAscending)))
        ) { "\(column.name)\(isOrder ? (query.isAscending ? " ▲" : " ▼") : "")" }
      } else {
        column.name
      }
      element("span", .class("type")) { column.type }
    }
  }

  private var condition: [(String, String)] {
    query.predicate.isEmpty ? [] : [("where", query.predicate)]
  }

  private func order(_ name: String?, _ isAscending: Bool) -> [(String, String)] {
    (name.map { [("order", $0)] } ?? []) + (isAscending ? [] : [("descending", "yes")])
  }

  private func pages(_ table: ObjectListing) -> HTML {
    guard table.pageCount > 1 else { return .empty }
    let all = condition + order(query.order, query.isAscending)
    func link(_ title: String, _ page: Int, _ isThere: Bool) -> HTML {
      element("li") {
        if isThere {
          element("a", links.href(route, all + [("page", "\(page)")])) { title }
        } else {
          element("span", .class("quiet")) { title }
        }
      }
    }
    return element("nav", .plain("aria-label", "Pages of the table")) {
      element("ul", .class("plain row")) {
        link("First", 1, table.page > 1)
        link("Previous", table.page - 1, table.page > 1)
        link("Next", table.page + 1, table.page < table.pageCount)
        link("Last", table.pageCount, table.page < table.pageCount)
      }
    }
  }
}
