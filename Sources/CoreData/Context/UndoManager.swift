/// Keeps what can be undone.
open class UndoManager {
  open var isUndoRegistrationEnabled: Bool { true }
  open func removeAllActions() {}
}
