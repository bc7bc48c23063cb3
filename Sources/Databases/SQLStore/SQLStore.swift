// SQLStore: the engine that stores objects in the tables of a SQL database, as rows.
//
// `Engine/`: `StoreEngine` has one connection, the layout of the store and a row cache that several engines share. A
// program describes its entities as `StoreEntity` values: numbers, layouts of rows, properties. Objects are
// references, errors are `StoreError`s. `Layout/` locates the objects of a model: `StoreLayout` has an `ObjectLayout`
// for every entity, derived from the same `SchemaMapping` as DDL, with quoted names. `Fetching/` translates queries
// to SQL: `FetchTranslator` works on the trees of `PredicateFormat`, `RowSelection` selects the columns of rows.
// `Rows/` reads rows from statements and binds them to statements, each in one loop over the layout, and caches them.
// `Saving/` writes a `ChangeSet`: `SaveTransaction` begins, commits and rolls back; `RowWriter` writes rows,
// `RelationshipWriter` join tables and orders. `Batches/` inserts, changes and deletes without reading objects;
// `History/` records transactions and reads them.
//
// The engine uses no class of the runtime. Differences between databases are data in `SQLDialect`: statements are
// written with question marks, which `SQLConnection+Marked` replaces. A store type opens the connection, creates the
// tables, and registers the functions that statements call (`StoreCallback`, `StoreCollation`).
