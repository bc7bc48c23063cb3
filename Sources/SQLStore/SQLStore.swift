// SQLStore: objects in the tables of a SQL database, for all dialects alike.
//
// `Layout/` is where the objects of a model are: `StoreLayout` has an `ObjectLayout` for every entity, made of
// the `SchemaMapping` that DDL is made of too. Properties are known by the indices that the runtime gives them,
// and every name is quoted already.
// `Fetching/` turns questions into SQL: `FetchTranslator` over the trees of `PredicateFormat`, and `RowSelection`
// for the columns that make rows.
// `Saving/` hands out keys and writes what relationships need besides the rows.
//
// Nothing here knows a class of Core Data: values are those of `SQLDriver`, objects are keys and the numbers of
// entities. A store type opens a connection, registers the functions that statements call (`StoreCallback`),
// and binds and reads the values of rows.
