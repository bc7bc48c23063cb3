// PostgreSQLStore: the PostgreSQL-specific part of a store, below CoreData.
//
// `Opening/`: `StoreTables` creates the tables of a store, and reads and writes the metadata. `Transactions/`:
// `PostgreSQLBookkeeping` provides the engine with keys, transactions and the history. Each transaction begins with
// its marker row; `CommitSettlement` finds out by it whether a commit happened whose answer was lost. `KeyBlocks`
// takes keys in blocks from the counters in `coredata_entity`. `History/`: `PostgreSQLHistory` records transactions.
// Their numbers are taken last before the commit, so that they are in the order of the commits, and a reader up to
// one number has missed none.
