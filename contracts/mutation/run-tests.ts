import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const contracts = join(root, 'contracts')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const config = join(contracts, 'mutation/vitest.config.ts')

interface Report {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

interface TestRun {
  /** File of the settlement's artifact. */
  artifact: string
  /** Test files to run first, without `.test.ts`. */
  likely: readonly string[]
  /** Runs only the likely tests. */
  isOnlyLikely?: boolean
  signal?: AbortSignal
}

/** The failed test, if any. */
export type TestOutcome = { failed: string } | { passed: number }

/**
 * Runs the tests of the contracts against compiled contracts, up to the first failure.
 * @throws Error if the run failed without a failed test or setup
 */
export async function runTests({ artifact, likely, isOnlyLikely, signal }: TestRun): Promise<TestOutcome> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-mutant-'))
  const report = join(directory, 'report.json')
  const files = isOnlyLikely ? likely.map((name) => `${name}.test.ts`) : []
  const args = ['run', `--config=${config}`, '--reporter=json', `--outputFile=${report}`, ...files]
  const env = {
    ...withoutVitest(process.env),
    SLUICE_SETTLEMENT: artifact,
    SLUICE_LIKELY: likely.join(),
  }
  try {
    const { code, output } = await run(args, env, signal)
    return read(report, code, output)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Removes the variables of the outer test runner, which would turn the inner one into a worker. */
function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VITEST|VITE_|TEST$|MODE$|DEV$|PROD$|SSR$)/.test(name)),
  )
}

function run(args: string[], env: NodeJS.ProcessEnv, signal: AbortSignal | undefined) {
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

function read(file: string, code: number | null, output: string): TestOutcome {
  if (!existsSync(file)) throw new Error(`The tests did not run.\n${output}`)
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed')
    const short = relative(contracts, name)
    if (failed) return { failed: `${short} > ${failed.fullName}` }
    if (status === 'failed') return { failed: `${short} > setup` }
  }
  if (code !== 0 || numPassedTests === 0) throw new Error(`The tests did not run.\n${output}`)
  return { passed: numPassedTests }
}
