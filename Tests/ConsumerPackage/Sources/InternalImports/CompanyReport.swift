import CoreData
public import Foundation

extension Person {
  /// The properties that the entities below inherit.
  var fullName: String { "\(firstName) \(lastName)" }
}

/// The store of the company.
public enum Place {
  case memory
  case file(URL)
}

/// Hires people, and says who works for whom.
///
/// The generated classes are internal, and no import of theirs is seen from outside.
public func report(_ place: Place) async throws -> String {
  try CompanyModel.verify()
  let container =
    switch place {
    case .memory: CompanyContainer(.inMemory)
    case .file(let url): CompanyContainer(.file(url))
    }
  try await container.load()
  let writer = container.newBackgroundContext()
  try await writer.perform {
    let manager = Manager(context: writer)
    manager.firstName = "Ada"
    manager.lastName = "L"
    let employee = Employee(context: writer)
    employee.firstName = "Grace"
    employee.lastName = "H"
    employee.age = 37
    employee.manager = manager
    try writer.save()
  }
  let reader = container.newBackgroundContext()
  return try await reader.perform {
    let request = Person.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: Person.PropertyName.age, ascending: false)]
    return try reader.fetch(request).map { person in
      let manager = (person as? Employee)?.manager?.fullName
      return person.fullName + (manager.map { " for \($0)" } ?? "")
    }
    .joined(separator: ", ") + ", attributes \(CompanyNames.person.joined(separator: " "))"
  }
}
