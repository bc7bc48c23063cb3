import CoreData

// The two ends of a relationship are one thing to Core Data: setting one of them sets the other.
//
//     employee.manager = manager      // manager.employees has one more
//     manager.hire(employee)          // employee.manager is this manager

extension Manager {
  /// Makes a person an employee of this manager, and so of no other.
  package func hire(_ employee: Employee) {
    addToEmployees(employee)
  }

  /// Does the same as `addToEmployees` by hand: a change of the primitive set between notifications.
  package func hireByHand(_ employee: Employee) {
    let key = PropertyName.employees
    let change: Set<AnyHashable> = [employee]
    willChangeValue(forKey: key, withSetMutation: .union, using: change)
    (primitiveValue(forKey: key) as? NSMutableSet)?.add(employee)
    didChangeValue(forKey: key, withSetMutation: .union, using: change)
  }

  /// Moves all employees to another manager.
  package func handOver(to other: Manager) {
    other.addToEmployees(employees)
  }

  /// The employees by their names.
  package var staff: [String] { employees.map(\.fullName).sorted() }
}
