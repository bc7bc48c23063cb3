// ModelReview: lint, comparison and merge of models.
//
// `Lint/` checks one version of a model, comparing it with its earlier versions. A `LintRule` is a value: its
// requirement, the reason, the remedy, and the function that finds breaches; each has its own file
// in `Rules/`, and `LintRule.all` is the list of them. `Linter` runs the rules according to a
// `LintConfiguration` and the suppressions in the model (`LintSuppressions`), and `ModelFixer`
// applies those edits (`ModelFix`) that need no decision by the user.
//
// Problems that make a model unusable are not checked here: `ModelValidator` reports them when a model is read,
// and the rules for them only refer to it.
//
// Positions are byte offsets, as everywhere; the owner of the file converts them into lines and columns.
