// PredicateFormat: the language of `NSPredicate(format:)` as value types.
//
//   text ──Lexer──▶ tokens ──Parser──▶ Predicate / Expression ──FormatPrinter──▶ text
//
// Start with `Predicate(parsing:)` and `Expression(parsing:)` (Parsing/Parsing.swift). What they return is a tree of
// values (Tree/) that knows nothing of models, stores or objects: a model's validator asks it for its key paths and
// variables (Traversal/), the compiled-model writer and the SQL translator walk it, and the runtime evaluates it.
// Text that does not follow the grammar is a thrown `PredicateSyntaxError` with the byte where it went wrong.
//
// How tightly operators bind, from loosest to tightest; operators of one line associate to the left:
//
//   OR ||  ·  AND &&  ·  NOT !  ·  comparisons (never chained), ANY ALL SOME NONE before them UNION INTERSECT MINUS
// ·  |  ·  ^  ·  &  ·  << >>  ·  + -  ·  * /  ·  **  ·  unary - ~  ·  . [ ]
//
// Parsing takes linear time, and no text can make it run out of stack: a nesting limit becomes an error.
