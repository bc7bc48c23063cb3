import Foundation

@objc enum HarborError: Int, Error { case full = 1, closed }
