// Apple's Core Data brings Foundation along, so a file that imports the one has the other.
@_exported public import Foundation
