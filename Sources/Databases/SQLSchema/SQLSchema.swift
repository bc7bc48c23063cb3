// SQLSchema: maps a data model to tables.
//
// 1. `Plan/` decides what must be stored, without names: `StoragePlan` determines which entities share a table, which
//    columns each table has, and which relationships need a join table.
// 2. A layout gives the plan its names and its order; the result is a `SchemaMapping`, which DDL, the running store,
//    `momgen sql --explain` and review reports share. `Mapping/` holds it and its parts: property → column, and
//    column → property.
// 3. A dialect writes the statements of the mapping (`SchemaStatement`).
//
// `SQLite/` is Core Data's own layout and dialect: `CoreDataLayout` and `SQLiteSchema`.
//
// Nothing here opens a database; see `SQLDriver` and `SQLStore`.
