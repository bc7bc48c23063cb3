// ModelComparison: two versions of a model, side by side.
//
// `ModelCorrespondence` pairs entities and properties, by name and by renaming identifier
// (`RenamingMatch`), as Core Data does before it infers a migration; `MigrationObstacle` is what
// keeps it from inferring one. Nothing here judges a change or knows of tables: `SQLSchema` plans
// migrations along a correspondence, `ModelReview` says what a change means.
