import CoreData

@objcMembers
public final class Freighter: Ship {
	@NSManaged public var holds: NSNumber?
	@NSManaged public var containers: NSSet?

	@NSManaged public func addContainersObject(_ value: Container)
	@NSManaged public func removeContainersObject(_ value: Container)

	/// The codes of all containers.
	var codes: [String] {
		let sorted = (containers as? Set<Container> ?? []).compactMap(\.code)
		return sorted.sorted()
	}
}
