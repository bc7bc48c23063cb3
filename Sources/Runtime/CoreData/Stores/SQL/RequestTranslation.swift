import Foundation
import ObjectRows
import PredicateFormat
import SQLDriver
import SQLStore

/// The translation of a program's request to a query of the engine.
struct RequestTranslation: ~Copyable {
  private(set) var question: ObjectQuery

  /// The values of the constants in the query's condition.
  let constants: ConstantTranslation

  /// The translated part of a request.
  enum Part {
    case all

    /// Everything except the offset and the limit.
    case unlimited

    /// The entity and the condition.
    case condition

    /// The entity and the order.
    case order

    /// The entity alone.
    case entity

    var hasCondition: Bool { self == .all || self == .unlimited || self == .condition }

    var hasOrder: Bool { self == .all || self == .unlimited || self == .order }
  }

  init(
    _ fetch: borrowing StoreFetch,
    _ shape: borrowing EntityShape,
    for adapter: borrowing SQLAdapter,
    _ part: Part = .all
  ) throws {
    let condition = try fetch.condition ?? fetch.request?.predicate?.requestCondition
    let order = part.hasOrder ? try Self.order(of: fetch) : []
    question = try Self.question(fetch, shape, for: adapter)
    question.order = order
    if part.hasCondition, let condition { question.condition = condition.query }
    if part != .all {
      question.limit = 0
      question.offset = 0
    }
    constants = ConstantTranslation(condition?.values ?? [], copy adapter)
  }

  /// The query without its condition and its order.
  static func question(
    _ fetch: borrowing StoreFetch,
    _ shape: borrowing EntityShape,
    for adapter: borrowing SQLAdapter
  ) throws -> ObjectQuery {
    guard
      var question = adapter.engine.query(
        ofEntity: shape.number,
        includesSubentities: fetch.shapes.count > 1
      )
    else {
      throw StoreError.unknownEntity(shape.name)
    }
    question.limit = fetch.window?.limit ?? fetch.limit
    question.offset = fetch.window?.offset ?? 0
    return question
  }

  private static func order(of fetch: borrowing StoreFetch) throws -> [FetchOrder] {
    try fetch.request?.sortDescriptors?.map { try order($0) } ?? []
  }

  /// Translates a sort descriptor; the expression replaces a key path with another meaning.
  static func order(
    _ descriptor: NSSortDescriptor,
    expression: ExpressionNode? = nil
  ) throws -> FetchOrder {
    guard let key = descriptor.key, let selector = descriptor.selector else {
      throw FetchTranslationError("the sort descriptor \(descriptor) has no key, or a block")
    }
    let collation = try collation(selector.description)
    if let expression {
      return FetchOrder(expression, isAscending: descriptor.ascending, collation: collation)
    }
    return FetchOrder(keyPath: key, isAscending: descriptor.ascending, collation: collation)
  }

  private static func collation(_ selector: String) throws -> StoreCollation? {
    switch selector {
    case "compare:": return nil
    case "caseInsensitiveCompare:": return .caseInsensitive
    case "localizedCompare:": return .localized
    case "localizedCaseInsensitiveCompare:": return .localizedCaseInsensitive
    case "localizedStandardCompare:": return .localizedStandard
    default: throw FetchTranslationError("the selector \(selector) of a sort descriptor")
    }
  }

  static func unsupported(_ what: String) -> NSError {
    StoreFailure.error(
      NSPersistentStoreUnsupportedRequestTypeError,
      "The store does not support the request: \(what)."
    )
  }
}

/// The values of the expressions in a predicate that refer to no object of the store.
struct ConstantTranslation {
  private let values: [Any]

  // The caller owns it for as long as it translates.
  private unowned(unsafe) let adapter: SQLAdapter

  init(_ values: [Any], _ adapter: SQLAdapter) {
    self.values = values
    self.adapter = adapter
  }

  /// The value of an expression that refers to no object of the store.
  func value(of expression: ExpressionNode) -> FetchValue? {
    // Usually it is a literal value, which needs no closure for evaluation.
    switch expression {
    case .constant(let constant): return stored(PredicateValue(constant))
    case .argument(let argument):
      guard values.indices.contains(argument.index) else { return stored(PredicateValue(nil)) }
      // Objects are the most common arguments, and the most expensive to distinguish from all other values. Copying
      // one out of the array would take as long again.
      if let object = ExactCast.object(values[argument.index]) as? NSManagedObject {
        return stored(object)
      }
      return stored(PredicateValue(values[argument.index]))
    default: break
    }
    guard expression.refersToNoObject else { return nil }
    return stored(PredicateCompiler(values: values).constant(expression))
  }

  private func stored(_ value: PredicateValue) -> FetchValue {
    switch value {
    case .collection(let collection): return .list(collection.values.map(stored))
    case .object(let object):
      switch object {
      case let object as NSManagedObject: return stored(object)
      case let id as NSManagedObjectID: return self.object(id)
      case let entity as NSEntityDescription:
        return .value(
          adapter.engine.layout[entity.name ?? ""].map { .integer(Int64($0.number)) } ?? .null
        )
      default: return .unsupported("a value of type \(type(of: object))")
      }
    case .other(let other):
      if let url = other as? URL { return .value(.text(url.absoluteString)) }
      return .unsupported("a value of type \(type(of: other))")
    default: return .value(value.stored)
    }
  }

  private func stored(_ object: NSManagedObject) -> FetchValue {
    self.object(object) ?? self.object(object.objectID)
  }

  /// An object of a context with the store's coordinator, for which no ID is needed.
  private func object(_ object: NSManagedObject) -> FetchValue? {
    let reference = object.reference
    guard !reference.isTemporary, reference.store == adapter.slot,
      let coordinator = object.context?.rootCoordinator,
      ObjectIdentifier(coordinator) == adapter.coordinator
    else { return nil }
    return .object(
      key: reference.number,
      entity: adapter.engine.entities.storedNumber(of: reference.entity)
    )
  }

  private func object(_ id: NSManagedObjectID) -> FetchValue {
    if !id.isTemporaryID, id.store === adapter.store {
      return .object(
        key: id.reference.number,
        entity: adapter.engine.entities.storedNumber(of: id.reference.entity)
      )
    }
    guard !id.isTemporaryID, id.storeIdentifier == adapter.store.identifier,
      let layout = adapter.engine.layout[id.entity.name ?? ""], let key = Int64(id.referenceText)
    else { return .foreignObject }
    return .object(key: key, entity: layout.number)
  }
}
