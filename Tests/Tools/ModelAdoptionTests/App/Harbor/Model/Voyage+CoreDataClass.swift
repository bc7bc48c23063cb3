//
//  Voyage+CoreDataClass.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData

@objc(Voyage)
public class Voyage: NSManagedObject {

}
