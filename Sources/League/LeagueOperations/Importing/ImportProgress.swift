/// How far an import has come.
package struct ImportProgress: Sendable, Hashable {
  package let stage: Stage

  /// How much of the stage is done, from 0 to 1.
  package let fraction: Double

  /// The present step.
  package enum Stage: String, Sendable, Hashable {
    case reading
    case adding
    /// The last stage, which cannot be interrupted.
    case saving
  }

  package init(_ stage: Stage, _ fraction: Double) {
    self.stage = stage
    self.fraction = fraction
  }
}
