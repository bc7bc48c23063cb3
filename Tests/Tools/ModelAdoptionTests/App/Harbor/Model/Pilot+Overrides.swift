import CoreData

private let limit = 6

extension Pilot {
    override public func willSave() {
        super.willSave()
        if callSignIsLong() { print("long") }
    }

    private func callSignIsLong() -> Bool { (callSign?.count ?? 0) > limit }
}

extension Inspection { override public class func entity() -> NSEntityDescription { super.entity() } }
