// ManagedModel: a data model as plain values.
//
// `Values/` is the model as a file describes it: `Model` holds `Entity`, `Attribute`, `Relationship` and so on,
// which refer to one another by name and know their place in the file.
// `Resolution/` follows the names: `ResolvedModel` adds parents, children, inherited properties,
// destinations, inverses and composites, by index.
// `Validation/` finds everything that is wrong with a model and says where (`ModelValidator`).
// `Hashing/` computes the version hashes by which Core Data recognizes a model in a store.
//
// Nothing here reads a file or writes SQL or Swift; see `ModelFiles`, `SQLSchema`, `CodeGeneration`.
