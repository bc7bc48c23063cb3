// The smallest program that imports Foundation: the minimum cost of starting a process.
import Foundation

print("word")
