import Diagnostics
import JSON
import ManagedModel
import ModelComparison
import ModelFiles
import ModelReview
import SQLSchema

/// A review as JSON.
struct DiffJSON {
  let review: DiffReview

  var text: String { JSONText().text(of: value) + "\n" }

  var value: JSONValue {
    [
      "format": 1,
      "from": side(review.old, checksum: review.diff.oldChecksum),
      "to": side(review.new, checksum: review.diff.newChecksum),
      "consequence": .string(review.consequence.rawValue),
      "changedHashes": .array(review.diff.changedHashes.map { .string($0) }),
      "changes": .array(zip(review.changes, review.places).map { change($0, at: $1) }),
      "likelyRenames": .array(review.diff.likelyRenames.map(likelyRename)),
      "shipped": .array(review.shipped.map(shipped)),
      "migrations": .array(review.migrations.map(migration)),
    ]
  }

  private func side(_ model: ReviewedModel, checksum: String) -> JSONValue {
    [
      "title": .string(model.title),
      "version": .string(model.loaded.version.name),
      "path": .string(model.path),
      "checksum": .string(checksum),
    ]
  }

  private func change(_ change: Change, at place: Place) -> JSONValue {
    [
      "kind": .string(change.element.kind.rawValue),
      "name": .string(change.element.name),
      "action": .string(change.action.word),
      "origin": JSONValue(change.action.origin),
      "consequence": .string(change.consequence.rawValue),
      "rules": .array(change.brokenRules.map { .string($0.id) }),
      "fields": .array(
        change.fields.map { field in
          [
            "name": .string(field.title),
            "old": JSONValue(field.old),
            "new": JSONValue(field.new),
            "consequence": .string(field.judgement.consequence.rawValue),
          ]
        }
      ),
      "remarks": .array(change.remarks.map { .string($0) }),
      "advice": .array(change.advice.map { .string($0) }),
      "path": JSONValue(place.path),
      "line": JSONValue(place.line),
      "column": JSONValue(place.column),
    ]
  }

  private func likelyRename(_ rename: LikelyRename) -> JSONValue {
    [
      "from": .string(rename.oldTitle),
      "to": .string(rename.newTitle),
      "renamingIdentifier": .string(rename.oldName),
      "similarity": .number((rename.similarity * 100).rounded() / 100),
    ]
  }

  private func shipped(_ shipped: ShippedVersionBreak) -> JSONValue {
    var entities: [String] = []
    if case .edited(let edited) = shipped.kind { entities = edited }
    return [
      "version": .string(shipped.version),
      "message": .string(shipped.message),
      "entities": .array(entities.map { .string($0) }),
    ]
  }

  private func migration(_ script: MigrationScript) -> JSONValue {
    [
      "dialect": .string(script.dialect.rawValue),
      "isAtomic": .bool(script.plan.isAtomic),
      "steps": .array(
        script.plan.transactions.enumerated().flatMap { number, steps in
          steps.map { step in
            [
              "kind": .string(step.kind.rawValue),
              "title": .string(step.title),
              "statements": .array(step.statements.map { .string($0) }),
              "lock": JSONValue(step.lock?.rawValue),
              "work": .string(step.work.rawValue),
              "transaction": .integer(number + 1),
              "outsideTransaction": .bool(step.runsOutsideTransactions),
              "cautions": .array(step.cautions.map { .string($0.rawValue) }),
            ]
          }
        }
      ),
    ]
  }
}
