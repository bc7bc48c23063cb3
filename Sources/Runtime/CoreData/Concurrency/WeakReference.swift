/// An object with a handle by which others refer to it weakly.
protocol WeaklyReferenced: AnyObject {
  associatedtype Referent: AnyObject

  /// The handle, which the object binds to itself when it is created, and cuts when it is deallocated.
  var handle: WeakHandle<Referent> { get }
}

/// A weak reference to an object that has a handle.
///
/// It does not slow down the object, as a Swift weak reference would.
@propertyWrapper
struct WeakReference<Object: WeaklyReferenced> where Object.Referent == Object {
  private var handle: WeakHandle<Object>?

  init(wrappedValue: Object?) { handle = wrappedValue?.handle }

  var wrappedValue: Object? {
    get { handle?.object }
    set { handle = newValue?.handle }
  }
}
