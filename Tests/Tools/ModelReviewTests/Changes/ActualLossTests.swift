import ManagedModel
import ModelComparison
import StoreMigration
import StoreSamples
import Testing

@testable import ModelReview

/// A migration loses exactly the values that a review names.
struct ActualLossTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `reviews say what migrations lose`(part: UInt64) throws {
    var compared = 0
    for seed in part * 100..<(part + 1) * 100 {
      var edits = ModelEdits(seed: seed + 300_000, changesConnections: true)
      let old = edits.model()
      let new = edits.edited(old)
      let diff = ModelDiff(from: ResolvedModel(old), to: ResolvedModel(new))
      guard !diff.hasSameHashes else { continue }
      let isCertain = !diff.changes.contains { change in
        change.consequence == .mapping
          || change.faults.contains { $0.judgement.consequence == .mapping }
      }
      do {
        let faults = try faults(diff, ActualLosses(from: old, to: new))
        compared += 1
        if !faults.isEmpty { Issue.record("seed \(seed): \(faults.joined(separator: "\n"))") }
      } catch let error as StoreMigrationError {
        if isCertain { Issue.record("seed \(seed): \(error)") }
      }
    }
    #expect(compared > 50)
  }

  private func faults(_ diff: ModelDiff, _ losses: ActualLosses) -> [String] {
    let said = ReportedLosses(diff, losses)
    var faults = losses.faults + said.faults
    faults += said.parts.subtracting(losses.allParts).map { "not lost: \(said.title($0))" }.sorted()
    let covered = said.parts.union(said.parts.map(losses.firstEnd))
    // Some numbers differ by less than the distance to the next one.
    let inexact = said.inexact.map(ActualLosses.Part.property)
    faults += losses.parts.subtracting(covered).subtracting(inexact).map {
      "lost unsaid: \(said.title($0))"
    }.sorted()
    let isForeseen = !losses.foreseen.isEmpty
    if isForeseen ? losses.ownParts.isEmpty : !losses.parts.isEmpty {
      faults.append("migrate foresees: \(losses.foreseen)")
    }
    let review = Linter(LintConfiguration()).review(
      LintSubject(diff.new, base: LintBase(title: "base", diff: diff))
    )
    let found = review.findings.contains {
      ["destructive-change", "data-dependent-change"].contains($0.rule)
    }
    if !found, !said.parts.isEmpty { faults.append("lint finds nothing") }
    guard !faults.isEmpty else { return [] }
    return faults
      + diff.changes.map { "  \($0.consequence) \($0.action) \($0.element): \($0.remarks)" }
      + losses.foreseen.map { "  migrate: \($0)" }
      + shapes(diff.old).map { "  old \($0)" } + shapes(diff.new).map { "  new \($0)" }
  }

  /// Short descriptions of the relationships of a model.
  private func shapes(_ model: ResolvedModel) -> [String] {
    model.entities.flatMap { entity in
      entity.entity.properties.compactMap(\.relationship).map { one in
        "\(entity.name).\(one.name)\(one.isToMany ? one.isOrdered ? " ->>>" : " ->>" : " ->") "
          + (one.destinationName ?? "?")
          + (one.inverseName.map { " (\($0))" } ?? "")
      }
    }
  }
}

/// The losses that a review names.
private struct ReportedLosses {
  let diff: ModelDiff
  var parts: Set<ActualLosses.Part> = []
  var inexact: [PropertyLocation] = []
  var faults: [String] = []

  init(_ diff: ModelDiff, _ losses: ActualLosses) {
    self.diff = diff
    for change in diff.changes {
      if change.isInexact { inexact += locations(change) }
      guard change.faults.contains(where: { $0.judgement.consequence == .dataLoss }) else {
        continue
      }
      let found = locations(change)
      if found.isEmpty { faults.append("about nothing: \(change.element)") }
      for location in found { parts.insert(.property(location)) }
      if change.action == .removed, change.element.kind == .entity {
        for entity in diff.old.entities where entity.name == change.element.name {
          parts.insert(.entity(entity.index))
        }
        faults.removeLast()
      }
    }
  }

  func title(_ part: ActualLosses.Part) -> String {
    switch part {
    case .entity(let entity): diff.old.entities[entity].name
    case .property(let location): diff.old.title(of: location)
    }
  }

  /// The old properties that a change is about.
  private func locations(_ change: Change) -> [PropertyLocation] {
    if change.element.kind == .entity {
      return allLocations(diff.old).filter { location in
        change.remarks.contains {
          $0.hasPrefix("its objects lose ")
            && "\($0),".dropFirst(16).contains(" \(diff.old.title(of: location)),")
        }
      }
    }
    if change.action == .removed {
      return allLocations(diff.old).filter { diff.old.title(of: $0) == change.element.name }
    }
    return allLocations(diff.new).filter { diff.new.title(of: $0) == change.element.name }.flatMap {
      let own = diff.correspondence.sources(of: $0)
      guard own.isEmpty, let inverse = diff.new.entities[$0.entity].ends[$0.property].inverse else {
        return own
      }
      return diff.correspondence.sources(of: inverse)
    }
  }

  private func allLocations(_ model: ResolvedModel) -> [PropertyLocation] {
    model.entities.flatMap { entity in
      entity.entity.properties.indices.map {
        PropertyLocation(entity: entity.index, property: $0)
      }
    }
  }
}
