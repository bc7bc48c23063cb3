/// The entities of the model that is built into this target.
public func names() -> [String] {
  SwiftFiveModel.entities
}
