import Diagnostics
import StoreBrowsing
import StoreMigration
import WebPages

/// A store as a whole: its metadata, and its entities.
struct StoreOverviewPage {
  let links: SiteLinks
  let inspection: StoreInspection

  private var isKnown: Bool { inspection.model.model != nil }

  var html: HTML {
    HTML([
      element("h1") { "Store" },
      facts, entities,
      ProblemList(
        title: "Problems",
        problems: inspection.problems,
        none: "A quick check found no problem; 'Check' checks every value."
      ).html,
    ])
  }

  private var facts: HTML {
    element("section", .plain("aria-labelledby", "facts")) {
      element("h2", .id("facts")) { "The store" }
      element("dl") {
        rows.map { row in
          HTML([element("dt") { row.0 }, element("dd") { row.1 }])
        }
      }
      if !isKnown {
        element("p", .class("problem")) {
          "The version of the model is unknown, so objects cannot be shown. Start the studio with "
            + "the model "
            + "and --store."
        }
      }
    }
  }

  private var rows: [(String, String)] {
    let metadata = inspection.metadata
    var rows = [
      ("Place", inspection.path.visible), ("Identifier", metadata.identifier.visible),
      ("Model", model),
      ("Objects", "\(inspection.objectCount) of \(inspection.entities.count) entities"),
    ]
    let names = metadata.modelIdentifiers.filter { !$0.isEmpty }
    if !names.isEmpty { rows.append(("Version identifiers", names.joined(separator: ", "))) }
    if let server = inspection.server {
      rows.append(("Server", "PostgreSQL \(server.version)"))
      rows.append(("Database", "\(server.database), schema \(server.schema)"))
      rows.append(("Size", ByteCount(inspection.sizes.database).text))
    } else {
      let sizes = inspection.sizes
      rows.append(("File", "\(ByteCount(sizes.database).text), journal \(sizes.journal)"))
      if sizes.log > 0 { rows.append(("Log", ByteCount(sizes.log).text)) }
      let files = inspection.externalData
      rows.append(
        (
          "Large values",
          files.fileCount == 0
            ? "none in files"
            : counted(files.fileCount, "file") + ", \(ByteCount(files.bytes).text)"
        )
      )
    }
    rows.append(
      (
        "History",
        inspection.history.map {
          counted($0.transactionCount, "transaction") + ", " + counted($0.changeCount, "change")
        } ?? "none"
      )
    )
    return rows
  }

  private func counted(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }

  private var model: String {
    if let version = inspection.model.version { return "version '\(version)'" }
    return isKnown ? "the model in the store" : "not known"
  }

  private var entities: HTML {
    let sizes = Dictionary(inspection.tables.map { ($0.name, $0.bytes) }) { first, _ in first }
    return element("section", .plain("aria-labelledby", "entities")) {
      element("h2", .id("entities")) { "Entities" }
      element("div", .class("scroll")) {
        element("table") {
          element("thead") {
            element("tr") {
              element("th", .plain("scope", "col")) { "Entity" }
              element("th", .plain("scope", "col"), .class("number")) { "Objects" }
              element("th", .plain("scope", "col")) { "Table" }
              element("th", .plain("scope", "col"), .class("number")) {
                inspection.areSizesEstimated ? "Size (estimated)" : "Size"
              }
            }
          }
          element("tbody") { inspection.entities.map { row($0, sizes) } }
        }
      }
    }
  }

  private func row(_ entity: EntityInspection, _ sizes: [String: Int?]) -> HTML {
    // Entities of one tree share a table, whose size is shown beside the root.
    let bytes = entity.depth == 0 ? entity.table.flatMap { sizes[$0] ?? nil } : nil
    return element("tr") {
      element("th", .plain("scope", "row")) {
        String(repeating: "\u{2003}", count: entity.depth)
        if isKnown {
          element("a", links.href(.table(entity: entity.name))) { entity.name }
        } else {
          entity.name
        }
      }
      element("td", .class("number")) { "\(entity.objectCount)" }
      element("td") { entity.table ?? "" }
      element("td", .class("number")) { bytes.map { ByteCount($0).text } ?? "" }
    }
  }
}

/// The problems of a store.
struct ProblemList {
  let title: String
  let problems: [StoreProblem]
  let none: String

  /// The maximum number of problems on a page: a store may have one in each row.
  private static let limit = 500

  var html: HTML {
    element("section", .plain("aria-labelledby", "problems")) {
      element("h2", .id("problems")) { title }
      if problems.isEmpty {
        element("p") { none }
      } else {
        element("ul") {
          problems.prefix(Self.limit).map { problem in
            element("li") {
              element("strong") { "\(problem.rule.severity.rawValue): " }
              "\(problem.message.visible) [\(problem.rule.rawValue)]"
            }
          }
        }
      }
    }
  }
}

/// The result of a full check of a store, as by `momgen verify`.
struct VerificationPage {
  let inspection: StoreInspection

  var html: HTML {
    HTML([
      element("h1") { "Check" },
      element("p") {
        "The database, its schema, and the values of \(inspection.objectCount) objects of "
          + "\(inspection.entities.count) entities were checked, as by 'momgen verify'."
      },
      ProblemList(title: "Problems", problems: inspection.problems, none: "There are none.").html,
    ])
  }
}
