/// Source whose packets decoders of the kernel can decode, and which decodes them itself otherwise. Any thread.
protocol PacketReader: VideoSource, StreamSource {
  /// Name for messages.
  var name: String { get }
  var isLive: Bool { get }
  var isCancelled: Bool { get }
  /// Color of the samples, if decoders of the kernel may decode them: 4:2:0 with 8 bits.
  var color: CodedColor? { get }

  /// Reads the next part, and writes a packet of the pictures to `buffer` if it fits; nil at the end.
  func nextPacket(_ demand: LiveDemand, into buffer: UnsafeMutableRawBufferPointer) throws(VideoFileError) -> CodedPart?
}
