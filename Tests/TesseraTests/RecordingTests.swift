import Foundation
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import Tessera

/// Recording of frames and jobs.
@Suite struct RecordingTests {
  private func stage(threads: Int) throws -> (Stage, [PatchNode]) {
    let root = BoxNode()
    let nodes = (0..<8).map { PatchNode("\($0)", color: .black).placed(Double($0) * 60, 0, 60, 300) }
    for node in nodes {
      node.id = "n\"\(node.name)\\"
      root.addSubnode(node)
    }
    let stage = try Stage(size: Size(480, 300), root: root, clock: ManualClock(), workers: WorkerPool(threads: threads), background: .white)
    return (stage, nodes)
  }

  @Test(arguments: [0, 2]) func aTraceIsValidAndItsEventsAreNested(threads: Int) throws {
    let (stage, nodes) = try stage(threads: threads)
    stage.startTracing()
    for round in 0..<5 {
      for node in nodes { node.color = Color(rgb: UInt32(round * 40)) }
      try stage.settle()
    }
    let trace = stage.stopTracing()
    let object = try #require(try JSONSerialization.jsonObject(with: Data(trace.json())) as? [String: Any])
    let events = try #require(object["traceEvents"] as? [[String: Any]])
    let spans = events.filter { $0["ph"] as? String == "X" }
    let names = Set(spans.compactMap { $0["name"] as? String })
    #expect(names.isSuperset(of: ["frame", "composite", "layout", "draw"]))
    #expect(threads == 0 || names.contains("band"))
    #expect(spans.contains { ($0["args"] as? [String: String])?["node"] == "patch `n\"3\\`" })
    // On each thread, spans are nested or disjoint.
    for (thread, list) in Dictionary(grouping: spans, by: { $0["tid"] as? Int ?? 0 }) {
      var open: [Double] = []
      var last = -1.0
      for span in list {
        let start = (span["ts"] as? Double ?? 0)
        let end = start + (span["dur"] as? Double ?? 0)
        #expect(start >= last, "thread \(thread)")
        last = start
        while let outer = open.last, outer <= start + 1e-6 { open.removeLast() }
        if let outer = open.last { #expect(end <= outer + 0.01, "thread \(thread)") }
        open.append(end)
      }
    }
    // Every thread with spans has a name. The distribution of work between workers and loop is not fixed.
    let named = events.filter { $0["name"] as? String == "thread_name" }
    let threadNames = named.compactMap { ($0["args"] as? [String: String])?["name"] }
    #expect(threadNames.filter { $0 == "loop" }.count == 1)
    #expect(Set(named.compactMap { $0["tid"] as? Int }).isSuperset(of: spans.compactMap { $0["tid"] as? Int }))
    #expect(stage.stopTracing().count == 0)
  }

  @Test func aRingKeepsTheNewestEvents() throws {
    let tracer = Tracer(capacity: 16)
    for number in 0..<40 { tracer.record("a", "\(number)", from: Int64(number) * 10, to: Int64(number) * 10 + 5) }
    let trace = tracer.trace
    #expect(trace.count == 16 && trace.dropped == 24 && trace.events.last?.detail == "39")
  }

  @Test func framesAreRecordedOnRequest() throws {
    let (stage, nodes) = try stage(threads: 0)
    try stage.settle()
    #expect(stage.frameHistory == nil && !stage.loop.frames.recorder.isRecording)
    let history = FrameHistory(capacity: 8)
    stage.frameHistory = history
    nodes[0].color = Color(rgb: 0xFF)
    try stage.settle()
    let records = history.newest()
    #expect(records.reduce(0) { $0 + $1.draws } == 1 && records.contains { $0.isPainted && $0.damagedPixels == 60 * 300 })
    #expect(
      records.allSatisfy { record in record.seconds > 0 && FramePhase.allCases.reduce(0) { $0 + record[$1] } <= record.seconds + 1e-9 })
    #expect(history.counts.frames == records.count)
    for _ in 0..<20 { try stage.frame() }
    #expect(history.newest().count == 8 && history.newest(3).map(\.number) == history.newest().suffix(3).map(\.number))
    stage.frameHistory = nil
    let frames = history.counts.frames
    try stage.frame()
    #expect(history.counts.frames == frames && !stage.loop.frames.recorder.isRecording)
  }
}
