// The smallest program that imports Foundation: what starting a process costs at least.
import Foundation

print("word")
