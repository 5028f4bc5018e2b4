internal import ArgumentParser
internal import TesseraScene
internal import TesseraSubtitles

/// `tessera subtitles`: cues of WebVTT and SRT files.
struct SubtitlesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subtitles", abstract: "Prints the cues of a WebVTT or SRT file as JSON.",
    discussion: """
      Detects the format by content; a `.vtt` file must be WebVTT. WebVTT follows the W3C standard; SRT is read in UTF-8, UTF-16 or \
      Windows-1252. Times are in seconds. \
      Broken cues are left out.
      """)

  @Argument(help: "Subtitle file.") var file: String

  func run() throws {
    let bytes = try Files.bytes(of: file, limit: SubtitleTrack.maximumSize)
    let track: SubtitleTrack
    let format: SubtitleTrack.Format? = Files.fileExtension(file) == "vtt" ? .webVTT : nil
    do throws(SubtitleError) { track = try SubtitleTrack(reading: bytes, as: format) } catch {
      throw ToolError(.badData, "\(file): \(error)")
    }
    try StandardOutput.write(SubtitleReport(track: track).json.pretty + "\n")
  }
}
