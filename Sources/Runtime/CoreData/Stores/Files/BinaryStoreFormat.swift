import PropertyLists

/// The file of a binary store: a binary property list.
///
/// Its root is a dictionary with the keys `kind`, `format`, `metadata`, `last` and `objects`. Each object is a
/// dictionary: `e`ntity, `n`umber, `v`ersion, `a`ttributes and `r`elationships by their names. A value of a type that
/// property lists lack is an array of the type's name and its contents.
enum BinaryStoreFormat: StoreFileFormat {
  static let storeType = NSBinaryStoreType
  private static let kind = "OpenCoreData binary store"

  // MARK: Writing

  static func bytes(of contents: StoredContents) -> [UInt8] {
    let root: PropertyList = [
      "kind": .string(kind),
      "format": .integer(1),
      "metadata": .dictionary(contents.metadata),
      "last": .integer(contents.lastNumber),
      "objects": .array(contents.objects.map(list)),
    ]
    return root.binary()
  }

  private static func list(_ object: StoredObject) -> PropertyList {
    var entries: [PropertyListDictionary.Entry] = [
      .init("e", .string(object.entity)), .init("n", .integer(object.number)),
      .init("v", .integer(object.version)),
    ]
    if !object.attributes.isEmpty { entries.append(.init("a", list(object.attributes))) }
    if !object.relationships.isEmpty {
      let relationships = object.relationships.map { relationship in
        PropertyListDictionary.Entry(
          relationship.name,
          .array(relationship.destinations.map(PropertyList.integer))
        )
      }
      entries.append(.init("r", .dictionary(PropertyListDictionary(relationships))))
    }
    return .dictionary(PropertyListDictionary(entries))
  }

  private static func list(_ attributes: [StoredAttribute]) -> PropertyList {
    .dictionary(PropertyListDictionary(attributes.map { .init($0.name, list($0.value)) }))
  }

  private static func list(_ value: StoredValue) -> PropertyList {
    switch value {
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .real(number)
    case .string(let text): .string(text)
    case .date(let seconds): .date(seconds)
    case .data(let bytes): .data(bytes)
    case .float(let number): .array([.string("float"), .real(Double(number))])
    case .decimal(let text): .array([.string("decimal"), .string(text)])
    case .uuid(let text): .array([.string("uuid"), .string(text)])
    case .uri(let text): .array([.string("uri"), .string(text)])
    case .objectID(let text): .array([.string("objectID"), .string(text)])
    case .archive(let bytes): .array([.string("archive"), .data(bytes)])
    case .composite(let members): .array([.string("composite"), list(members)])
    }
  }

  // MARK: Reading

  static func contents(of bytes: [UInt8]) throws(StoredContentsError) -> StoredContents {
    let root: PropertyListDictionary?
    do {
      root = try PropertyList(binary: bytes).dictionary
    } catch {
      throw StoredContentsError("The file is not a binary property list: \(error.message).")
    }
    guard let root, root["kind"]?.string == kind else {
      throw StoredContentsError("The property list is not a store.")
    }
    guard root["format"]?.integer == 1 else {
      throw StoredContentsError("The store was written by a later version.")
    }
    guard let metadata = root["metadata"]?.dictionary, let last = root["last"]?.integer,
      let objects = root["objects"]?.array
    else { throw StoredContentsError("The store lacks its metadata or its objects.") }
    var contents = StoredContents(metadata: metadata, lastNumber: last)
    contents.objects.reserveCapacity(objects.count)
    for object in objects { contents.objects.append(try self.object(object)) }
    return contents
  }

  private static func object(_ list: PropertyList) throws(StoredContentsError) -> StoredObject {
    guard let list = list.dictionary, let entity = list["e"]?.string,
      let number = list["n"]?.integer, let version = list["v"]?.integer
    else { throw StoredContentsError("An object lacks its entity or its number.") }
    var object = StoredObject(entity: entity, number: number, version: version)
    if let attributes = list["a"] { object.attributes = try self.attributes(attributes) }
    for entry in list["r"]?.dictionary?.entries ?? [] {
      let numbers = entry.value.array ?? []
      let destinations = numbers.compactMap(\.integer)
      guard destinations.count == numbers.count else {
        throw StoredContentsError(
          "The relationship \(entry.key) of object \(number) is not a list."
        )
      }
      let relationship = StoredRelationship(name: entry.key, destinations: destinations)
      object.relationships.append(relationship)
    }
    return object
  }

  private static func attributes(
    _ list: PropertyList
  ) throws(StoredContentsError) -> [StoredAttribute] {
    guard let list = list.dictionary else {
      throw StoredContentsError("The attributes of an object are not a dictionary.")
    }
    var attributes: [StoredAttribute] = []
    for entry in list.entries {
      attributes.append(StoredAttribute(name: entry.key, value: try value(entry.value)))
    }
    return attributes
  }

  private static func value(_ list: PropertyList) throws(StoredContentsError) -> StoredValue {
    switch list {
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .real(let number): return .double(number)
    case .string(let text): return .string(text)
    case .date(let seconds): return .date(seconds)
    case .data(let bytes): return .data(bytes)
    case .array(let parts):
      guard parts.count == 2, let type = parts[0].string,
        let value = try typed(parts[1], type)
      else { throw StoredContentsError("A value has an unknown type.") }
      return value
    case .dictionary, .uid: throw StoredContentsError("A value has an unknown type.")
    }
  }

  private static func typed(
    _ list: PropertyList,
    _ type: String
  ) throws(StoredContentsError) -> StoredValue? {
    switch (type, list) {
    case ("float", .real(let number)): return .float(Float(number))
    case ("decimal", .string(let text)): return .decimal(text)
    case ("uuid", .string(let text)): return .uuid(text)
    case ("uri", .string(let text)): return .uri(text)
    case ("objectID", .string(let text)): return .objectID(text)
    case ("archive", .data(let bytes)): return .archive(bytes)
    case ("composite", .dictionary): return .composite(try attributes(list))
    default: return nil
    }
  }
}
