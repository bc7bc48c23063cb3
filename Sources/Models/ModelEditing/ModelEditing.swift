/// Edits of a model as values: those of an editor, and those of `momgen edit`.
///
/// An ``ElementEdit`` is applied to a ``Model`` by ``Model/apply(_:)-edit``; it is applied as a whole or not at all.
/// ``EditHistory`` undoes and redoes, ``EditScript`` computes the edits between two models, ``EditedBundle`` reads
/// and writes the files.
