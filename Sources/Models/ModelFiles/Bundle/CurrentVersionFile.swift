import Files
import PropertyLists
import Texts

/// `.xccurrentversion`: a property list, usually in XML, that names the current version of a bundle.
package enum CurrentVersionFile {
  package static let nameKey = "_XCCurrentVersionName"

  /// The file as Xcode writes it, for the version of a name.
  package static func bytes(naming version: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>\(nameKey)</key>
      \t<string>\(MarkupText.escaped(version)).xcdatamodel</string>
      </dict>
      </plist>

      """.utf8
    )
  }

  /// Reads the bytes of the file.
  ///
  /// A dictionary without the key names no version; Xcode writes such files.
  static func read(_ bytes: [UInt8]) -> CurrentVersion {
    if bytes.starts(with: Array("bplist".utf8)) { return binary(bytes) }
    let document: XMLDocument
    do {
      document = try XMLReader.read(bytes)
    } catch {
      return .unreadable(reason: error.message)
    }
    guard let root = document.root, document.name(of: root) == "plist",
      let dictionary = document.children(of: root).first(where: { $0.kind == .element }),
      document.name(of: dictionary) == "dict"
    else { return .unreadable(reason: "it is not a property list of a dictionary") }
    return current(in: dictionary, document)
  }

  private static func binary(_ bytes: [UInt8]) -> CurrentVersion {
    guard let fields = try? PropertyList(binary: bytes).dictionary else {
      return .unreadable(reason: "it is not a property list of a dictionary")
    }
    guard let value = fields[nameKey] else { return .unspecified }
    guard let name = value.string else { return .unreadable(reason: "\(nameKey) is not a text") }
    return current(name)
  }

  private static func current(_ name: String) -> CurrentVersion {
    name.isEmpty ? .unspecified : .named(PathName(name).removing(extensions: ["xcdatamodel"]))
  }

  private static func current(in dictionary: XMLNode, _ document: XMLDocument) -> CurrentVersion {
    var key: String?
    for child in document.children(of: dictionary) where child.kind == .element {
      if document.name(of: child) == "key" {
        key = document.innerText(of: child)
      } else if key == nameKey {
        guard document.name(of: child) == "string" else {
          return .unreadable(reason: "\(nameKey) is not a text")
        }
        return current(document.innerText(of: child))
      }
    }
    return .unspecified
  }
}
