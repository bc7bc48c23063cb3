/// The same values as stored properties of a plain class, as the reference.
final class PlainPlayer {
  let name: String
  let email: String
  var city: String
  let goals: Int64
  let height: Double

  init(_ number: Int) {
    name = "Player \(number)"
    email = "player.number.\(number)@example.com"
    city = "City \(number % 100)"
    goals = Int64(number)
    height = 1.8
  }
}
