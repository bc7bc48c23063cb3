// ModelFiles: models in files, read and written.
//
// `Bundle/` determines the form of the model at a path (`BundleReader`), chooses the version (`VersionChoice`), and
// loads it with all its problems (`ModelLoader`, the entry point).
// `Contents/` is the file of a version in `.xcdatamodeld`: one table of fields for each element maps XML
// attributes to parts of a `Model` and back, so that reading and writing cannot disagree. Large files are read in parts
// (`FileParts`), on all processors.
// `Compiled/` is `.mom` and `.momd`, archives of Core Data's own classes in property lists.
// `XML/` parses bytes into an `XMLDocument` with libxml2, and writes XML.
// `Source/` finds the line and the column of a problem by reading the tag again.
//
// The meaning of a model belongs to `ManagedModel`: nothing here validates or resolves.
