import CReelFFmpeg

/// The type of picture that an encoder must produce.
package enum PictureKind {
  /// The encoder's choice.
  case any
  /// A keyframe, at which playback can begin.
  case key
  /// A P-frame, which is predicted from earlier pictures.
  case predicted

  /// FFmpeg's constant, for `AVFrame.pict_type`.
  var native: AVPictureType {
    switch self {
    case .any: AV_PICTURE_TYPE_NONE
    case .key: AV_PICTURE_TYPE_I
    case .predicted: AV_PICTURE_TYPE_P
    }
  }
}
