import ManagedModel

/// The XML attributes of every kind of element, in Xcode's order.
///
/// This is the file format.
enum Fields {
  /// `<model>`.
  ///
  /// Files of Xcode 4 and 5 begin with the name and the version identifier.
  static let model = FieldTable<Model>([
    .text("name", \.header.name).anywhere,
    .text("type", \.header.type),
    .text("documentVersion", \.header.documentVersion),
    .text("lastSavedToolsVersion", \.header.lastSavedToolsVersion),
    .text("systemVersion", \.header.systemVersion),
    .text("minimumToolsVersion", \.header.minimumToolsVersion),
    .text("sourceLanguage", \.header.sourceLanguage),
    .text("macOSVersion", \.header.macOSVersion).anywhere,
    .text("iOSVersion", \.header.iOSVersion).anywhere,
    .choiceOfYesAndNo("usedWithCloudKit", \.header.usedWithCloudKit),
    .choiceOfYesAndNo("usedWithSwiftData", \.header.usedWithSwiftData),
    .text(
      "userDefinedModelVersionIdentifier",
      \.header.userDefinedModelVersionIdentifier
    ).anywhere,
  ])

  static let diagramBox = FieldTable<DiagramBox>([
    .requiredText("name", \.name),
    .plainText("positionX", \.positionX),
    .plainText("positionY", \.positionY),
    .plainText("width", \.width),
    .plainText("height", \.height),
  ])

  static let configuration = FieldTable<Configuration>([
    .requiredText("name", \.name),
    .choiceOfYesAndNo("usedWithCloudKit", \.usedWithCloudKit),
  ])

  static let memberEntity = FieldTable<PropertyReference>([.requiredText("name", \.name)])

  static let composite = FieldTable<Composite>([.requiredText("name", \.name)])

  static let userInfo = FieldTable<UserInfo>([])

  static let userInfoEntry = FieldTable<UserInfoEntry>([
    .requiredText("key", \.key),
    .plainText("value", \.value),
  ])

  static let fetchRequest = FieldTable<FetchRequestTemplate>([
    .requiredText("name", \.name),
    .text("entity", \.entityName),
    .text("predicateString", \.predicateText),
    .count("fetchLimit", \.fetchLimit),
    .count("fetchBatchSize", \.fetchBatchSize),
    .flag("includeSubentities", \.includesSubentities),
    .flag("includePropertyValues", \.includesPropertyValues),
    .flag("includesPendingChanges", \.includesPendingChanges),
    .flag("returnObjectsAsFaults", \.returnsObjectsAsFaults),
    .flag("returnDistinctResults", \.returnsDistinctResults),
    .optionalChoice(
      "resultType",
      \.resultType,
      parse: { Int($0).flatMap(FetchResultType.init(rawValue:)) },
      print: { String($0.rawValue) },
      problem: { text in
        FieldProblem(
          .badValue,
          "'resultType' is '\(text)', which is not a kind of result",
          hint: "0 is objects, 1 object IDs, 2 dictionaries, 4 a count"
        )
      }
    ),
  ])
}
