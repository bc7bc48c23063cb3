/// `.xccurrentversion`: an XML property list that names the current version of a bundle.
enum CurrentVersionFile {
  /// What the file's bytes say.
  ///
  /// A dictionary without the key says nothing; Xcode writes such files.
  static func read(_ bytes: [UInt8]) -> CurrentVersion {
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

  private static func current(in dictionary: XMLNode, _ document: XMLDocument) -> CurrentVersion {
    var key: String?
    for child in document.children(of: dictionary) where child.kind == .element {
      if document.name(of: child) == "key" {
        key = document.innerText(of: child)
      } else if key == "_XCCurrentVersionName" {
        guard document.name(of: child) == "string" else {
          return .unreadable(reason: "_XCCurrentVersionName is not a text")
        }
        let name = document.innerText(of: child)
        guard !name.isEmpty else { return .unspecified }
        return .named(PathName(name).removing(extensions: ["xcdatamodel"]))
      }
    }
    return .unspecified
  }
}
