import TesseraVideo

/// An MP4 or WebM file, read without FFmpeg: at most 20 pictures before and after a seek, in order of their times, within the limit of pixels.
@Sendable func readVideo(_ input: [UInt8]) {
  var options = VideoOptions()
  options.maximumPixels = 640 * 480
  options.decoder = .reader
  do throws(VideoFileError) {
    let source = try ReaderDecoder().open(VideoDataInput(input, name: "fuzz"), options)
    precondition(source.info.start.isFinite && source.info.displaySize.width >= 1, "a size or time that is none")
    for target in [nil, 0.5] {
      if let target { try source.seek(to: target) }
      var last = -Double.infinity
      for _ in 0..<20 {
        guard let frame = try source.next() else { break }
        precondition(frame.facts.time >= last, "times decrease")
        precondition(frame.facts.width * frame.facts.height <= options.maximumPixels, "a picture above the limit")
        last = frame.facts.time
        _ = try frame.pixels(FrameConversion())
      }
    }
  } catch {
    precondition(!error.description.isEmpty, "an error without a text")
  }
}
