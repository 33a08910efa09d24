# A formula for Homebrew. Put it into a tap of yours, as Formula/capture.rb of a repository homebrew-tap, with the address of a release and the
# hash of its archive (shasum -a 256); then: brew install YOU/tap/capture
class Capture < Formula
  desc "Record anything you can draw, without a screen"
  homepage "https://example.com/reel"
  url "https://example.com/reel/archive/0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"
  head "https://example.com/reel.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "cairo"
  depends_on "ffmpeg"
  depends_on "librsvg"
  depends_on macos: :sequoia
  depends_on "pango"
  depends_on "webp"

  uses_from_macos "swift" => :build, since: :tahoe
  uses_from_macos "zlib"

  def install
    # SwiftPM's sandbox does not work inside of Homebrew's.
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "capture"
    bin.install ".build/release/capture"
    generate_completions_from_executable(bin/"capture", "--generate-completion-script")
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "generate-manual"
    system "scripts/manuals.sh", ".build/release/generate-manual", bin/"capture", "man1"
    man1.install Dir["man1/*.1"]
  end

  test do
    system bin/"capture", "--fps", "10", "--seconds", "1", "--size", "360p", "-o", "flake.mp4"
    assert_path_exists testpath/"flake.mp4"
  end
end
