/// The entities of the model that is built into this target, where everything belongs to the main actor
/// that does not say otherwise.
public func names() -> [String] {
  MainActorIsolatedModel.entities
}
