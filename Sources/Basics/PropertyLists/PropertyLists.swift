// PropertyLists: Apple's property lists as values, and keyed archives.
//
// `PropertyList` is the value. `BinaryPropertyListReader` and `BinaryPropertyListWriter` decode and encode the binary
// format (`bplist00`); call them through `PropertyList(binary:)` and `binary()`. `KeyedArchive` reads a property list
// as an archive of NSKeyedArchiver: a graph of `ArchivedObject`s with classes, keys and references.
// `KeyedArchiveBuilder` makes such a property list.
//
// Nothing here depends on what an archive contains, and nothing is imported. All input is untrusted: invalid input
// throws an error, and time and memory are linear in the size of the file.
