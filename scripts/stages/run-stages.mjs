import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { performance } from 'node:perf_hooks'
import { ensureEngines } from '../install/engines.mjs'
import { ensureMaintainedNode } from '../install/maintained-node.mjs'
import { ensureServers } from '../install/servers.mjs'
import { ensureChromium, ensureHeadlessChromium, fail, root } from '../lib/setup.mjs'
import { readReport } from './read-report.mjs'

const results = join(root, 'test-results')
/** Keeps compiled modules, so that later processes start in half the time. Node 20 ignores it. */
const compileCache = join(root, 'node_modules/.cache/node-compile-cache')

/** Returns the path of a tool in node_modules. */
export const bin = (path) => join(root, 'node_modules', path)
export const vitest = bin('vitest/vitest.mjs')
/** The tests that `npm test` runs on the Node release of the image. */
export const imageTests = [
  vitest,
  'run',
  ...['server', 'swaps', 'dom', 'fresh'].map((project) => `--project=${project}`),
]
export const playwright = bin('@playwright/test/cli.js')

/**
 * Runs the named stages, or all, in order, and prints the result of each, then a line `N passed, N
 * failed, N skipped`.
 * - `report`: the JSON file that the runner writes. A runner of our own reads its path from
 * SLUICE_REPORT and writes vitest's format. A stage without a report counts as one check.
 * - `browser`: `true` provides Chromium, `'headless'` prefers a Chromium without windows.
 * - `node`: `'preferred'` runs the stage on the image's Node release if it is available, `'both'`
 * provides that release to tests on this one.
 * - `each`: returns several stages for one.
 * - `beside`: runs the stage in parallel with that earlier stage, which uses one core, and prints
 * its output at the end.
 */
export async function runStages(all, names) {
  const unknown = names.find((name) => !all.some((stage) => stage.name === name))
  if (unknown) fail(`Unknown stage "${unknown}". Stages: ${all.map(({ name }) => name).join(', ')}.`)
  // Reports missing tools before the first test.
  const stages = (names.length ? all.filter(({ name }) => names.includes(name)) : all).flatMap((stage) =>
    stage.each ? stage.each(stage) : stage,
  )
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const browsers = new Map()
  for (const { browser } of stages) {
    if (!browser || browsers.has(browser)) continue
    browsers.set(browser, browser === 'headless' ? ensureHeadlessChromium() : ensureChromium())
  }
  if (stages.some(({ servers }) => servers)) ensureServers()
  if (stages.some(({ engines }) => engines)) ensureEngines()
  const maintained = stages.some(({ node }) => node) ? ensureMaintainedNode() : undefined

  async function runStage(stage, output) {
    const started = performance.now()
    const program = (stage.node === 'preferred' && maintained) || process.execPath
    const title = `\n── ${stage.name} ${'─'.repeat(60 - stage.name.length)}\n`
    if (output === 'inherit') process.stdout.write(title)
    const { code, printed } = await run(stage, { program, chromium: browsers.get(stage.browser), output })
    if (output !== 'inherit') process.stdout.write(title + printed)
    return {
      ...readCounts(stage, code),
      stage: stage.name,
      seconds: ((performance.now() - started) / 1000).toFixed(1),
    }
  }

  const rows = []
  const rest = [...stages]
  for (let stage = rest.shift(); stage; stage = rest.shift()) {
    const beside = []
    while (rest[0]?.beside === stage.name) beside.push(rest.shift())
    const runBeside = async () => {
      const own = []
      for (const other of beside) own.push(await runStage(other, 'pipe'))
      return own
    }
    const [row, others] = await Promise.all([runStage(stage, 'inherit'), runBeside()])
    rows.push(row, ...others)
  }

  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const row of rows) for (const key of Object.keys(total)) total[key] += row[key]

  const width = Math.max(10, ...rows.map(({ stage }) => stage.length + 2))
  process.stdout.write(
    `\n${'stage'.padEnd(width)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}${'seconds'.padStart(9)}\n`,
  )
  for (const { stage, passed, failed, skipped, seconds } of rows) {
    process.stdout.write(
      `${stage.padEnd(width)}${String(passed).padStart(8)}${String(failed).padStart(8)}${String(skipped).padStart(9)}${seconds.padStart(9)}\n`,
    )
  }
  // Repeats the failures at the end, so that the last lines of a log are enough.
  for (const { stage, failures, retried } of rows) {
    for (const name of retried)
      process.stdout.write(`${stage}: passed only on retry: ${toRelativeName(name)}\n`)
    for (const { name, error } of failures)
      process.stdout.write(`${stage}: failed: ${toRelativeName(name)}\n    ${error}\n`)
  }
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
}

/**
 * Returns the name of a test with its path relative to the root, because some runners report full
 * paths.
 */
const toRelativeName = (name) => (name.startsWith(root) ? relative(root, name) : name)

/** Runs a stage. Returns its exit code, and its output if `output` is 'pipe'. */
function run({ command, report, env: own }, { program, chromium, output }) {
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env, ...own, SLUICE_TEST: '1', FORCE_COLOR: '0' }
  if (chromium) env.SLUICE_CHROMIUM = chromium
  const args = [...command]
  if (report && command[0] === vitest) {
    args.push('--reporter=default', '--reporter=json', `--outputFile.json=${join(results, report)}`)
  } else if (report && command[0] === playwright) {
    env.PLAYWRIGHT_JSON_OUTPUT_NAME = join(results, report)
    args.push('--reporter=list,json')
  } else if (report) {
    env.SLUICE_REPORT = join(results, report)
  }
  return new Promise((resolve) => {
    const printed = []
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', output, output] })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => printed.push(data))
    const end = (code) =>
      resolve({ code: Number.isInteger(code) ? code : 1, printed: Buffer.concat(printed).toString() })
    child.once('error', end)
    child.once('close', end)
  })
}

/**
 * Returns the counts of a stage. A runner that failed without a failed test counts as one failure.
 */
function readCounts({ report }, code) {
  if (!report)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [], retried: [] }
  const count = readReport(join(results, report))
  if (code !== 0 && count.failed === 0) count.failed = 1
  return count
}
