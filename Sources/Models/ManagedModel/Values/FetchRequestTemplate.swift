/// A fetch request in the model: a named template, or the request of a fetched property.
package struct FetchRequestTemplate: Sendable, Hashable {
  package var name: String
  package var entityName: String?
  package var predicateText: String?
  package var resultType: FetchResultType?
  package var fetchLimit: Int?
  package var fetchBatchSize: Int?
  package var includesSubentities: Bool
  package var includesPropertyValues: Bool
  package var includesPendingChanges: Bool
  package var returnsObjectsAsFaults: Bool
  package var returnsDistinctResults: Bool

  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    name: String,
    entityName: String? = nil,
    predicateText: String? = nil,
    source: SourceOffset = .none
  ) {
    self.name = name
    self.entityName = entityName
    self.predicateText = predicateText
    self.source = source
    includesSubentities = false
    includesPropertyValues = false
    includesPendingChanges = false
    returnsObjectsAsFaults = false
    returnsDistinctResults = false
    spelling = Spelling()
  }
}

/// The kind of results of a fetch request.
///
/// The raw values are those in model files.
package enum FetchResultType: Int, Sendable, Hashable {
  case managedObject = 0
  case managedObjectID = 1
  case dictionary = 2
  case count = 4
}

/// A property whose value is the result of a fetch request.
package struct FetchedProperty: Sendable, Hashable {
  package var name: String
  package var isOptional: Bool
  package var isSyncable: Bool
  package var fetchRequest: FetchRequestTemplate?
  package var userInfo: UserInfo?
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    name: String,
    isOptional: Bool = false,
    fetchRequest: FetchRequestTemplate? = nil,
    source: SourceOffset = .none
  ) {
    self.name = name
    self.isOptional = isOptional
    self.fetchRequest = fetchRequest
    self.source = source
    isSyncable = false
    spelling = Spelling()
  }
}
