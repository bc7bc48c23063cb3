import CoreData

extension Harbor {
  var freeBerths: [Berth] { (berths?.array as? [Berth] ?? []).filter(\.isFree) }
}
