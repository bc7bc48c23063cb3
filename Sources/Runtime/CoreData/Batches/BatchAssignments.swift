import Foundation

/// The new values of a batch update request, by properties.
struct BatchAssignments {
  private let request: NSBatchUpdateRequest
  private let shape: EntityShape
  private let coordinator: NSPersistentStoreCoordinator

  init(
    _ request: NSBatchUpdateRequest,
    _ shape: EntityShape,
    _ coordinator: NSPersistentStoreCoordinator
  ) {
    self.request = request
    self.shape = shape
    self.coordinator = coordinator
  }

  func list() throws -> [(index: Int, value: BatchValue)] {
    var assignments: [(index: Int, value: BatchValue)] = []
    let values = BatchValues(shape, coordinator)
    for (key, value) in request.propertiesToUpdate ?? [:] {
      let name = try name(key)
      if let expression = value as? _NSExpression {
        if expression.expressionType == .constantValue {
          let constant = expression.constantValue ?? NSNull()
          let (index, value) = try values.value(constant, for: name)
          assignments.append((index, .constant(value)))
        } else {
          assignments.append((try values.index(of: name), .expression(expression)))
        }
      } else {
        let (index, value) = try values.value(value, for: name)
        assignments.append((index, .constant(value)))
      }
    }
    return assignments.sorted { $0.index < $1.index }
  }

  private func name(_ key: AnyHashable) throws -> String {
    switch key.base {
    case let name as String: return name
    case let property as NSPropertyDescription: return property.name
    default:
      throw BatchExecution.refusal(
        "propertiesToUpdate has a key of type \(type(of: key.base)); keys are names or property descriptions."
      )
    }
  }
}
