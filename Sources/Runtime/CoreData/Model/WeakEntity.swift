/// A weak reference to an entity.
///
/// It does not slow down the entity, as a Swift weak reference would.
@propertyWrapper
struct WeakEntity {
  private var handle: WeakHandle<NSEntityDescription>?

  init(wrappedValue: NSEntityDescription?) { handle = wrappedValue?.handle }

  var wrappedValue: NSEntityDescription? {
    get { handle?.object }
    set { handle = newValue?.handle }
  }
}
