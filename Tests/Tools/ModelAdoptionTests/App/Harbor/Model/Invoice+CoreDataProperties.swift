//
//  Invoice+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Invoice {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Invoice> {
        return NSFetchRequest<Invoice>(entityName: "Invoice")
    }

    @NSManaged public var amount: NSDecimalNumber?
    @NSManaged public var dueAt: Date?
    @NSManaged public var paid: Bool
    @NSManaged public var customer: Customer?

}

extension Invoice : Identifiable {

}
