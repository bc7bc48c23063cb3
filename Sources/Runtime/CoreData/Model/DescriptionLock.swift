/// A part of a model, which is mutable until the model is used.
///
/// Core Data raises an exception when a model in use is changed. There are no exceptions here, and a model that
/// changes under its objects would damage data, so the attempt ends the program with Core Data's message. Only the
/// program itself can make this mistake, never its data.
protocol DescriptionLock: AnyObject {
  var isLocked: Bool { get }
}

extension DescriptionLock {
  /// Must be called before each change.
  func requireMutable() {
    precondition(!isLocked, "Can't modify an immutable model.")
  }
}
