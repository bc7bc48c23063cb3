import CoreData

extension Invoice {
  var money: Money { Money(amount: (amount ?? .zero) as Decimal) }
}
