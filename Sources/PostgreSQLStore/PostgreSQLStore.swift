// PostgreSQLStore: the part of a store that PostgreSQL alone has, below CoreData.
//
// `Address/`: `PostgreSQLAddress` takes a URL apart: the words for libpq, the schema, and the secrets that no message
// may have.
// `Opening/`: `PostgreSQLDatabase` makes connections to the schema, and knows whether a store is there; `StoreTables`
// makes its tables, and reads and writes the metadata.
// `Transactions/`: `PostgreSQLBookkeeping` is what the engine asks for keys, transactions and the history. Each
// transaction begins with its marker row; `CommitSettlement` finds out by it whether a commit happened whose answer was
// lost. `KeyBlocks` takes keys in blocks from the counters in `coredata_entity`.
// `History/`: `PostgreSQLHistory` records transactions. Their numbers are taken last before the commit, so that they are
// in the order of the commits, and who has read up to one has missed none.
