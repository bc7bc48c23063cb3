// Apple's Core Data re-exports Foundation, so a file that imports the former has the latter.
@_exported public import Foundation
