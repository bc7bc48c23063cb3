import CoreData
import Dispatch

extension Voyage {
    // MARK: - Lifecycle

    /// A voyage begins now.
    public override func awakeFromInsert() {
        super.awakeFromInsert()
        startedAt = Date(timeIntervalSinceReferenceDate: 1_000)
    }

    override public func validateForInsert() throws {
        try super.validateForInsert()
        if code == "bad" { throw NSError(domain: "Harbor", code: 7) }
    }

    var isLong: Bool { miles > 1_000 }
}
