import CReelFFmpeg

/// What an encoder has to make of a picture.
enum PictureKind {
  /// What it finds best.
  case any
  /// A key frame, at which a player can begin.
  case key
  /// A P-frame, which follows from pictures before it.
  case predicted

  /// FFmpeg's name, for `AVFrame.pict_type`.
  var native: AVPictureType {
    switch self {
    case .any: AV_PICTURE_TYPE_NONE
    case .key: AV_PICTURE_TYPE_I
    case .predicted: AV_PICTURE_TYPE_P
    }
  }
}
