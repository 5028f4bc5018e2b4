/// What a frame takes in, and what the sleeping loop waits for. Frame loop only.
struct FrameInput {
  /// What arrived since the last frame; empty between frames, its memory kept.
  private(set) var messages = StageInbox.Messages()
  /// What nodes asked for; empty but while it is taken.
  private(set) var requests = StageLink.Requests()
  /// What the loop waits for beside its inbox.
  private(set) var sources: [any EventSource] = []
  /// What the kernel says about memory, while the loop runs.
  private(set) var memoryWatch: MemoryWatch?

  mutating func drain(_ inbox: StageInbox) { inbox.drain(into: &messages) }
  mutating func clearMessages() { messages.clear() }

  /// Takes what nodes asked for. Returns whether there is anything.
  mutating func drain(_ link: StageLink) -> Bool {
    link.drain(into: &requests)
    return !requests.isEmpty
  }
  mutating func clearRequests() { requests.clear() }

  /// Adds a source; one that is there already is ignored, and so are more than `limit`. Returns whether it was added.
  mutating func attach(_ source: any EventSource, limit: Int) -> Bool {
    guard sources.count < limit, !sources.contains(where: { $0 === source }) else { return false }
    sources.append(source)
    return true
  }
  mutating func detach(_ source: any EventSource) { sources.removeAll { $0 === source } }

  /// Begins to listen to the kernel, where it is not done yet, or ends it.
  mutating func watchMemory(_ watches: Bool) {
    if !watches {
      memoryWatch = nil
    } else if memoryWatch == nil {
      memoryWatch = MemoryWatch()
    }
  }
}
