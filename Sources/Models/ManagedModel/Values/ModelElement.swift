/// A part of a model that is one element of its file.
package protocol ModelElement: Sendable {
  /// The beginning of the element in the file.
  var source: SourceOffset { get set }

  /// The parts of the element that the file writes otherwise than in canonical form.
  var spelling: Spelling { get set }
}

extension Model: ModelElement {}
extension DiagramBox: ModelElement {}
extension Entity: ModelElement {}
extension Attribute: ModelElement {}
extension Relationship: ModelElement {}
extension FetchedProperty: ModelElement {}
extension FetchRequestTemplate: ModelElement {}
extension FetchIndex: ModelElement {}
extension FetchIndexElement: ModelElement {}
extension CompoundIndex: ModelElement {}
extension UniquenessConstraint: ModelElement {}
extension PropertyReference: ModelElement {}
extension Configuration: ModelElement {}
extension Composite: ModelElement {}
extension UserInfo: ModelElement {}
extension UserInfoEntry: ModelElement {}
