import ManagedModel
import PropertyLists

extension CompiledModelWriter {
  /// Sets a field to an object, or to the null object.
  mutating func set(
    _ key: String,
    of object: KeyedArchiveBuilder.Reference,
    to value: KeyedArchiveBuilder.Reference?
  ) {
    builder.set(key, of: object, to: value.map { .object($0) } ?? .null)
  }

  /// Sets a field to a text, or to the null object.
  mutating func set(_ key: String, of object: KeyedArchiveBuilder.Reference, to text: String?) {
    set(key, of: object, to: text.map { builder.add($0) })
  }

  mutating func set(_ key: String, of object: KeyedArchiveBuilder.Reference, to number: Int) {
    builder.set(key, of: object, to: .plain(.integer(Int64(number))))
  }

  mutating func set(_ key: String, of object: KeyedArchiveBuilder.Reference, to value: Bool) {
    builder.set(key, of: object, to: .plain(.boolean(value)))
  }

  /// Sets a flag, which is omitted when false.
  mutating func set(_ key: String, of object: KeyedArchiveBuilder.Reference, ifTrue value: Bool) {
    if value { set(key, of: object, to: true) }
  }

  /// Adds an array or a set.
  mutating func collection(
    _ elements: [KeyedArchiveBuilder.Reference],
    _ class: ArchivedClass
  ) -> KeyedArchiveBuilder.Reference {
    let reference = builder.add(`class`)
    builder.set("NS.objects", of: reference, to: .objects(elements))
    return reference
  }

  /// Adds an array of texts.
  mutating func array(_ texts: [String]) -> KeyedArchiveBuilder.Reference {
    var elements: [KeyedArchiveBuilder.Reference] = []
    for text in texts { elements.append(builder.add(text)) }
    return collection(elements, CompiledClasses.mutableArray)
  }

  /// Adds a dictionary, sorted by name, since an archive has no order of its own.
  mutating func dictionary(
    _ entries: [(String, KeyedArchiveBuilder.Reference)],
    _ class: ArchivedClass = CompiledClasses.mutableDictionary
  ) -> KeyedArchiveBuilder.Reference {
    let sorted = entries.sorted { $0.0.precedesByCodePoint($1.0) }
    let reference = builder.add(`class`)
    var keys: [KeyedArchiveBuilder.Reference] = []
    for (name, _) in sorted { keys.append(builder.add(name)) }
    builder.set("NS.keys", of: reference, to: .objects(keys))
    builder.set("NS.objects", of: reference, to: .objects(sorted.map(\.1)))
    return reference
  }

  /// Adds a user info, or returns nil for an empty one; of several values of a key the last one counts.
  mutating func userInfo(_ userInfo: UserInfo?) -> KeyedArchiveBuilder.Reference? {
    guard let userInfo, !userInfo.entries.isEmpty else { return nil }
    var values: [String: String] = [:]
    for entry in userInfo.entries { values[entry.key] = entry.value }
    var entries: [(String, KeyedArchiveBuilder.Reference)] = []
    for (key, value) in values { entries.append((key, builder.add(value))) }
    return dictionary(entries, CompiledClasses.dictionary)
  }
}
