/// A property list seen as an archive of NSKeyedArchiver: numbered objects that refer to one another.
///
/// Objects may refer to one another in circles; nothing is followed until it is asked for. The archive
/// never changes; it is a class because each of its objects knows it.
package final class KeyedArchive: Sendable {
  /// All objects by number; the first is the text `$null`, which stands for no object.
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

  /// The object from which all others are reached.
  package func root(_ key: String = "root") throws(KeyedArchiveError) -> ArchivedObject {
    guard let number = top[key]?.uid, let object = try object(number) else {
      throw KeyedArchiveError("the archive has no object called '\(key)' at its top")
    }
    return object
  }

  /// Resolves a value in the fields of an object.
  package func value(_ value: PropertyList) throws(KeyedArchiveError) -> ArchivedValue {
    guard case .uid(let number) = value else { return .plain(value) }
    guard objects.indices.contains(number) else {
      throw KeyedArchiveError("the archive refers to object \(number) of \(objects.count)")
    }
    if number == 0 { return .null }
    if let object = try object(number) { return .object(object) }
    return .plain(objects[number])
  }

  /// The object of a number, or nil if what has that number is a plain value.
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

/// The contents of a field of an archived object.
package enum ArchivedValue: Sendable {
  /// No object (`nil` in the program that wrote the archive).
  case null

  /// A value that property lists have themselves.
  case plain(PropertyList)
  case object(ArchivedObject)
}
