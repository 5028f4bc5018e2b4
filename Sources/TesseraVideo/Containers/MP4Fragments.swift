/// Values of samples in fragments: box `trex` or `tfhd`. A value.
struct MP4Defaults: Sendable {
  var duration = 0
  var size = 0
  var flags = 0
}

/// Reads the samples of one track in the fragments of a file.
struct MP4Fragments {
  /// Number of the track.
  let track: Int
  let defaults: MP4Defaults
  /// Maximum number of samples.
  let limit: Int
  private(set) var entries: [MP4Tables.Entry] = []
  /// Time of the next sample in units of the track.
  private var time = 0

  init(track: Int, defaults: MP4Defaults, limit: Int) { (self.track, self.defaults, self.limit) = (track, defaults, limit) }

  /// Values of a part of a fragment.
  private struct Part {
    var place: Int
    var defaults: MP4Defaults
  }

  /// Adds the samples of a box `moof`.
  mutating func add(_ box: MP4Box) throws(ContainerProblem) {
    var (inner, previousEnd) = (box.content, box.start)
    while let part = try inner.nextBox() {
      if part.kind == "traf" { previousEnd = try add(traf: part, box.start, previousEnd) }
    }
  }

  /// Adds a track's part of a fragment. Returns the place behind its last sample.
  private mutating func add(traf: MP4Box, _ start: Int, _ previousEnd: Int) throws(ContainerProblem) -> Int {
    guard var header = try traf.first("tfhd") else { throw .corrupt("\(traf.content.name) has no tfhd") }
    let flags = try header.readVersion().flags
    let isSelected = try header.content.word() == track
    var part = Part(place: flags & 0x2_0000 != 0 ? start : previousEnd, defaults: defaults)
    if flags & 1 != 0 { part.place = try header.content.long() }
    if flags & 2 != 0 { try header.content.skip(4) }
    if flags & 8 != 0 { part.defaults.duration = try header.content.word() }
    if flags & 16 != 0 { part.defaults.size = try header.content.word() }
    if flags & 32 != 0 { part.defaults.flags = try header.content.word() }
    if isSelected, var clock = try traf.first("tfdt") {
      let isLong = try clock.readVersion().version == 1
      time = isLong ? try clock.content.long() : try clock.content.word()
    }
    var (inner, end) = (traf.content, part.place)
    while var run = try inner.nextBox() {
      if run.kind == "trun" { end = try add(&run, part, end, isSelected) }
    }
    return end
  }

  /// Adds the samples of a box `trun`. Returns the place behind the last one.
  private mutating func add(_ run: inout MP4Box, _ part: Part, _ next: Int, _ isSelected: Bool) throws(ContainerProblem) -> Int {
    let flags = try run.readVersion().flags
    let count = try run.content.word()
    var place = next
    if flags & 1 != 0 { place = part.place.addingReportingOverflow(try run.content.signedWord()).partialValue }
    var firstFlags = flags & 4 != 0 ? try run.content.word() : nil
    let width = (flags & 0x100 != 0 ? 4 : 0) + (flags & 0x200 != 0 ? 4 : 0) + (flags & 0x400 != 0 ? 4 : 0) + (flags & 0x800 != 0 ? 4 : 0)
    guard width == 0 || count <= run.content.left / width else {
      throw .corrupt("\(run.content.name) has \(count) samples, and room for \(run.content.left / width)")
    }
    guard count <= limit - (isSelected ? entries.count : 0) else {
      throw .tooLarge("\(run.content.name) has \(count) samples; the limit is \(limit) together")
    }
    for _ in 0..<count {
      let duration = flags & 0x100 != 0 ? try run.content.word() : part.defaults.duration
      let size = flags & 0x200 != 0 ? try run.content.word() : part.defaults.size
      let own = flags & 0x400 != 0 ? try run.content.word() : part.defaults.flags
      let shift = flags & 0x800 != 0 ? try run.content.signedWord() : 0
      let isKey = (firstFlags ?? own) & 0x1_0000 == 0
      firstFlags = nil
      if isSelected {
        entries.append(MP4Tables.Entry(offset: place, size: size, decodeTime: time, shift: shift, duration: duration, isKey: isKey))
        time = time.addingReportingOverflow(duration).partialValue
      }
      place = place.addingReportingOverflow(size).partialValue
    }
    return place
  }
}
