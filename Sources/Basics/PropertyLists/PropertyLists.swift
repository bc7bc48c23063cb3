// PropertyLists: Apple's property lists as values, and the archives that are written in them.
//
// `PropertyList` is the value. `BinaryPropertyListReader` and `BinaryPropertyListWriter` turn the binary
// form (`bplist00`) into it and back; call them through `PropertyList(binary:)` and `binary()`.
// `KeyedArchive` looks at a property list as an archive of NSKeyedArchiver: a graph of `ArchivedObject`s
// with classes, keys and references. `KeyedArchiveBuilder` makes such a property list.
//
// Nothing here knows what an archive is about, and nothing is imported. All input is taken to be hostile:
// what a file cannot mean is a thrown error, and neither time nor memory grows faster than the file.
