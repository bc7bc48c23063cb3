import Company
import CoreData
import Foundation
import Testing

@Suite("Code generated for Company: inheritance") struct CompanyTests {
  @Test func subclassesHaveAccessorsOfTheirParents() throws {
    let stack = try Stack(CompanyModel.make())
    let context = stack.context
    let manager = Manager(context: context)
    let employee = Employee(context: context)
    employee.firstName = "Ada"
    employee.age = 36
    employee.manager = manager
    #expect(manager.employees == [employee])
    let found = try #require(try stack.reread(employee))
    #expect(found.firstName == "Ada" && found.lastName == "" && found.age == 36)
    #expect(found.manager?.employees == [found])
  }

  @Test func entityNamesAndRequestsAreThoseOfTheClass() {
    #expect(Person.entityName == "Person")
    #expect(Employee.entityName == "Employee")
    let dynamic: Person.Type = Manager.self
    #expect(dynamic.entityName == "Manager")
    // Neither request needs a type annotation.
    let employees = Employee.fetchRequest()
    let people = Person.fetchRequest()
    #expect(employees.entityName == "Employee" && people.entityName == "Person")
    let typed: NSFetchRequest<Employee> = employees
    let typedToo: NSFetchRequest<Person> = people
    #expect(typed === employees && typedToo === people)
    #expect(Employee.PropertyName.firstName == "firstName")
    #expect(Employee.PropertyName.manager == "manager")
  }

  @Test("Key paths over relationships to classes in a hierarchy have names")
  func keyPathsOverRelationships() throws {
    #expect((\Employee.manager?.lastName)._kvcKeyPathString == "manager.lastName")
    #expect((\Employee.manager?.employees)._kvcKeyPathString == "manager.employees")
    #expect((\Employee.manager!.age)._kvcKeyPathString == "manager.age")
    #expect((\Employee.lastName)._kvcKeyPathString == "lastName")
    #expect((\Person.lastName)._kvcKeyPathString == "lastName")
    let stack = try Stack(CompanyModel.make())
    for (first, last) in [("a", "Z"), ("b", "Y"), ("c", "X")] {
      let employee = Employee(context: stack.context)
      employee.firstName = first
      employee.manager = Manager(context: stack.context)
      employee.manager?.lastName = last
    }
    let request = Employee.fetchRequest() as NSFetchRequest<Employee>
    request.predicate = NSPredicate(format: "manager != NIL")
    request.sortDescriptors = [
      NSSortDescriptor(keyPath: \Employee.manager?.lastName, ascending: true)
    ]
    #expect(try stack.context.fetch(request).map(\.firstName) == ["c", "b", "a"])
  }

  @Test func versionHashesAreThoseOfTheFile() throws {
    try CompanyModel.verify()
  }
}
