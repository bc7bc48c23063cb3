// SQLSchema: a data model as tables.
//
// 1. `Plan/` decides what must be stored, without naming anything: `StoragePlan` says which entities
//    share a table, which columns each table has, and which relationships need a join table.
// 2. A layout gives the plan its names and its order; the result is a `SchemaMapping`, the one value
//    that DDL, the running store, `momgen sql --explain` and review reports all ask. `Mapping/` holds
//    that value and its parts: property → column, and column → property.
// 3. A dialect turns the mapping into statements (`SchemaStatement`).
//
// `SQLite/` is Core Data's own layout and dialect: `CoreDataLayout` and `SQLiteSchema`.
//
// Nothing here opens a database; see `SQLDriver` and `SQLStore`.
