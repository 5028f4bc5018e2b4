/// Input of a frame, and the sources for which the sleeping loop waits. Frame loop only.
struct FrameInput {
  /// Messages since the last frame; empty between frames, with its capacity kept.
  private(set) var messages = StageInbox.Messages()
  /// Requests of nodes; empty except while they are processed.
  private(set) var requests = StageLink.Requests()
  /// Event sources of the loop besides its inbox.
  private(set) var sources: [any EventSource] = []
  /// Monitor of the kernel's memory reports, while the loop runs.
  private(set) var memoryWatch: MemoryWatch?

  mutating func drain(_ inbox: StageInbox) { inbox.drain(into: &messages) }
  mutating func clearMessages() { messages.clear() }

  /// Removes the requests of nodes. Returns whether there are any.
  mutating func drain(_ link: StageLink) -> Bool {
    link.drain(into: &requests)
    return !requests.isEmpty
  }
  mutating func clearRequests() { requests.clear() }

  /// Adds a source. Duplicates, and sources beyond `limit`, are ignored. Returns whether it was added.
  mutating func attach(_ source: any EventSource, limit: Int) -> Bool {
    guard sources.count < limit, !sources.contains(where: { $0 === source }) else { return false }
    sources.append(source)
    return true
  }
  mutating func detach(_ source: any EventSource) { sources.removeAll { $0 === source } }

  /// Starts or stops monitoring the kernel's memory reports.
  mutating func watchMemory(_ watches: Bool) {
    if !watches {
      memoryWatch = nil
    } else if memoryWatch == nil {
      memoryWatch = MemoryWatch()
    }
  }
}
