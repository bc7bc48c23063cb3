// The properties of League
// swift-format-ignore-file

extension PlayerEntity {
  public static let attributes: [String] = ["email","firstName","lastName",]
}

extension TeamEntity {
  public static let attributes: [String] = ["name","uniformColor",]
}
