//
//  Container+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Container {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Container> {
        return NSFetchRequest<Container>(entityName: "Container")
    }

    @NSManaged public var code: String?
    @NSManaged public var isReefer: Bool
    @NSManaged public var ship: Freighter?

}

extension Container : Identifiable {

}
