//
//  Address+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Address {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Address> {
        return NSFetchRequest<Address>(entityName: "Address")
    }

    @NSManaged public var city: String?
    @NSManaged public var street: String?
    @NSManaged public var customer: Customer?
    @NSManaged public var harbor: Harbor?

}

extension Address : Identifiable {

}
