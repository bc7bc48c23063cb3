import CoreData

struct Exporter {
  func line(_ ship: Ship) -> String {
    [ship.name ?? "", String(ship.imo), ship.home?.name ?? "-"].joined(separator: ";")
  }
}
