// The entities of League
// swift-format-ignore-file

public enum KeptModel {
  public static let entities: [String] = [PlayerEntity.name,TeamEntity.name,]
}

public enum PlayerEntity {
  public static let name = "Player"
}

public enum TeamEntity {
  public static let name = "Team"
}
