import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../../wire/testing/until.ts'

type Variables = Readonly<Record<string, string>>

/** A running service, as an operator sees it. */
export interface RunningService {
  url: string
  /** The log output. */
  output(): string
  /** Ends it and its child processes. */
  end(signal: NodeJS.Signals): Promise<void>
}

const root = new URL('../..', import.meta.url)

/**
 * Runs `npm run <words>` with only these variables, and returns its output. Throws with the output
 * if it fails.
 */
export async function runCommand(
  words: readonly string[],
  { variables, input = '' }: { variables: Variables; input?: string },
): Promise<{ output: string; messages: string }> {
  const child = spawn('npm', ['run', '--silent', ...words], { cwd: root, env: toEnvironment(variables) })
  let [output, messages] = ['', '']
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (messages += data))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`npm run ${words.join(' ')} exited with ${code}:\n${output}${messages}`)
  return { output, messages }
}

/** Starts `npm run service`, and resolves once it listens. */
export async function startOperated(variables: Variables): Promise<RunningService> {
  const env = toEnvironment({ ...variables, SLUICE_SERVICE_PORT: '0', SLUICE_LOG_LEVEL: 'info' })
  // Its own process group, because npm does not forward SIGKILL.
  const child = spawn('npm', ['run', '--silent', 'service'], { cwd: root, env, detached: true })
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal)
  }
  const closed = once(child, 'close')
  const orphan = () => kill('SIGKILL')
  process.once('exit', orphan)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const getUrl = () => /^Service: (http:\/\/[^\s,]+)/m.exec(output)?.[1]
  await until(() => getUrl() !== undefined || child.exitCode !== null)
  const url = getUrl()
  if (!url) throw new Error(`The service did not start:\n${output}`)
  return {
    url,
    output: () => output,
    async end(signal) {
      kill(signal)
      await closed
      process.removeListener('exit', orphan)
    },
  }
}

function toEnvironment(variables: Variables): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, ...variables }
}
