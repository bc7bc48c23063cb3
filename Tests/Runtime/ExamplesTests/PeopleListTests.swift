import ContactsExample
import CoreData
import Testing

struct PeopleListTests {
  private let container = ContactsContainer(.inMemory)

  init() async throws {
    try await container.load()
  }

  @Test("A list follows what happens to people and their homes")
  @MainActor func changes() throws {
    let context = container.viewContext
    let london = home("London")
    let ada = person("Ada", "Lovelace", london)
    person("Charles", "Babbage", london)
    try context.save()
    let list = try PeopleList(in: context)
    #expect(list.lines == ["London", "  Charles Babbage", "  Ada Lovelace"])

    person("Grace", "Hopper", home("Arlington"))
    context.processPendingChanges()
    #expect(list.lines.prefix(2) == ["Arlington", "  Grace Hopper"])
    #expect(list.takeChanges() == ["section 0 inserted", "row 0.0 inserted"])

    ada.lastName = "Byron"
    context.processPendingChanges()
    #expect(list.lines.suffix(2) == ["  Charles Babbage", "  Ada Byron"])
    #expect(list.takeChanges() == ["row 1.1 changed"])

    ada.lastName = "Aaronson"
    context.processPendingChanges()
    #expect(list.takeChanges() == ["row 1.1 moved to 1.0"])

    london.residents.forEach(context.delete)
    try context.save()
    #expect(list.lines == ["Arlington", "  Grace Hopper"])
    #expect(
      Set(list.takeChanges()) == ["section 1 deleted", "row 1.0 deleted", "row 1.1 deleted"]
    )
  }

  private func home(_ city: String) -> Home {
    let home = Home(context: container.viewContext)
    home.city = city
    return home
  }

  @discardableResult
  private func person(_ first: String, _ last: String, _ home: Home) -> Person {
    let person = Person(context: container.viewContext)
    person.firstName = first
    person.lastName = last
    person.home = home
    return person
  }
}
