// ModelReview: what a person who reviews a model would say about it.
//
// `Lint/` checks one version of a model, with its earlier versions in hand. A `LintRule` is a value: what
// it asks for, why, how to fix a breach, and the function that finds breaches; each has a file of its
// own in `Rules/`, and `LintRule.all` is the list of them. `Linter` runs the rules as a
// `LintConfiguration` and the suppressions in the model (`LintSuppressions`) say, and `ModelFixer`
// makes those edits (`ModelFix`) that need no judgement.
//
// Problems that make a model unusable are not looked for here: `ModelValidator` reports them when a model is read,
// and the rules that it covers only point to it.
//
// Places are byte offsets, as everywhere; who holds the file turns them into lines and columns.
