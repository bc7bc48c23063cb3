// ModelComparison: two versions of a model, side by side.
//
// `ModelCorrespondence` pairs entities and properties, by name and by renaming identifier
// (`RenamingMatch`), as Core Data does before it infers a migration; `MigrationObstacle` is a reason
// why it cannot infer one. Nothing here judges a change or depends on tables: `SQLSchema` plans
// migrations along a correspondence, `ModelReview` reports the consequences of a change.
