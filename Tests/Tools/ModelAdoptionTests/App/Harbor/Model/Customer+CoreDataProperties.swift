//
//  Customer+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Customer {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Customer> {
        return NSFetchRequest<Customer>(entityName: "Customer")
    }

    @NSManaged public var discount: NSNumber?
    @NSManaged public var name: String?
    @NSManaged public var address: Address?
    @NSManaged public var cargo: NSSet?
    @NSManaged public var invoices: NSSet?

}

// MARK: Generated accessors for cargo
extension Customer {

    @objc(addCargoObject:)
    @NSManaged public func addToCargo(_ value: Cargo)

    @objc(removeCargoObject:)
    @NSManaged public func removeFromCargo(_ value: Cargo)

    @objc(addCargo:)
    @NSManaged public func addToCargo(_ values: NSSet)

    @objc(removeCargo:)
    @NSManaged public func removeFromCargo(_ values: NSSet)

}

// MARK: Generated accessors for invoices
extension Customer {

    @objc(addInvoicesObject:)
    @NSManaged public func addToInvoices(_ value: Invoice)

    @objc(removeInvoicesObject:)
    @NSManaged public func removeFromInvoices(_ value: Invoice)

    @objc(addInvoices:)
    @NSManaged public func addToInvoices(_ values: NSSet)

    @objc(removeInvoices:)
    @NSManaged public func removeFromInvoices(_ values: NSSet)

}

extension Customer : Identifiable {

}
