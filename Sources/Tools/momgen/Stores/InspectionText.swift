import Diagnostics
import ManagedModel
import SQLSchema
import StoreMigration

/// The contents of a store as text.
struct InspectionText {
  let inspection: StoreInspection

  var text: String {
    var text =
      "\(inspection.path.visible): \(counted(inspection.entities.count, "entity", "entities"))"
    text += ", \(counted(inspection.objectCount, "object", "objects"))"
    text += ", \(ByteCount(inspection.sizes.database + inspection.sizes.log).text)\n\n"
    for (name, value) in facts { text += "  \(name.padded(to: 12))  \(value)\n" }
    text += "\n" + entityTable
    if !inspection.problems.isEmpty { text += "\n" }
    for problem in inspection.problems {
      text += "\(problem.rule.severity.rawValue): \(problem.message.visible) "
      text += "[\(problem.rule.rawValue)]\n"
    }
    return text
  }

  // MARK: Facts

  private var facts: [(String, String)] {
    let metadata = inspection.metadata
    let sizes = inspection.sizes
    var facts = [("identifier", metadata.identifier.visible), ("model", model)]
    facts += (inspection.comparison?.differences ?? []).map {
      ("", "\($0.entity.visible): \($0.kind.rawValue)")
    }
    let names = metadata.modelIdentifiers.filter { !$0.isEmpty }
    if !names.isEmpty { facts.append(("version IDs", names.joined(separator: ", ").visible)) }
    facts.append(("model cache", cache))
    if let version = metadata.frameworkVersion {
      facts.append(
        ("Core Data", "\(version): \(LayoutEra(frameworkVersion: version).summary)")
      )
    }
    if let server = inspection.server {
      facts.append(
        (
          "server",
          "PostgreSQL \(server.version), database \(server.database), schema \(server.schema)"
            .visible
        )
      )
      return facts + [("history", history)]
    }
    facts.append(
      (
        "file",
        "\(ByteCount(sizes.database).text), \(sizes.pageCount) pages of \(sizes.pageSize), "
          + "\(sizes.freePageCount) free, journal \(sizes.journal)"
      )
    )
    if sizes.log > 0 { facts.append(("log", ByteCount(sizes.log).text)) }
    facts.append(("history", history))
    facts.append(("large values", externalData))
    return facts
  }

  private var model: String {
    if let version = inspection.model.version { return "version '\(version.visible)'" }
    if inspection.comparison != nil { return "no version of the given model" }
    return inspection.model.model == nil ? "not known" : "the model in the store"
  }

  private var cache: String {
    switch inspection.model.cache {
    case .absent: "none"
    case .current: "the model of the store"
    case .stale: "another model"
    case .damaged: "damaged"
    }
  }

  private var history: String {
    guard let history = inspection.history else { return "none" }
    let size = history.bytes.map { ", \(ByteCount($0).text)" } ?? ""
    return counted(history.transactionCount, "transaction", "transactions") + ", "
      + counted(history.changeCount, "change", "changes") + size
  }

  private var externalData: String {
    let files = inspection.externalData
    guard files.fileCount > 0 || !files.missing.isEmpty else { return "none in files" }
    return counted(files.fileCount, "file", "files")
      + ", \(ByteCount(files.bytes).text), \(files.missing.count) missing, \(files.unused.count) unused"
  }

  // MARK: Entities

  /// The table of entities; entities of one tree share a table, whose size is beside the root.
  private var entityTable: String {
    let names = inspection.entities.map {
      String(repeating: "  ", count: $0.depth) + $0.name.visible
    }
    let width = (names + ["entity"]).map(TextWidth.of).max() ?? 0
    let counts = inspection.entities.map { "\($0.objectCount)" }
    let countWidth = (counts + ["objects"]).map(\.count).max() ?? 0
    let size = inspection.areSizesEstimated ? "table (estimated)" : "table"
    var text = "entity".padded(to: width) + "  objects".leading(countWidth + 2) + "  \(size)\n"
    let sizes = Dictionary(inspection.tables.map { ($0.name, $0.bytes) }) { first, _ in first }
    for (index, entity) in inspection.entities.enumerated() {
      var line = names[index].padded(to: width) + "  " + counts[index].leading(countWidth)
      if entity.depth == 0, let table = entity.table, let bytes = sizes[table] ?? nil {
        line += "  \(ByteCount(bytes).text)"
      }
      text += line + "\n"
    }
    return text
  }

  private func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}

extension String {
  /// The text padded on the left, so that columns are aligned.
  fileprivate func leading(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
