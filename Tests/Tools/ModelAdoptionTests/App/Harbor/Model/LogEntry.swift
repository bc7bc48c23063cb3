import CoreData

public class Recorded<Mark>: NSManagedObject {
  @NSManaged var recordedAt: Date?
  var mark: Mark?

  static var byTime: NSSortDescriptor { NSSortDescriptor(keyPath: \Recorded.recordedAt, ascending: true) }
}

public final class LogEntry: Recorded<Int> {
  @NSManaged var text: String?
  @NSManaged var voyage: Voyage?
}
