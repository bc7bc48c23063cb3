import CompanyExample
import CoreData
import Testing

struct CompanyExampleTests {
  private let container = CompanyContainer(.inMemory)

  init() async throws {
    try await container.load()
  }

  @Test("Both ends of a relationship are set by either")
  @MainActor func inverses() throws {
    let boss = manager("Ada Lovelace")
    let other = manager("Grace Hopper")
    let alan = employee("Alan Turing")
    alan.manager = boss
    #expect(boss.staff == ["Alan Turing"])
    other.hire(alan)
    #expect(alan.manager == other && boss.staff.isEmpty)
    boss.hireByHand(alan)
    #expect(alan.manager == boss && other.staff.isEmpty && boss.staff == ["Alan Turing"])
    boss.hireByHand(employee("Al Gore"))
    boss.handOver(to: other)
    #expect(boss.staff.isEmpty && other.staff == ["Al Gore", "Alan Turing"])
    try container.viewContext.save()
    container.viewContext.reset()
    let managers = try container.viewContext.fetch(Manager.fetchRequest())
    let staff: [[String]] = managers.map(\.staff).sorted { $0.count < $1.count }
    #expect(staff == [[], ["Al Gore", "Alan Turing"]])
  }

  @Test("An employee who is deleted has no manager, and a manager who goes leaves the employees")
  @MainActor func deletion() throws {
    let context = container.viewContext
    let boss = manager("Ada Lovelace")
    boss.hire(employee("Alan Turing"))
    boss.hire(employee("Al Gore"))
    try context.save()
    boss.employees.filter { $0.firstName == "Al" }.forEach(context.delete)
    context.processPendingChanges()
    #expect(boss.staff == ["Alan Turing"])
    context.delete(boss)
    try context.save()
    let left = try context.fetch(Employee.fetchRequest())
    #expect(left.map(\.fullName) == ["Alan Turing"] && left[0].manager == nil)
  }

  @Test("Custom accessors track changes, and can be undone")
  @MainActor func accessors() throws {
    let context = container.viewContext
    let person = employee("Anna Maria van")
    #expect(person.firstName == "Anna Maria" && person.lastName == "van")
    person.sensibleAge = 37
    try context.save()
    #expect(!person.hasChanges && person.age == 37)
    context.undoManager = UndoManager()
    person.sensibleAge = -5
    #expect(person.age == 0 && person.sensibleAge == 0)
    #expect(person.changedValues()["age"] as? Int == 0)
    context.undo()
    #expect(person.age == 37)
    person.age = -1
    #expect(person.sensibleAge == 0)
  }

  private func manager(_ name: String) -> Manager {
    let manager = Manager(context: container.viewContext)
    manager.fullName = name
    return manager
  }

  private func employee(_ name: String) -> Employee {
    let employee = Employee(context: container.viewContext)
    employee.fullName = name
    return employee
  }
}
