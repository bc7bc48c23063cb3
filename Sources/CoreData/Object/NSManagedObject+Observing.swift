/// Who wants to know of changes of an object's properties.
final class PropertyObservers {
  func willChange(_ object: NSManagedObject, _ index: Int) {}
  func didChange(_ object: NSManagedObject, _ index: Int) {}
}

extension NSManagedObject {
  /// Takes note that a property is being read.
  final func noteAccess(_ index: Int) {
    context?.confirmQueue()
  }
}
