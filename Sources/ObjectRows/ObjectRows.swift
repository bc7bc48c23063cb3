// Rows: the values of objects as flat records.
//
// Everything above shares them: stores read and write rows, contexts keep them, accessors load single values. Nothing
// here knows objects, models or databases. Begin with `Row.swift` and `RowLayout.swift`.
