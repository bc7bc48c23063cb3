/// The file of an XML store, for people to read and for version control.
///
/// ```xml
/// <?xml version="1.0" encoding="UTF-8"?>
/// <store type="XML" format="1" last="2">
///   <metadata>
///     <value name="NSStoreUUID" type="string">…</value>
///   </metadata>
///   <object entity="Player" number="1" version="1">
///     <attribute name="goals" type="integer">3</attribute>
///     <relationship name="team">2</relationship>
///   </object>
/// </store>
/// ```
///
/// Bytes are in base 64, and so are texts with characters that XML does not allow (`encoding="base64"`). Dates are
/// seconds since 2001-01-01 00:00:00 UTC.
enum XMLStoreFormat: StoreFileFormat {
  static let storeType = NSXMLStoreType

  static func contents(of bytes: [UInt8]) throws(StoredContentsError) -> StoredContents {
    try XMLStoreReader(bytes).contents()
  }

  static func bytes(of contents: StoredContents) -> [UInt8] {
    XMLStoreWriter.bytes(of: contents)
  }
}
