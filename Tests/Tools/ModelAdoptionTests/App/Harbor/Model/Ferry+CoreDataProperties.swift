//
//  Ferry+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Ferry {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Ferry> {
        return NSFetchRequest<Ferry>(entityName: "Ferry")
    }

    @NSManaged public var route: String?
    @NSManaged public var seats: Int32

}
