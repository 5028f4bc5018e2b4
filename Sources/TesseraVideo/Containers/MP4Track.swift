internal import Glibc

/// Track of an MP4 file: its header, and the boxes that are read when it is selected. A value.
struct MP4Track {
  var media: MediaTrack
  /// Units a second of its times.
  var timescale = 0
  /// Box `stbl`.
  var table: MP4Box?
  var edits: [MP4Edit] = []
  /// Values of samples in fragments that have none.
  var defaults = MP4Defaults()
  /// Whether its samples are in another file.
  var isElsewhere = false

  /// Reads a box `trak`.
  init(_ box: MP4Box) throws(ContainerProblem) {
    media = MediaTrack(number: 0)
    guard let media = try box.first("mdia") else { return }
    if let header = try box.first("tkhd") { try readHeader(header) }
    if let edits = try box.first("edts")?.first("elst") { self.edits = try MP4Edit.list(edits) }
    if var header = try media.first("mdhd") {
      let isLong = try header.readVersion().version == 1
      try header.content.skip(isLong ? 16 : 8)
      timescale = try header.content.word()
    }
    if var handler = try media.first("hdlr") {
      try handler.content.skip(8)
      switch BoxKind(UInt32(truncatingIfNeeded: try handler.content.unsigned(4))) {
      case "vide": self.media.kind = .video
      case "soun": self.media.kind = .audio
      default: break
      }
    }
    guard let info = try media.first("minf"), let table = try info.first("stbl") else { return }
    self.table = table
    if var reference = try info.first("dinf")?.first("dref") {
      try reference.content.skip(8)
      if var first = try reference.content.nextBox() { isElsewhere = try first.readVersion().flags & 1 == 0 }
    }
    if var descriptions = try table.first("stsd") {
      try descriptions.content.skip(8)
      if let first = try descriptions.content.nextBox() { try readDescription(first) }
    }
  }

  private mutating func readHeader(_ box: MP4Box) throws(ContainerProblem) {
    var box = box
    let isLong = try box.readVersion().version == 1
    try box.content.skip(isLong ? 16 : 8)
    media.number = try box.content.word()
    try box.content.skip((isLong ? 12 : 8) + 16)
    // Rotation and scale; a picture point (x, y) is shown at (a x + c y, b x + d y).
    let (a, b) = (try box.content.signedWord(), try box.content.signedWord())
    media.rotation = a >= 0 && b == 0 ? 0 : -atan2(Double(b), Double(a)) * 180 / Double.pi
  }

  private mutating func readDescription(_ box: MP4Box) throws(ContainerProblem) {
    guard media.kind == .video else {
      media.codec = .other(box.kind == "mp4a" ? "aac" : "\(box.kind)")
      return
    }
    switch box.kind {
    case "avc1", "avc3": media.codec = .h264
    case "hvc1", "hev1": media.codec = .h265
    case "vp08": media.codec = .vp8
    case "vp09": media.codec = .vp9
    case "av01": media.codec = .av1
    case "encv": media.codec = .other("encrypted")
    default: media.codec = .other("\(box.kind)")
    }
    var box = box
    try box.content.skip(24)
    (media.width, media.height) = (try box.content.short(), try box.content.short())
    try box.content.skip(50)
    while var inner = try box.content.nextBox() {
      switch inner.kind {
      case "avcC", "hvcC", "av1C": media.configuration = inner.content.rest()
      case "vpcC": try readVP(&inner)
      case "pasp":
        let aspect = (width: try inner.content.word(), height: try inner.content.word())
        if aspect.width > 0, aspect.height > 0 { media.pixelAspect = aspect }
      case "colr": try readColor(&inner)
      default: break
      }
    }
  }

  private mutating func readColor(_ box: inout MP4Box) throws(ContainerProblem) {
    let kind = BoxKind(UInt32(truncatingIfNeeded: try box.content.unsigned(4)))
    guard kind == "nclx" || kind == "nclc" else { return }
    media.color.primaries = try box.content.short()
    media.color.transfer = try box.content.short()
    media.color.matrix = try box.content.short()
    if kind == "nclx" { media.color.isFull = try box.content.byte() & 0x80 != 0 }
  }

  private mutating func readVP(_ box: inout MP4Box) throws(ContainerProblem) {
    guard try box.readVersion().version == 1 else { return }
    media.configuration = box.content.rest()
    try box.content.skip(2)
    let isFull = try box.content.byte() & 1 != 0
    (media.color.primaries, media.color.transfer) = (try box.content.byte(), try box.content.byte())
    (media.color.matrix, media.color.isFull) = (try box.content.byte(), isFull)
  }
}
