import ManagedModel
import PredicateFormat
import SQLDriver

extension ConditionTranslation {
  /// The end of the translated part of a key path.
  private indirect enum Place {
    case object(FetchScope.Source, FetchScope)
    case collection(FetchCollection)

    var isObject: Bool {
      if case .object = self { true } else { false }
    }
  }

  mutating func path(
    _ path: PropertyPath,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> FetchOperand {
    var place = try start(path.base, in: scope)
    let words = path.components
    var index = 0
    while index < words.count {
      defer { index += 1 }
      let rest = Array(words[(index + 1)...])
      switch words[index] {
      case .argument: throw FetchTranslationError("an argument for %K is missing")
      case .collectionOperator(let name):
        guard case .collection(let collection) = place else {
          throw FetchTranslationError("@\(name) requires a to-many key path before it")
        }
        return try aggregate(name, of: collection, rest: rest)
      case .key("self"), .key("SELF"), .key("objectID"): continue
      case .key(let key):
        if let end = try step(key, from: &place, rest: rest) { return end }
      }
    }
    switch place {
    case .object(let source, _): return .object(source.key, source.layout)
    case .collection(let collection): return .collection(collection)
    }
  }

  private mutating func start(
    _ base: Expression?,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> Place {
    switch base {
    case nil, .evaluatedObject: return .object(scope.objectScope.root, scope.objectScope)
    case .variable(let name):
      guard let (source, owner) = scope.source(ofVariable: name) else {
        throw FetchTranslationError("the variable $\(name) has no value")
      }
      return .object(source, owner)
    case .some(let base):
      guard case .collection(let collection) = try operand(base, in: scope) else {
        throw FetchTranslationError("a key path must begin with an object")
      }
      return .collection(collection)
    }
  }

  /// Follows one key, and returns the new end of the path.
  private mutating func step(
    _ key: String,
    from place: inout Place,
    rest: [PropertyPath.Component]
  ) throws(FetchTranslationError) -> FetchOperand? {
    let source: FetchScope.Source
    let scope: FetchScope
    switch place {
    case .object(let object, let its): (source, scope) = (object, its)
    case .collection(let collection): (source, scope) = (collection.source, collection.scope)
    }
    guard let index = source.layout.indices[key] else {
      if key == "entity", rest.isEmpty {
        let number = SQLFragment(source.layout.columns.entityNumber(of: source.alias))
        return try end(.value(number, .integer), at: place, rest: [], key)
      }
      throw FetchTranslationError("keypath \(key) not found in entity \(source.layout.name)")
    }
    let isLast = rest.allSatisfy { $0 == .key("objectID") || $0 == .key("self") }
    switch source.layout.fields[index] {
    case .none:
      guard let absent = source.layout.absentDestinations[index] else {
        throw FetchTranslationError(
          "\(source.layout.name).\(key) is not stored in the database"
        )
      }
      return try step(key, to: absent, from: &place, source, scope, isLast: isLast)
    case .attribute(let column):
      return try end(value(column, of: source, key), at: place, rest: rest, key)
    case .composite(let members):
      let names = rest.map { if case .key(let name) = $0 { name } else { "" } }
      guard let member = members.first(where: { $0.path == names }) else {
        throw FetchTranslationError("\(source.layout.name).\(key) is composite")
      }
      return try end(value(member.column, of: source, key), at: place, rest: [], key)
    case .toOne(let storage):
      let destination = try layout(translator.layout[storage.destination])
      if isLast {
        let foreign = SQLFragment("\(source.alias).\(storage.key)")
        return try end(.object(foreign, destination), at: place, rest: [], key)
      }
      follow(key, to: scope.join(source, storage, to: destination, &names), &place, scope)
      return nil
    case .toMany, .join:
      place = .collection(try enter(source.layout.fields[index], key, from: place, source, scope))
      return nil
    }
  }

  /// Follows a relationship to an entity that the store lacks, which has no destination.
  private mutating func step(
    _ key: String,
    to absent: AbsentDestination,
    from place: inout Place,
    _ source: FetchScope.Source,
    _ scope: FetchScope,
    isLast: Bool
  ) throws(FetchTranslationError) -> FetchOperand? {
    let destination = try layout(translator.layout.layout(of: absent))
    if absent.isToMany {
      let rows = FetchScope.Source(alias: names.next(), layout: destination)
      let tables = "\(destination.table) \(rows.alias)"
      place = .collection(
        collection(of: rows, key, from: place, scope, tables: tables, link: "1 = 0")
      )
      return nil
    }
    if isLast {
      return try end(.object(SQLFragment("NULL"), destination), at: place, rest: [], key)
    }
    follow(key, to: scope.join(source, key, toNothing: destination, &names), &place, scope)
    return nil
  }

  private func layout(_ found: ObjectLayout?) throws(FetchTranslationError) -> ObjectLayout {
    guard let found else { throw FetchTranslationError("a relationship leads to no entity") }
    return found
  }

  /// Continues with the destinations of a to-one relationship.
  private func follow(
    _ key: String,
    to joined: FetchScope.Source,
    _ place: inout Place,
    _ scope: FetchScope
  ) {
    switch place {
    case .object: place = .object(joined, scope)
    case .collection(var collection):
      collection.source = joined
      collection.element = .object(joined.key, joined.layout)
      collection.path += ".\(key)"
      place = .collection(collection)
    }
  }

  private func value(
    _ column: StoredColumn,
    of source: FetchScope.Source,
    _ key: String
  ) -> FetchOperand {
    let fragment = SQLFragment("\(source.alias).\(column.name)")
    if column.type == .transformable || column.isExternal {
      return .opaque(fragment, "\(source.layout.name).\(key), whose values cannot be compared")
    }
    return .value(fragment, OperandType(column.type))
  }

  /// The end of a path at a value of an object, or of each object of a collection.
  private func end(
    _ operand: FetchOperand,
    at place: Place,
    rest: [PropertyPath.Component],
    _ key: String
  ) throws(FetchTranslationError) -> FetchOperand {
    switch place {
    case .object:
      guard rest.isEmpty else {
        throw FetchTranslationError("a key path cannot continue after the attribute \(key)")
      }
      return operand
    case .collection(var collection):
      collection.element = operand
      collection.path += ".\(key)"
      if rest.isEmpty { return .collection(collection) }
      guard case .collectionOperator(let name) = rest[0], rest.count == 1 else {
        throw FetchTranslationError("a key path cannot continue after the attribute \(key)")
      }
      return try total(name, of: collection)
    }
  }

  /// The rows of a to-many relationship, of one object or of every object of a collection.
  private mutating func enter(
    _ field: FieldStorage,
    _ key: String,
    from place: Place,
    _ owner: FetchScope.Source,
    _ scope: FetchScope
  ) throws(FetchTranslationError) -> FetchCollection {
    let source: FetchScope.Source
    switch field {
    case .toMany(let storage):
      let destination = try layout(translator.layout[storage.destination])
      source = FetchScope.Source(alias: names.next(), layout: destination)
      return collection(
        of: source,
        key,
        from: place,
        scope,
        tables: "\(storage.table) \(source.alias)",
        link: "\(source.alias).\(storage.key) = \(owner.key.text)"
      )
    case .join(let storage):
      let join = names.next()
      let destination = try layout(translator.layout[storage.destination])
      source = FetchScope.Source(alias: names.next(), layout: destination)
      let tables =
        "\(storage.table) \(join) INNER JOIN \(storage.destinationTable) \(source.alias)"
        + " ON \(source.key.text) = \(join).\(storage.destinationKey)"
      return collection(
        of: source,
        key,
        from: place,
        scope,
        tables: place.isObject ? tables : "(\(tables))",
        link: "\(join).\(storage.source) = \(owner.key.text)"
      )
    case .none, .attribute, .composite, .toOne:
      throw FetchTranslationError("\(key) is not a to-many relationship")
    }
  }

  /// The collection of the rows that a step leads to: those of some tables that satisfy a condition.
  private func collection(
    of source: FetchScope.Source,
    _ key: String,
    from place: Place,
    _ scope: FetchScope,
    tables: String,
    link: String
  ) -> FetchCollection {
    let element = FetchOperand.object(source.key, source.layout)
    switch place {
    case .object:
      return FetchCollection(
        path: key,
        scope: FetchScope(source, tables: tables, inside: scope),
        conditions: [SQLFragment(link)],
        source: source,
        element: element
      )
    case .collection(var collection):
      collection.scope.combine(with: tables, on: link)
      collection.path += ".\(key)"
      collection.source = source
      collection.element = element
      return collection
    }
  }

  // MARK: Aggregates

  /// The result of a collection operator, such as `@sum.goals`.
  private mutating func aggregate(
    _ name: String,
    of collection: FetchCollection,
    rest: [PropertyPath.Component]
  ) throws(FetchTranslationError) -> FetchOperand {
    if rest.isEmpty { return try total(name, of: collection) }
    var place = Place.collection(collection)
    for (index, component) in rest.enumerated() {
      guard case .key(let key) = component else {
        throw FetchTranslationError("@\(name) can be followed by keys only")
      }
      let after = Array(rest[(index + 1)...])
      if let end = try step(key, from: &place, rest: after) {
        guard case .collection(let values) = end else { break }
        return try total(name, of: values)
      }
    }
    guard case .collection(let values) = place else {
      throw FetchTranslationError("@\(name) requires a to-many key path")
    }
    return try total(name, of: values)
  }

  func total(
    _ name: String,
    of collection: FetchCollection
  ) throws(FetchTranslationError) -> FetchOperand {
    if name == "count" { return .value(collection.selection(SQLFragment("COUNT(*)")), .integer) }
    let functions = ["sum": "SUM", "avg": "AVG", "average": "AVG", "min": "MIN", "max": "MAX"]
    guard let function = functions[name] else {
      throw FetchTranslationError("@\(name) has no counterpart in SQL")
    }
    let value = try collection.element.scalar("@\(name)")
    return try typing.aggregate(function, value, collection.element.type) {
      collection.selection($0)
    }
  }
}
