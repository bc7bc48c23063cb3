import CoreData

extension Harbor {
  @objc var city: String { address?.city ?? "" }
}
