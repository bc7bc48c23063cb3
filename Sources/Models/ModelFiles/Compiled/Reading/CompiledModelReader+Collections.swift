import ManagedModel
import PropertyLists

/// A value of an archived dictionary and its name.
struct NamedValue {
  var name: String
  var value: ArchivedValue
}

/// An object of an archived dictionary and its name.
struct NamedObject {
  var name: String
  var object: ArchivedObject
}

extension CompiledModelReader {
  /// The objects of a dictionary in the order of their names.
  mutating func named(_ key: String, of object: ArchivedObject) throws -> [NamedObject] {
    try entries(key, of: object).map { entry in
      guard let object = entry.value.object else {
        throw CompiledModelError(
          "'\(entry.name)' in '\(key)' of \(object.label) is \(entry.value.kindName)"
        )
      }
      return NamedObject(name: entry.name, object: object)
    }
  }

  /// The entries of a dictionary in the order of their names.
  mutating func entries(_ key: String, of object: ArchivedObject) throws -> [NamedValue] {
    guard let dictionary = try object.object(key) else { return [] }
    let entries =
      dictionary.class.chain.contains("NSKnownKeysDictionary")
      ? try knownKeysEntries(of: dictionary) : try plainEntries(of: dictionary)
    var names: Set<String> = []
    var values: [NamedValue] = []
    for entry in entries {
      guard let name = try entry.key.string else {
        throw CompiledModelError("a key of \(dictionary.label) is \(entry.key.kindName)")
      }
      guard names.insert(name).inserted else {
        throw CompiledModelError("\(dictionary.label) has the key '\(name)' twice")
      }
      values.append(NamedValue(name: name, value: entry.value))
    }
    return values.sorted { $0.name.precedesByCodePoint($1.name) }
  }

  /// The elements of an array or a set in a field; nil if there is none.
  mutating func elements(_ key: String, of object: ArchivedObject) throws -> [ArchivedValue]? {
    guard let collection = try object.object(key) else { return nil }
    return try elements(of: collection)
  }

  /// The elements of an array or a set.
  ///
  /// A large one may be shared by many objects, so the budget is charged first.
  mutating func elements(of collection: ArchivedObject) throws -> [ArchivedValue] {
    try charge(collection.fields["NS.objects"]?.array?.count ?? 0)
    return try collection.elements()
  }

  private mutating func plainEntries(of dictionary: ArchivedObject) throws -> [ArchivedEntry] {
    try charge(dictionary.fields["NS.keys"]?.array?.count ?? 0)
    try charge(dictionary.fields["NS.objects"]?.array?.count ?? 0)
    return try dictionary.entries()
  }

  /// The entries of the dictionary that model caches use for entities: the keys are in a separate
  /// object, and a token stands for a missing value.
  private mutating func knownKeysEntries(of dictionary: ArchivedObject) throws -> [ArchivedEntry] {
    let keys =
      try dictionary.object("searchMapping").map { try elements("keys", of: $0) ?? [] } ?? []
    let values = try elements("values", of: dictionary) ?? []
    let emptyToken = try dictionary.string("emptyToken")
    guard keys.count == values.count else {
      throw CompiledModelError(
        "\(dictionary.label) has \(keys.count) keys and \(values.count) values"
      )
    }
    return try zip(keys, values).compactMap { key, value in
      if let text = try value.string, text == emptyToken { return nil }
      return ArchivedEntry(key: key, value: value)
    }
  }

  /// The texts of an array of arrays of texts; nil if there is no array.
  mutating func tuples(_ key: String, of object: ArchivedObject) throws -> [[PropertyReference]]? {
    guard let arrays = try elements(key, of: object) else { return nil }
    var tuples: [[PropertyReference]] = []
    for array in arrays {
      try charge()
      var names: [PropertyReference] = []
      guard let array = array.object else { continue }
      for element in try elements(of: array) {
        try charge()
        if let name = try memberName(element) { names.append(PropertyReference(name)) }
      }
      tuples.append(names)
    }
    return tuples
  }

  /// The name of a member of an index or constraint, which may be the property itself.
  private func memberName(_ value: ArchivedValue) throws -> String? {
    if let name = try value.string { return name }
    return try value.object?.string("NSPropertyName")
  }

  /// The user info of an object; nil for an empty one.
  mutating func userInfo(of object: ArchivedObject, label: String) throws -> UserInfo? {
    guard try object.object("NSUserInfo") != nil else { return nil }
    var entries: [UserInfoEntry] = []
    for entry in try self.entries("NSUserInfo", of: object) {
      if let text = try scalarText(entry.value) {
        entries.append(UserInfoEntry(key: entry.name, value: text))
      } else {
        note(
          "\(label): the user info '\(entry.name)' is \(entry.value.kindName), which a model file"
            + " cannot hold"
        )
      }
    }
    return entries.isEmpty ? nil : UserInfo(entries: entries)
  }

  /// A text, number or Boolean as a text.
  private func scalarText(_ value: ArchivedValue) throws -> String? {
    switch value {
    case .plain(.integer(let value)): String(value)
    case .plain(.real(let value)): String(value)
    case .plain(.boolean(let value)): value ? "YES" : "NO"
    default: try value.string
    }
  }
}
