// ModelFiles: models in files, read and written.
//
// `Bundle/` finds out what a path names (`BundleReader`), which version is meant (`VersionChoice`), and loads it with
// everything that is wrong in it (`ModelLoader`, the way in).
// `Contents/` is the file of a version in `.xcdatamodeld`: one table of fields for each element says how an XML
// attribute becomes part of a `Model` and back, so that reading and writing cannot disagree.
// `Compiled/` is `.mom` and `.momd`, which hold archives of Core Data's own classes in property lists.
// `XML/` makes an `XMLDocument` of bytes with libxml2, and text of one.
// `Source/` finds the line and the column of a problem by reading the tag again.
//
// The meaning of a model is the matter of `ManagedModel`: nothing here validates or resolves.
