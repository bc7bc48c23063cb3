// StoreBrowsing: read-only access to stores.
//
// A `BrowsedStore` names a store and finds the version of its model (`Opening/`). Each query opens the store
// read-only through the runtime, and closes it again (`Objects/`). Results are displayable values
// (`Values/`): no managed object leaves this module, and no class of the store's program is needed.
