import CoreData

public class Recorded<Mark>: NSManagedObject {
  @NSManaged var recordedAt: Date?
  var mark: Mark?
}

public final class LogEntry: Recorded<Int> {
  @NSManaged var text: String?
  @NSManaged var voyage: Voyage?
}
