import CSwiftABI

/// The compiler's records of the types of the program.
enum TypeRecords {
  /// A type, identified by its names only.
  struct Entry {
    let module: String
    let name: String

    /// The last letter of the mangled name of the type: `C` for a class, `V` for a structure, `O` for an
    /// enumeration.
    let kind: Character

    /// The type itself.
    var type: Any.Type? {
      _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)\(kind)")
    }
  }

  /// Returns the top-level types whose names satisfy a condition, in the order of their modules and names.
  static func entries(where condition: (_ name: String, _ kind: Character) -> Bool) -> [Entry] {
    var count = 0
    guard let records = type_records(&count) else { return [] }
    var entries: [Entry] = []
    for index in 0..<count {
      var module: UnsafePointer<CChar>?
      var name: UnsafePointer<CChar>?
      let kind = type_of_record(records + index, &module, &name)
      guard kind != 0, let module, let name else { continue }
      let letter = Character(Unicode.Scalar(UInt8(bitPattern: kind)))
      let text = String(cString: name)
      guard condition(text, letter) else { continue }
      entries.append(Entry(module: String(cString: module), name: text, kind: letter))
    }
    return entries.sorted { ($0.module, $0.name) < ($1.module, $1.name) }
  }

  /// A class, identified by its name with those of the enclosing types.
  struct NamedClass {
    /// The full name, such as `Module.Outer.Inner`; contexts without a name, such as the file of a private type, are
    /// left out.
    let path: String
    let type: Any.Type
  }

  /// Returns the classes of the program that are not generic, including those nested in types and functions.
  static func classes() -> [NamedClass] {
    var count = 0
    guard let records = type_records(&count) else { return [] }
    var classes: [NamedClass] = []
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { buffer in
      guard let path = buffer.baseAddress else { return }
      for index in 0..<count {
        guard let type = class_of_record(records + index, path, buffer.count) else { continue }
        // The record of a class that is not generic gives its metadata, which a metatype points to.
        let metatype = unsafeBitCast(type, to: Any.Type.self)
        classes.append(NamedClass(path: String(cString: path), type: metatype))
      }
    }
    return classes.sorted { $0.path < $1.path }
  }
}
