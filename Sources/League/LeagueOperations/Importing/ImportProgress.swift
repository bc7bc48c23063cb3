/// The progress of an import.
package struct ImportProgress: Sendable, Hashable {
  package let stage: Stage

  /// The completed fraction of the stage, from 0 to 1.
  package let fraction: Double

  /// The stage of an import.
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
