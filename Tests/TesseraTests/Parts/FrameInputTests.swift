import Testing

@testable import Tessera

/// Input of a frame and the sources of the loop, without a stage.
struct FrameInputTests {
  private final class Source: EventSource {
    var descriptor: Int32 { -1 }
    var deadline: Double? { nil }
    func serve(_ stage: Stage) {}
  }

  @Test func aSourceIsAddedOnceAndUpToTheLimit() {
    var input = FrameInput()
    let (first, second, third) = (Source(), Source(), Source())
    let added = [first, first, second, third].map { input.attach($0, limit: 2) }
    #expect(added == [true, false, true, false] && input.sources.count == 2)
    input.detach(first)
    input.detach(third)
    #expect(input.sources.count == 1 && input.sources[0] === second)
    let addsLater = input.attach(third, limit: 2)
    #expect(addsLater)
  }

  @Test func messagesOfTheInboxAreTakenOnce() {
    var input = FrameInput()
    let inbox = StageInbox()
    inbox.post(.key(KeyPress(.enter)))
    input.drain(inbox)
    #expect(input.messages.events.count == 1)
    input.clearMessages()
    input.drain(inbox)
    #expect(input.messages.events.isEmpty)
  }

  @Test func requestsAreThereUntilTheyAreCleared() {
    var input = FrameInput()
    let link = StageLink(loop: StageInbox(), workers: WorkerPool(threads: 1))
    let none = input.drain(link)
    link.requestFocus(BoxNode())
    let some = input.drain(link)
    #expect(!none && some && !input.requests.isEmpty)
    input.clearRequests()
    #expect(input.requests.isEmpty)
  }
}
