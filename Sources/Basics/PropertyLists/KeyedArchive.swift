/// A property list as an archive of NSKeyedArchiver: numbered objects that refer to one another.
///
/// References may be cyclic; they are resolved lazily. The archive is immutable; it is a class because each of its
/// objects refers to it.
package final class KeyedArchive: Sendable {
  /// All objects by number; the first is the string `$null`, which stands for nil.
  package let objects: [PropertyList]

  private let top: PropertyListDictionary
  private let classes: [Int: ArchivedClass]

  package init(_ list: PropertyList) throws(KeyedArchiveError) {
    guard let fields = list.dictionary,
      fields["$archiver"]?.string == "NSKeyedArchiver",
      let objects = fields["$objects"]?.array,
      let top = fields["$top"]?.dictionary
    else {
      throw KeyedArchiveError("the property list is not an archive of NSKeyedArchiver")
    }
    self.objects = objects
    self.top = top
    var classes: [Int: ArchivedClass] = [:]
    for (number, object) in objects.enumerated() {
      if let found = ArchivedClass(record: object) { classes[number] = found }
    }
    self.classes = classes
  }

  /// A root object.
  package func root(_ key: String = "root") throws(KeyedArchiveError) -> ArchivedObject {
    guard let number = top[key]?.uid, let object = try object(number) else {
      throw KeyedArchiveError("the archive has no object called '\(key)' at its top")
    }
    return object
  }

  /// Resolves a value in a field of an object.
  package func value(_ value: PropertyList) throws(KeyedArchiveError) -> ArchivedValue {
    guard case .uid(let number) = value else { return .plain(value) }
    guard objects.indices.contains(number) else {
      throw KeyedArchiveError("the archive refers to object \(number) of \(objects.count)")
    }
    if number == 0 { return .null }
    if let object = try object(number) { return .object(object) }
    return .plain(objects[number])
  }

  /// The object with a number; nil if the value with that number is plain.
  private func object(_ number: Int) throws(KeyedArchiveError) -> ArchivedObject? {
    guard objects.indices.contains(number), let fields = objects[number].dictionary,
      let reference = fields["$class"]
    else { return nil }
    guard let record = reference.uid, let found = classes[record] else {
      throw KeyedArchiveError("the class of object \(number) is not in the archive")
    }
    return ArchivedObject(archive: self, number: number, class: found, fields: fields)
  }
}

/// The value of a field of an archived object.
package enum ArchivedValue: Sendable {
  /// `nil` in the program that wrote the archive.
  case null

  /// A property list value.
  case plain(PropertyList)
  case object(ArchivedObject)
}
