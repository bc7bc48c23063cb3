import ManagedModel

extension Model {
  /// A model without entities, as in Xcode's template.
  ///
  /// The version of Xcode is omitted: none has saved the file.
  package static var new: Model {
    var header = ModelHeader()
    header.type = "com.apple.IDECoreDataModeler.DataModel"
    header.documentVersion = "1.0"
    header.minimumToolsVersion = "Automatic"
    header.sourceLanguage = "Swift"
    header.userDefinedModelVersionIdentifier = ""
    return Model(header: header)
  }
}
