const POLL_MS = 100
const FIRST_REPORT_MS = 5_000
const REPORT_EVERY_MS = 10_000

/**
 * Waits until `isReady` resolves to true, for as long as `isAlive` returns true, and prints the
 * reason for the wait after 5 seconds and then every 10 seconds. Has no time limit, because a
 * machine under load may need minutes.
 *
 * @param {object} options
 * @param {() => boolean | Promise<boolean>} options.isReady
 * @param {() => boolean} options.isAlive False ends the wait, for example because a process has
 * exited.
 * @param {() => string} options.toReason The end of the line "Waiting for …".
 * @param {(line: string) => void} [options.print] Default: writes to standard output.
 * @returns {Promise<boolean>} Whether the condition was met.
 */
export async function waitFor({
  isReady,
  isAlive,
  toReason,
  print = (line) => process.stdout.write(`${line}\n`),
}) {
  const started = Date.now()
  let nextReport = started + FIRST_REPORT_MS
  while (isAlive()) {
    if (await isReady()) return true
    const now = Date.now()
    if (now >= nextReport) {
      print(`Waiting for ${toReason()} (${Math.round((now - started) / 1000)} s)…`)
      nextReport = now + REPORT_EVERY_MS
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return false
}
