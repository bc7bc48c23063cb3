/// Edits of a model as values: what an editor does to it, and what `momgen edit` understands.
///
/// An ``ElementEdit`` is applied to a ``Model`` by ``Model/apply(_:)-edit``; it either has its whole effect or none.
/// ``EditHistory`` undoes and repeats, ``EditScript`` finds the edits between two models, ``EditedBundle`` has the
/// files.
