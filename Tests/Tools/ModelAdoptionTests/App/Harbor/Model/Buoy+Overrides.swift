import CoreData

/// Xcode generates the class of the entity; an extension is the only place for what a program adds.
extension Buoy {
    public override func awakeFromInsert() {
        super.awakeFromInsert()
        label = Self.firstLabel
    }

    private static var firstLabel: String { "unnamed" }

    override public func validateForInsert() throws {
        try super.validateForInsert()
        if depth < 0 { throw NSError(domain: "Harbor", code: 8) }
    }
}
