// torture-cluster: saves and reads through the module CoreData while nodes of a PostgreSQL cluster die, and counts
// what is lost.
//
// `Cluster` starts three nodes under Patroni with three members of etcd on loopback, in a temporary folder, as
// an unprivileged user. `Client` is one of four processes, which are this program again. `Fault` is what is done
// to a node. `Ledger` gathers what the clients say, and compares it with what the database holds at the end.

import Foundation

signal(SIGPIPE, SIG_IGN)

let words = Array(CommandLine.arguments.dropFirst())
do {
  if words.first == "client", words.count == 3, let number = Int(words[1]) {
    try Client(number, at: words[2]).run()
  } else {
    let options = try TortureOptions(words)
    let isSound = try Torture(options).run()
    exit(isSound ? 0 : 1)
  }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(2)
}
