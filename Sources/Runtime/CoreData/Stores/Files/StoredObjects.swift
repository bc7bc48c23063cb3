import Foundation
import ObjectRows

/// The objects of a store in a file: a table of rows, and the parts of the file that are not in the model.
final class StoredObjects {
  let table = RowTable()

  /// The slot of the store, which rows refer to.
  private let place: StoreSlot

  /// Objects of entities that the model does not have.
  private var strangers: [StoredObject] = []

  /// Properties that entities of the model lack, and values that are nil here.
  private var strangeProperties: [Reference: StoredObject] = [:]

  /// The attributes with a partial value here: composites with members that the program cannot read.
  private var partlyRead: [Reference: Set<String>] = [:]

  /// The value of `partlyRead` after the contents that were created last are written.
  private var partlyWritten: [Reference: Set<String>] = [:]

  /// The attributes of `strangeProperties` that objects keep then, if these are not all.
  private var outdated: [Reference: [StoredAttribute]] = [:]

  /// Transformed and composite values as they are in the file.
  ///
  /// They are reused if the objects' values are the same: a transformer may no longer be able to convert them.
  private var forms = StoredForms()

  /// The value of `forms` after the contents that were created last are written.
  private var writtenForms = StoredForms()

  private let slot: Int
  private let shapes: [EntityShape]
  private let shapesByNumber: [Int: EntityShape]
  private let coding: StoredValueCoding

  init(slot: StoreSlot, coding: StoredValueCoding) {
    place = slot
    self.slot = slot.number
    shapes = slot.coordinator.shapes
    shapesByNumber = Dictionary(
      shapes.map { ($0.number, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    self.coding = coding
  }

  /// The highest number that a file may use, which leaves room for as many more.
  private static let highestNumber: Int64 = 1 << 62

  // MARK: Reading

  /// Reads the contents of a file.
  func take(_ contents: StoredContents) throws {
    let shapesByName = Dictionary(
      shapes.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var references: [Int64: Reference] = [:]
    for object in contents.objects {
      guard (1...Self.highestNumber).contains(object.number) else {
        throw StoredContentsError("No object can have the number \(object.number).")
      }
      guard references[object.number] == nil else {
        throw StoredContentsError("Two objects have the number \(object.number).")
      }
      guard object.version <= Self.highestNumber else {
        throw StoredContentsError("No object can have the version \(object.version).")
      }
      let entity = shapesByName[object.entity]?.number
      references[object.number] = Reference(number: object.number, entity: entity ?? 0, store: slot)
    }
    for object in contents.objects {
      guard let reference = references[object.number], let shape = shapesByName[object.entity]
      else {
        strangers.append(object)
        continue
      }
      table.put(try entry(object, reference, shape, references), for: reference)
    }
    table.reserve(upTo: min(contents.lastNumber, Self.highestNumber))
  }

  /// Replaces everything by the current contents of the file.
  ///
  /// - Throws: An error for invalid contents; then nothing changes.
  func takeAgain(_ contents: StoredContents) throws {
    let present = StoredObjects(slot: place, coding: coding)
    try present.take(contents)
    table.become(present.table)
    strangers = present.strangers
    strangeProperties = present.strangeProperties
    partlyRead = present.partlyRead
    forms = present.forms
    partlyWritten = [:]
    outdated = [:]
    writtenForms = StoredForms()
  }

  private func entry(
    _ object: StoredObject,
    _ reference: Reference,
    _ shape: EntityShape,
    _ references: [Int64: Reference]
  ) throws -> RowTable.Entry {
    var entry = RowTable.Entry(row: shape.binding.makeRow())
    entry.row.version = max(1, object.version)
    var strange = object
    strange.attributes = []
    strange.relationships = []
    for attribute in object.attributes {
      guard let index = shape.indexByName[attribute.name],
        let description = shape.properties[index] as? NSAttributeDescription
      else {
        strange.attributes.append(attribute)
        continue
      }
      guard let value = try coding.value(attribute.value, of: description) else {
        throw StoredContentsError(
          "The value of \(shape.name).\(attribute.name) of object \(object.number) is not of the "
            + "attribute's type."
        )
      }
      if value.isNone {
        // The value was not removed: a transformer could not convert it, or an object's store is not open.
        strange.attributes.append(attribute)
        continue
      }
      entry.row.setValue(value, at: index)
      forms.set(attribute.value, of: value, reference, index)
      if let unread = attribute.value.members(missingIn: value.object) {
        strange.attributes.append(StoredAttribute(name: attribute.name, value: unread))
        partlyRead[reference, default: []].insert(attribute.name)
      }
    }
    for relationship in object.relationships {
      let rest = try connect(&entry, by: relationship, of: object, shape, references)
      if let rest { strange.relationships.append(rest) }
    }
    if !strange.attributes.isEmpty || !strange.relationships.isEmpty {
      strangeProperties[reference] = strange
    }
    return entry
  }

  /// Sets the destinations of an object's relationship.
  ///
  /// - Returns: The part that is not in the model: the relationship, or its destinations of unknown entities.
  private func connect(
    _ entry: inout RowTable.Entry,
    by relationship: StoredRelationship,
    of object: StoredObject,
    _ shape: EntityShape,
    _ references: [Int64: Reference]
  ) throws -> StoredRelationship? {
    guard let index = shape.indexByName[relationship.name], shape.slots[index].isRelationship
    else { return relationship }
    // References to missing objects are nil.
    let known = relationship.destinations.compactMap { references[$0] }
    let destinations = known.filter { $0.entity != 0 }
    for destination in destinations where !isEnd(destination, of: shape.slots[index]) {
      throw StoredContentsError(
        "\(shape.name).\(relationship.name) of object \(object.number) leads to object "
          + "\(destination.number), which is of another entity."
      )
    }
    if shape.slots[index].kind == .toOne {
      entry.row.setValue(.reference(destinations.first ?? .none), at: index)
    } else {
      entry.toMany[index] = destinations
    }
    guard destinations.count < known.count else { return nil }
    let strangers = known.filter { $0.entity == 0 }.map(\.number)
    return StoredRelationship(name: relationship.name, destinations: strangers)
  }

  /// Whether a relationship can lead to an object.
  private func isEnd(_ reference: Reference, of relationship: PropertyShape) -> Bool {
    guard let shape = shapesByNumber[reference.entity] else { return false }
    return relationship.destination.map(shape.isKind) ?? false
  }

  /// The properties of an object that are in the file but not in the table.
  func unreadableProperties(of reference: Reference) -> [String] {
    guard let strange = strangeProperties[reference] else { return [] }
    return strange.attributes.map(\.name) + strange.relationships.map(\.name)
  }

  /// The number of objects whose entity is not in the model, by the names of their entities.
  var strangersByEntity: [String: Int] {
    Dictionary(strangers.map { ($0.entity, 1) }, uniquingKeysWith: +)
  }

  // MARK: Writing

  /// The contents of the file, in a deterministic order.
  func contents(metadata: [String: Any]) throws -> StoredContents {
    var contents = StoredContents()
    contents.metadata = try MetadataList.list(metadata)
    contents.lastNumber = table.lastNumber
    partlyWritten = [:]
    outdated = [:]
    writtenForms = StoredForms()
    var objects = strangers
    for shape in shapes {
      for reference in table.references(ofEntity: shape.number) {
        if let entry = table[reference] {
          objects.append(try object(entry, reference, shape))
        }
      }
    }
    contents.objects = objects.sorted { $0.number < $1.number }
    return contents
  }

  private func object(
    _ entry: RowTable.Entry,
    _ reference: Reference,
    _ shape: EntityShape
  ) throws -> StoredObject {
    var object = StoredObject(
      entity: shape.name,
      number: reference.number,
      version: entry.row.version
    )
    for (index, slot) in shape.slots.enumerated() where !slot.isTransient {
      switch slot.kind {
      case .attribute:
        guard let attribute = shape.properties[index] as? NSAttributeDescription else { continue }
        let value = entry.row.value(at: index)
        guard
          let form = try forms.form(of: value, reference, index)
            ?? coding.stored(value, of: attribute)
        else { continue }
        writtenForms.set(form, of: value, reference, index)
        object.attributes.append(StoredAttribute(name: slot.name, value: form))
      case .toOne:
        add([entry.row.value(at: index).reference], as: slot.name, to: &object)
      case .toMany(let isOrdered):
        let destinations = entry.toMany[index] ?? []
        add(
          isOrdered ? destinations : destinations.sorted { $0.number < $1.number },
          as: slot.name,
          to: &object
        )
      case .fetched, .other: break
      }
    }
    if let strange = strangeProperties[reference] {
      keep(strange.attributes, of: reference, in: &object)
      for relationship in strange.relationships { keep(relationship, shape, in: &object) }
    }
    return object
  }

  /// Adds the destinations of a relationship that are not in the model; those come last.
  ///
  /// If a to-one relationship leads to another object since, it has lost them.
  private func keep(
    _ strange: StoredRelationship,
    _ shape: EntityShape,
    in object: inout StoredObject
  ) {
    guard let given = object.relationships.firstIndex(where: { $0.name == strange.name }) else {
      return object.relationships.append(strange)
    }
    let isToOne = shape.indexByName[strange.name].map { shape.slots[$0].kind == .toOne } ?? false
    if !isToOne { object.relationships[given].destinations += strange.destinations }
  }

  /// Adds the attributes that are kept from the file; one that has been set since is removed.
  ///
  /// For a composite value the members are kept that the program could not read, until the whole value is removed.
  private func keep(
    _ strange: [StoredAttribute],
    of reference: Reference,
    in object: inout StoredObject
  ) {
    var kept: [StoredAttribute] = []
    for attribute in strange {
      if let given = object.attributes.firstIndex(where: { $0.name == attribute.name }) {
        guard let whole = object.attributes[given].value.completed(by: attribute.value) else {
          continue
        }
        object.attributes[given].value = whole
        partlyWritten[reference, default: []].insert(attribute.name)
      } else if partlyRead[reference]?.contains(attribute.name) ?? false {
        continue
      } else {
        object.attributes.append(attribute)
      }
      kept.append(attribute)
    }
    if kept.count < strange.count { outdated[reference] = kept }
  }

  /// Discards the parts that are no longer in the file, after it was written.
  func didWrite() {
    for (reference, kept) in outdated { strangeProperties[reference]?.attributes = kept }
    partlyRead.merge(partlyWritten) { $0.union($1) }
    forms = writtenForms
    writtenForms = StoredForms()
  }

  private func add(_ destinations: [Reference], as name: String, to object: inout StoredObject) {
    let numbers = destinations.filter { $0.store == slot && table[$0] != nil }.map(\.number)
    if !numbers.isEmpty {
      object.relationships.append(StoredRelationship(name: name, destinations: numbers))
    }
  }
}
