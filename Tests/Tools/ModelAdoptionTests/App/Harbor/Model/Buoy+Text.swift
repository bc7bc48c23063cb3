import CoreData

private let unit = "m"

extension Buoy {
    override public func prepareForDeletion() {
        super.prepareForDeletion()
        BuoyLog.removed.append(text(for: depth))
    }

    private func text(for depth: Double) -> String { "\(depth) \(unit)" }
}

enum BuoyLog {
    nonisolated(unsafe) static var removed: [String] = []
}
