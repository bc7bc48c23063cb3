// The values of objects as flat records.
//
// Stores read and write rows, contexts keep them, accessors load and store single values. This target does not
// depend on managed objects, models or databases. `Row.swift` and `RowLayout.swift` are the place to start reading.
