/// The hidden folder beside a store with the large values of binary attributes, a file for each.
///
/// A column holds `01` and the bytes of a value, or `02` and the name of its file, a UUID.
package struct ExternalDataFolder: Sendable, Hashable {
  package let path: String

  /// The folder beside the link by which the store was named.
  ///
  /// Programs that do not follow links keep their values there.
  package private(set) var linkPath: String?

  /// The folder of the store at a path.
  package init(ofStoreAt path: String) {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    var stem = name
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { stem = name[..<dot] }
    let folder = slash.map { String(path[...$0]) } ?? ""
    self.path = "\(folder).\(stem)_SUPPORT/_EXTERNAL_DATA"
  }

  /// The folder of the store that a link at a path leads to.
  package init(ofStoreAt path: String, namedBy link: String) {
    self.init(ofStoreAt: path)
    let other = Self(ofStoreAt: link).path
    if other != self.path { linkPath = other }
  }

  /// The name of the file that a column's value refers to; nil for a value that is in the column.
  ///
  /// A name must be a UUID, so that no store can refer to files outside its folder.
  package static func fileName(in value: some Collection<UInt8>) -> String? {
    guard value.first == 2 else { return nil }
    let name = value.dropFirst().prefix { $0 != 0 }
    return isFileName(name) ? String(decoding: name, as: UTF8.self) : nil
  }

  /// Whether a name is that of a value's file; other files in the folder belong to no store.
  package static func isFileName(_ name: some Collection<UInt8>) -> Bool {
    name.count == 36
      && name.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
          UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
