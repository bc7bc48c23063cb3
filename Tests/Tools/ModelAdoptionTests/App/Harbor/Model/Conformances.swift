import CoreData
import Observation

extension Harbor: Observable {}

extension Customer: Observable, CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
