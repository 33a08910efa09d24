import Reel
import ReelFarm

/// The cluster job that makes all parts of a film and joins them.
struct FarmJob {
  /// The engines that a job can be written for.
  enum Engine: String, CaseIterable {
    case slurm, kubernetes
    case awsBatch = "aws-batch"
  }

  private let count: Int
  private let film: String
  private let folder: String
  private let output: String
  private let changes: [String]
  /// The memory of a task in megabytes, with a quarter in reserve.
  private let megabytes: Int
  /// The time limit of a task in minutes: four times the measured time, since machines differ.
  private let minutes: Int

  init(plan: FarmPlan, film: String, changes: [String]) {
    count = plan.parts.count
    self.film = film
    self.changes = changes
    let name = OutputName.of(film, ending: "")
    (folder, output) = (name + ".parts", name + ".mp4")
    megabytes = (plan.memory / 4 * 5) >> 20
    minutes = max(10, Int(clamping: plan.longestSeconds * 4 / 60) + 1)
  }

  /// The command that makes a part.
  private var makeWords: [String] {
    ["capture", "play", film] + changes.flatMap { ["--set", $0] }
      // An array job of AWS Batch needs at least two tasks.
      + ["--part", count == 1 ? "1/1" : "auto/\(count)", "-o", folder, "-q"]
  }

  /// The command that joins the parts.
  private var joinWords: [String] { ["capture", "join", folder, "-o", output, "-q"] }

  /// Returns the text of the job.
  func text(for engine: Engine) -> String {
    switch engine {
    case .slurm: slurm
    case .kubernetes: kubernetes
    case .awsBatch: batch
    }
  }

  private var slurm: String {
    """
    #!/bin/sh
    # Films \(film) in \(count) parts and joins them. Start it with sh, in a folder that all nodes see.
    set -e
    parts=$(sbatch --parsable --requeue --array=0-\(count - 1) --cpus-per-task=2 --mem=\(megabytes)M --time=\(minutes) \\
      --wrap \(Self.quoted(Self.line(makeWords))))
    # The film is joined once all parts are there; a part that failed is made again by the same array job.
    sbatch --dependency=afterok:"$parts" --cpus-per-task=1 --mem=\(megabytes)M --time=\(minutes) \\
      --wrap \(Self.quoted(Self.line(joinWords)))

    """
  }

  private var kubernetes: String {
    """
    # Films \(film) in \(count) parts and joins them. Put your image and the claim of a volume that many nodes may write in.
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: film-parts
    spec:
      completionMode: Indexed
      completions: \(count)
      parallelism: \(count)
      backoffLimit: \(3 * count)
    \(Self.pod(makeWords, megabytes))
    ---
    # It waits for the parts, and can be started at the same time.
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: film-join
    spec:
      backoffLimit: 3
    \(Self.pod(joinWords + ["--watch"], megabytes))

    """
  }

  private static func pod(_ words: [String], _ megabytes: Int) -> String {
    """
      template:
        spec:
          restartPolicy: OnFailure
          containers:
            - name: capture
              image: capture
              workingDir: /films
              command: [\(words.map(json).joined(separator: ", "))]
              resources:
                requests: {cpu: "2", memory: \(megabytes)Mi}
                limits: {memory: \(megabytes)Mi}
              volumeMounts:
                - {name: films, mountPath: /films}
          volumes:
            - name: films
              persistentVolumeClaim: {claimName: films}
    """
  }

  private var batch: String {
    let make = Self.quoted(Self.overrides(makeWords, megabytes))
    let join = Self.quoted(Self.overrides(joinWords, megabytes))
    return """
      #!/bin/sh
      # Films \(film) in \(count) parts and joins them: sh film.sh QUEUE DEFINITION, where the job definition has the image and mounts a
      # shared file system at its working folder.
      set -e
      parts=$(aws batch submit-job --job-name film-parts --job-queue "$1" --job-definition "$2" \\
        \(count == 1 ? "" : "--array-properties size=\(count) ")--retry-strategy attempts=3 --query jobId --output text \\
        --container-overrides \(make))
      aws batch submit-job --job-name film-join --job-queue "$1" --job-definition "$2" --depends-on jobId="$parts" \\
        --container-overrides \(join)

      """
  }

  private static func overrides(_ words: [String], _ megabytes: Int) -> String {
    "{\"command\": [\(words.map(json).joined(separator: ", "))], \"resourceRequirements\": "
      + "[{\"type\": \"VCPU\", \"value\": \"2\"}, {\"type\": \"MEMORY\", \"value\": \"\(megabytes)\"}]}"
  }

  /// Returns the words of a command as a shell command line.
  private static func line(_ words: [String]) -> String {
    words.map { word in
      let isPlain = word.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "/._-+,:=".unicodeScalars.contains(scalar))
      }
      return isPlain && !word.isEmpty ? word : quoted(word)
    }.joined(separator: " ")
  }

  /// Returns a text quoted for a shell.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  /// Returns a text as a JSON string, which is also YAML.
  private static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20:
        result += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
