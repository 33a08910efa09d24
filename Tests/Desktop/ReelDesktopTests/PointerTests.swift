import ReelDesktop
import Testing

@Suite struct PointerTests {}
