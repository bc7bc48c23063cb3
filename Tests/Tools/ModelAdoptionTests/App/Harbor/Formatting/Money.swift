import Foundation

struct Money {
  var amount: Decimal
  var text: String { "\(amount) EUR" }
}
