import Dispatch
import Synchronization

/// Threads of the server, on which requests are answered.
///
/// All tasks of a program share as many threads as there are processors, and a task that blocks one of them blocks
/// the others. A server must not depend on them.
final class ResponderThreads: TaskExecutor {
  /// Serial queues, each of which gets a thread when it has work, however busy the others are.
  private let queues: [DispatchQueue]
  private let turn = Atomic<UInt>(0)

  init(count: Int = 4) {
    queues = (1...max(count, 1)).map { DispatchQueue(label: "http.responder.\($0)") }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let turn = turn.wrappingAdd(1, ordering: .relaxed).oldValue
    queues[Int(turn % UInt(queues.count))].async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
