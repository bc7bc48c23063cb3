import Diagnostics
import Digests
import JSON
import ManagedModel
import StoreMigration

/// The contents of a store as JSON.
struct InspectionJSON {
  let inspection: StoreInspection

  var text: String { JSONText().text(of: value) + "\n" }

  private var value: JSONValue {
    let metadata = inspection.metadata
    return [
      "path": .string(inspection.path),
      "identifier": .string(metadata.identifier),
      "frameworkVersion": JSONValue(metadata.frameworkVersion),
      "model": model,
      "file": inspection.server == nil ? file : .null,
      "server": server,
      "entities": .array(inspection.entities.map(entity)),
      "tables": .array(
        inspection.tables.map { table in
          [
            "name": .string(table.name), "rows": .integer(table.rowCount),
            "bytes": JSONValue(table.bytes),
          ]
        }
      ),
      "sizesAreEstimated": .bool(inspection.areSizesEstimated),
      "history": history,
      "externalData": externalData,
      "problems": .array(inspection.problems.map(problem)),
    ]
  }

  private var model: JSONValue {
    let metadata = inspection.metadata
    return [
      "version": JSONValue(inspection.model.version),
      "identifiers": .array(metadata.modelIdentifiers.map(JSONValue.string)),
      "checksum": JSONValue(metadata.checksum),
      "cache": .string(cache),
      "differences": differences,
    ]
  }

  private var differences: JSONValue {
    guard let comparison = inspection.comparison else { return .null }
    return .array(
      comparison.differences.map { difference -> JSONValue in
        [
          "entity": .string(difference.entity), "difference": .string(difference.kind.rawValue),
        ]
      }
    )
  }

  private var cache: String {
    switch inspection.model.cache {
    case .absent: "absent"
    case .current: "current"
    case .stale: "stale"
    case .damaged: "damaged"
    }
  }

  private var file: JSONValue {
    let sizes = inspection.sizes
    return [
      "bytes": .integer(sizes.database),
      "logBytes": .integer(sizes.log),
      "pageSize": .integer(sizes.pageSize),
      "pages": .integer(sizes.pageCount),
      "freePages": .integer(sizes.freePageCount),
      "journal": .string(sizes.journal),
    ]
  }

  private var server: JSONValue {
    guard let server = inspection.server else { return .null }
    return [
      "version": .string(server.version),
      "database": .string(server.database),
      "schema": .string(server.schema),
      "bytes": .integer(inspection.sizes.database),
    ]
  }

  private func entity(_ entity: EntityInspection) -> JSONValue {
    [
      "name": .string(entity.name),
      "number": .integer(entity.number),
      "parent": JSONValue(entity.parent),
      "table": JSONValue(entity.table),
      "objects": .integer(entity.objectCount),
      "hash": JSONValue(entity.hash?.base64),
    ]
  }

  private var history: JSONValue {
    guard let history = inspection.history else { return .null }
    return [
      "transactions": .integer(history.transactionCount),
      "changes": .integer(history.changeCount),
      "bytes": JSONValue(history.bytes),
    ]
  }

  private var externalData: JSONValue {
    let files = inspection.externalData
    return [
      "path": .string(files.path),
      "files": .integer(files.fileCount),
      "bytes": .integer(files.bytes),
      "missing": .array(files.missing.map { .string($0.name) }),
      "unused": .array(files.unused.map { .string($0.name) }),
    ]
  }

  private func problem(_ problem: StoreProblem) -> JSONValue {
    [
      "rule": .string(problem.rule.rawValue),
      "severity": .string(problem.rule.severity.rawValue),
      "message": .string(problem.message),
      "element": JSONValue(problem.element),
      "count": JSONValue(problem.count),
    ]
  }
}
