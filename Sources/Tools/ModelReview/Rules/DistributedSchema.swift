import ManagedModel
import ModelComparison
import SQLSchema

extension LintRule {
  static let distributedSchema = LintRule(
    "distributed-schema",
    code: "S901",
    .warning,
    summary: "A model for a distributed database uses only features of such databases.",
    rationale: """
      If tables are distributed over servers, uniqueness and foreign keys hold only for the distribution
      column, constraints cannot be deferred, and the order of a relationship is a hot spot.
      """,
    remedy: "Follow the hint of each finding; 'momgen sql --profile distributed' shows the tables.",
    example: """
      <uniquenessConstraint><constraint value="email"/></uniquenessConstraint>
      """,
    target: .distributed,
    check: .model { pass in
      // The schema of a broken model would only repeat its errors.
      guard !pass.subject.isBroken else { return }
      let options = PostgreSQLSchemaOptions(profile: .distributed)
      for issue in PostgreSQLSchema(pass.resolved, options: options).issues
      where issue.rule.isAboutDistribution {
        pass.report(
          issue.message,
          at: issue.element.lintElement(in: pass.resolved),
          attribute: nil,
          hint: issue.rule.distributionHint,
          isAtMost: issue.severity
        )
      }
      for placed in pass.relationships
      where placed.relationship.isOrdered && placed.relationship.isToMany {
        pass.report(
          "\(placed.title) is ordered: each insertion rewrites rows that other servers may hold",
          at: .relationship(placed),
          attribute: "ordered",
          hint: "sort by an attribute of the destination, and leave out ordered=\"YES\""
        )
      }
    }
  )
}

extension SchemaRule {
  /// The remedy of an issue of distributed databases.
  fileprivate var distributionHint: String? {
    switch self {
    case .distributedUniqueness:
      "make the table a reference table, or remove the constraint"
    case .distributedSelfReference:
      "make the table a reference table, or drop the foreign key"
    case .distributedRequiredCycle: "make one of the two relationships optional"
    case .distributedForeignKeys:
      "make the referenced tables reference tables, or keep all tables on one node"
    default: nil
    }
  }
}

extension SchemaElement {
  /// The part of the model to which findings point.
  fileprivate func lintElement(in resolved: ResolvedModel) -> LintElement {
    switch self {
    case .store: .part(source(in: resolved))
    case .entity(let index): .entity(resolved.entities[index])
    case .property(let location): .property(at: location, in: resolved)
    case .fetchIndex(let entity, position: _), .compoundIndex(let entity, position: _),
      .uniquenessConstraint(let entity, position: _):
      .part(source(in: resolved), of: resolved.entities[entity])
    }
  }
}
