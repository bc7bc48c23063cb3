import CoreData

/// Weather is of no interest outside of this file.
private class Weather: NSManagedObject {
  @NSManaged var wind: Double
  @NSManaged var text: String?
}

struct WeatherService {
  let context: NSManagedObjectContext

  func record(wind: Double, text: String) throws -> String {
    let entity = NSEntityDescription.entity(forEntityName: "Weather", in: context)!
    let weather = Weather(entity: entity, insertInto: context)
    weather.wind = wind
    weather.text = text
    try context.save()
    return "\(weather.text ?? "") \(weather.wind)"
  }
}
