import CoreData
import Foundation

// All that is declared here belongs to the main actor, as does the view context.

extension Person {
  /// A name and a place.
  public var label: String { "\(firstName) \(lastName) in \(home?.city ?? "no city")" }
}

/// Puts people into a store, and says who is found there.
public func report(_ store: ContactsContainer.Store) async throws -> String {
  try ContactsModel.verify()
  let container = ContactsContainer(store)
  try await container.load()
  let context = container.viewContext
  let home = Home(context: context)
  home.city = "London"
  for first in ["Charles", "Ada"] {
    let person = Person(context: context)
    person.firstName = first
    person.lastName = "L"
    home.addToResidents(person)
  }
  try context.save()
  context.reset()
  let request = Person.fetchRequest()
  request.sortDescriptors = [NSSortDescriptor(key: Person.PropertyName.firstName, ascending: true)]
  return try context.fetch(request).map(\.label).joined(separator: ", ")
}
