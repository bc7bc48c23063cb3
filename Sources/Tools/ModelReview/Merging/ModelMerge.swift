import ManagedModel
import ModelComparison

/// A three-way merge of models, element by element instead of line by line.
///
/// Elements are the same when they have the same name, or when one side has renamed them and declares it with
/// a renaming identifier. An edit of one side is taken; edits of both are merged field by field; only
/// fields that both sides set differently, and elements that one side removed and the other changed, are
/// conflicts.
package struct ModelMerge: Sendable {
  /// The merged model with our side of the conflicts.
  package let ours: Model

  /// The merged model with their side of the conflicts; without conflicts it equals ``ours``.
  package let theirs: Model

  package let conflicts: [MergeConflict]

  package init(base: Model, ours: Model, theirs: Model) {
    var mine = ThreeWayMerger(.ours)
    self.ours = mine.merge(base, ours, theirs)
    conflicts = mine.conflicts
    var other = ThreeWayMerger(.theirs)
    self.theirs = other.merge(base, ours, theirs)
  }
}

/// Merges models; one side wins in conflicts.
struct ThreeWayMerger {
  let preference: MergePreference
  var conflicts: [MergeConflict] = []

  init(_ preference: MergePreference) {
    self.preference = preference
  }

  mutating func merge(_ base: Model, _ ours: Model, _ theirs: Model) -> Model {
    var model = ours
    model.header = mergeHeader(base.header, ours.header, theirs.header, ours, theirs)
    model.entities = merge(
      ElementLists(base.entities, ours.entities, theirs.entities),
      "entity",
      \.name,
      renamed: \.renamingIdentifier
    ) { merger, base, ours, theirs in merger.merge(base, ours, theirs) }
    model.fetchRequests = merge(
      ElementLists(base.fetchRequests, ours.fetchRequests, theirs.fetchRequests),
      "fetch request",
      \.name
    ) { $0.merge($1, $2, $3, .all, "fetch request \($2.name)") }
    model.configurations = merge(
      ElementLists(base.configurations, ours.configurations, theirs.configurations),
      "configuration",
      \.name
    ) { merger, base, ours, theirs in merger.merge(base, ours, theirs) }
    model.composites = merge(
      ElementLists(base.composites, ours.composites, theirs.composites),
      "composite",
      \.name
    ) { merger, base, ours, theirs in merger.merge(base, ours, theirs) }
    model.diagram = mergeDiagram(base.diagram, ours.diagram, theirs.diagram)
    model.spelling = mergeSpelling(base.spelling, ours.spelling, theirs.spelling)
    return model
  }

  /// Merges headers; the version of Xcode that saved the file never conflicts: the newer one wins.
  private mutating func mergeHeader(
    _ base: ModelHeader,
    _ ours: ModelHeader,
    _ theirs: ModelHeader,
    _ model: Model,
    _ other: Model
  ) -> ModelHeader {
    var header = preference.choice(ours, theirs)
    if !ElementFields<ModelHeader>.all.merge(base, ours, theirs, into: &header) {
      report("the model", FieldRules.model, base, ours, theirs, model.source, other.source)
    }
    func newer(_ left: String?, _ right: String?) -> String? {
      guard let left, let right else { return left ?? right }
      return (left.utf8.count, left) < (right.utf8.count, right) ? right : left
    }
    header.lastSavedToolsVersion = newer(ours.lastSavedToolsVersion, theirs.lastSavedToolsVersion)
    header.systemVersion = newer(ours.systemVersion, theirs.systemVersion)
    header.prologue = ours.prologue
    header.epilogue = ours.epilogue
    header.endsWithNewline = ours.endsWithNewline
    return header
  }

  /// Merges diagrams: boxes stay where they were moved; those moved on both sides, where our side moved them.
  private func mergeDiagram(
    _ base: [DiagramBox]?,
    _ ours: [DiagramBox]?,
    _ theirs: [DiagramBox]?
  ) -> [DiagramBox]? {
    if case .merged(let diagram) = ThreeWay(base, ours, theirs) { return diagram }
    guard let ours, let theirs else { return ours ?? theirs }
    func byName(_ boxes: [DiagramBox]) -> [String: DiagramBox] {
      Dictionary(boxes.map { ($0.name, $0) }) { first, _ in first }
    }
    let (before, mine, others) = (byName(base ?? []), byName(ours), byName(theirs))
    let kept: [DiagramBox] = ours.compactMap { box in
      guard let other = others[box.name] else { return before[box.name] == nil ? box : nil }
      if case .merged(let merged) = ThreeWay(before[box.name], box, other) { return merged }
      return box
    }
    return kept + theirs.filter { mine[$0.name] == nil && before[$0.name] == nil }
  }

  // MARK: Conflicts

  mutating func report<Element>(
    _ element: String,
    _ rules: [FieldRule<Element>],
    _ base: Element?,
    _ ours: Element,
    _ theirs: Element,
    _ place: SourceOffset,
    _ otherPlace: SourceOffset
  ) {
    let differences = rules.filter { rule in
      let (left, right) = (rule.text(ours), rule.text(theirs))
      let before = base.map { rule.text($0) }
      return !left.isSame(as: right)
        && !(before.map { left.isSame(as: $0) || right.isSame(as: $0) } ?? false)
    }
    let texts = differences.map { rule in
      "\(rule.name) is \(rule.text(ours) ?? "absent") in ours "
        + "and \(rule.text(theirs) ?? "absent") in theirs"
    }
    conflicts.append(
      MergeConflict(
        element: element,
        explanation: texts.isEmpty ? "both sides changed it" : texts.joined(separator: "; "),
        ours: place,
        theirs: otherPlace
      )
    )
  }
}
