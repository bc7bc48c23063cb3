// StoreBrowsing: stores that are looked into, and never changed.
//
// A `BrowsedStore` names a store and finds the version of its model (`Opening/`). Each question opens the store
// read-only through the runtime, asks, and closes it again (`Objects/`). Answers are values that are shown
// (`Values/`): no managed object leaves this module, and no class of a program that made the store is needed.
