// SQLStore: the engine that keeps objects in the tables of a SQL database, as rows.
//
// `Engine/`: `StoreEngine` has one connection, the layout of the store and a row cache that several engines share. A
// program describes its entities as `StoreEntity` values: numbers, layouts of rows, properties. Objects are references,
// errors `StoreError`s.
// `Layout/` says where the objects of a model are: `StoreLayout` has an `ObjectLayout` for every entity, made of the
// `SchemaMapping` that DDL is made of too. Names are quoted there already.
// `Fetching/` translates questions into SQL: `FetchTranslator` over the trees of `PredicateFormat`, and `RowSelection`
// for the columns of rows.
// `Rows/` reads rows from statements and binds them to statements, each in one loop over the layout, and caches them.
// `Saving/` writes a `ChangeSet`: `SaveTransaction` begins, commits and rolls back; `RowWriter` writes rows,
// `RelationshipWriter` join tables and orders.
// `Batches/` inserts, changes and deletes without reading objects; `History/` records transactions and reads them.
//
// The engine names no class of the runtime. What differs between databases is data in `SQLDialect`: statements are
// written with question marks, which `SQLConnection+Marked` replaces. A store type opens the connection, creates the
// tables, and registers the functions that statements call (`StoreCallback`, `StoreCollation`).
