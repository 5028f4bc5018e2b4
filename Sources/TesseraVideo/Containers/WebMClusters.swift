/// Clusters of a Matroska file, read one after the other or at a time. One thread at a time.
struct WebMClusters {
  private let window: InputWindow
  private let track: MediaTrack
  /// Seconds of a unit of time.
  private let scale: Double
  private let first: Int
  private let segmentEnd: Int
  /// Place of the next cluster.
  private var offset: Int
  /// Places of clusters with key samples by time, in order of time.
  private var cues: [(time: Double, place: Int)] = []
  /// Time of the earliest sample of any track in the clusters that were read.
  private(set) var earliest: Double?

  /// Maximum samples of a cluster, and entries of the index.
  private static let mostSamples = 100_000, mostCues = 1_000_000

  init(_ window: InputWindow, track: MediaTrack, scale: Double, first: Int, segmentEnd: Int) {
    (self.window, self.track, self.scale, self.first, self.segmentEnd) = (window, track, scale, first, segmentEnd)
    offset = first
  }

  /// Adds entries of the index. Those outside of the clusters are ignored.
  mutating func add(cues: [(time: Double, place: Int)]) {
    let (first, segmentEnd) = (first, segmentEnd)
    self.cues = cues.lazy.filter { $0.place >= first && $0.place < segmentEnd }.prefix(Self.mostCues).sorted { $0.time < $1.time }
  }

  /// Reads the samples of the next cluster; nil at the end. A file that is cut ends there.
  mutating func next() throws(ContainerProblem) -> [MediaSample]? {
    while offset < segmentEnd, let element = try window.element(at: offset) {
      if element.id == WebMFile.ID.cluster { return try read(element) }
      guard let end = element.end else { return nil }
      offset = end
    }
    return nil
  }

  /// Continues at the cluster that has the last key sample not after `time`, and returns its samples. Without an index all clusters before it are
  /// read.
  mutating func seek(to time: Double) throws(ContainerProblem) -> [MediaSample] {
    offset = first
    if let cue = cues.last(where: { $0.time <= time + 1e-6 }) { offset = cue.place }
    var best = offset
    let begin = offset
    if cues.isEmpty {
      // The last cluster that has a key sample in time.
      while true {
        let place = offset
        guard let samples = try next() else { break }
        if samples.contains(where: { $0.isKey && $0.time <= time + 1e-6 }) { best = place }
        if samples.contains(where: { $0.time > time + 1 }) { break }
      }
      offset = best
    }
    if let samples = try next() { return samples }
    // A false index.
    offset = begin == first ? segmentEnd : first
    return try next() ?? []
  }

  /// Reads the blocks of a cluster.
  private mutating func read(_ cluster: EBMLElement) throws(ContainerProblem) -> [MediaSample] {
    let end = min(cluster.end ?? segmentEnd, segmentEnd)
    var (samples, time, place) = ([MediaSample](), 0, cluster.content)
    while place < end, let element = try window.element(at: place) {
      // A cluster of unknown size ends at the next element of the segment.
      if cluster.size == nil, Self.isOfSegment(element.id) { break }
      guard let next = element.end else { throw .corrupt("element \(hex(element.id)) at byte \(place) has no size") }
      switch element.id {
      case 0xE7:
        let content = try window.content(of: element)
        time = try content.elementNumber()
      case 0xA3:
        if let sample = try block(element, time, nil) { samples.append(sample) }
      case 0xA0:
        if let sample = try group(element, time) { samples.append(sample) }
      default: break
      }
      guard samples.count <= Self.mostSamples else {
        throw .tooLarge("the cluster at byte \(offset) has more than \(Self.mostSamples) samples")
      }
      place = next
    }
    offset = cluster.size == nil ? max(place, offset + 1) : end
    return samples
  }

  private static func isOfSegment(_ id: Int) -> Bool {
    typealias ID = WebMFile.ID
    return [ID.cluster, ID.cues, ID.tags, ID.info, ID.tracks, ID.seekHead, ID.chapters, ID.attachments].contains(id)
  }

  /// Reads a `BlockGroup`.
  private mutating func group(_ element: EBMLElement, _ time: Int) throws(ContainerProblem) -> MediaSample? {
    var (place, inner, duration, isKey) = (element.content, EBMLElement?.none, Int?.none, true)
    let end = element.end ?? 0
    while place < end, let child = try window.element(at: place) {
      guard let next = child.end, next <= end else { throw .corrupt("element \(hex(child.id)) at byte \(place) exceeds its parent") }
      switch child.id {
      case 0xA1: inner = child
      case 0x9B: duration = try window.content(of: child).elementNumber()
      case 0xFB: isKey = false
      default: break
      }
      place = next
    }
    guard let inner, var sample = try block(inner, time, isKey) else { return nil }
    if let duration { sample.duration = Double(duration) * scale }
    return sample
  }

  /// Reads a block: nil if it is of another track, or behind the end of the file.
  private mutating func block(_ element: EBMLElement, _ time: Int, _ isKey: Bool?) throws(ContainerProblem) -> MediaSample? {
    var head = ByteCursor(try window.bytes(at: element.content, 12), origin: element.content, name: "the block at byte \(element.content)")
    guard let end = element.end, end <= window.byteCount else { return nil }
    guard let number = try head.variable() else { throw head.cut }
    let shift = Int(Int16(truncatingIfNeeded: try head.unsigned(2)))
    let flags = try head.byte()
    let shown = Double(time &+ shift) * scale
    earliest = min(earliest ?? shown, shown)
    guard number == track.number else { return nil }
    guard flags & 6 == 0 else { throw .unsupported("\(head.name) has several frames (lacing)") }
    guard head.offset <= end else { throw head.cut }
    return MediaSample(
      offset: head.offset, size: end - head.offset, decodeTime: shown, time: shown, duration: track.usualDuration ?? 0,
      isKey: isKey ?? (flags & 0x80 != 0))
  }
}
