#if Sound
  internal import TesseraSound
#endif

extension PlayerOptions {
  /// Description of the valid values of `--sound`.
  public static let soundUsage =
    "Sound: a device of ALSA such as hw:1, a file out.wav, or none (default: ALSA's device default, opened with the first sound)"

  /// Sets the option `--sound`.
  mutating func setSound(_ value: String) throws(PlayerArguments.Wrong) {
    guard !value.isEmpty else { throw PlayerArguments.Wrong(reason: "--sound must be a device of ALSA, the path of a .wav file, or none") }
    #if !Sound
      if value != "none" {
        throw PlayerArguments.Wrong(reason: "--sound is `\(value)`, and this program was built without the part `sound`")
      }
    #endif
    sound = value
  }

  /// Sets the output of sound of this process. Opens no device.
  func useSound(_ message: @escaping @Sendable (String) -> Void) {
    #if Sound
      let name = sound ?? "default"
      guard name != "none" else { return SoundOutput.shared = SoundOutput(nil) }
      let device: any SoundDevice = name.hasSuffix(".wav") ? WAVFileDevice(name) : AlsaDevice(name)
      // A machine without sound is usual, unless its device was named.
      let isNamed = sound != nil
      SoundOutput.shared = SoundOutput(device) { if isNamed { message("warning: \($0)") } }
    #endif
  }

  /// Completes a recording of sound.
  func endSound() {
    #if Sound
      SoundOutput.shared.stop()
    #endif
  }
}
