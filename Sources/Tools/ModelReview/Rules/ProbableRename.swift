import ManagedModel
import ModelComparison

extension LintRule {
  static let probableRename = LintRule(
    "probable-rename",
    code: "D202",
    .warning,
    summary: "A renamed part has a renaming identifier.",
    rationale: """
      Without one, a rename is a removal and an addition: the data is deleted silently. About three in ten
      renames in public apps lack it.
      """,
    remedy: "Set the renaming identifier to the old name.",
    example: """
      old: <attribute name="isoCode" …/>
      new: <attribute name="isoCode_" …/>
      """,
    check: .comparison { pass in
      guard let diff = pass.subject.base?.diff else { return }
      for rename in diff.likelyRenames {
        let element: LintElement =
          switch rename.added {
          case .entity(let index): .entity(diff.new.entities[index])
          case .property(let location): .property(at: location, in: diff.new)
          }
        let loss =
          switch rename.removed {
          case .entity(let index) where diff.old.entities[index].entity.isAbstract: ""
          case .entity: "; else the objects are deleted"
          case .property: "; else the \(rename.isAboutOrder ? "order is" : "values are") deleted"
          }
        pass.report(
          "'\(rename.newTitle)' looks like '\(rename.oldTitle)' with a new name, but has no renaming identifier",
          at: element,
          hint: "if it is, set elementID=\"\(rename.oldName)\"\(loss)"
        )
      }
    }
  )
}
