import { readFileSync, writeFileSync } from 'node:fs'
import { compileMutant } from './compile-mutant.ts'
import { getLikelyTests } from './likely-tests.ts'
import { listMutants, type Mutant } from './list-mutants.ts'
import { runTests } from './run-tests.ts'

// Applies one change to the contracts at a time, and checks that a test fails. SLUICE_MUTANTS is a
// regular expression for ids, SLUICE_MUTANTS_PARALLEL the number of parallel runs.

type Outcome = 'killed' | 'survived' | 'not compiled'

interface Result {
  mutant: Mutant
  outcome: Outcome
  /** The failing test, or the compiler's error. */
  by: string
}

const PARALLEL = 2

/** Accepted survivors with reasons. */
const explained: Record<string, string> = JSON.parse(
  readFileSync(new URL('./survivors.json', import.meta.url), 'utf8'),
)

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

const pattern = new RegExp(process.env.SLUICE_MUTANTS ?? '')
const all = await listMutants()
const mutants = all.filter(({ id }) => pattern.test(id))

await checkTests()
console.log(`${mutants.length} of ${all.length} mutants`)
const results = await runAll(mutants, Number(process.env.SLUICE_MUTANTS_PARALLEL ?? PARALLEL))
report(results)

/**
 * Checks that the tests pass without a change. For a selection of mutants, runs only their likely
 * tests.
 */
async function checkTests() {
  const compiled = await compileMutant()
  if ('refusal' in compiled) throw new Error(compiled.refusal)
  const likely = [...new Set(mutants.flatMap(({ path }) => getLikelyTests(path)))]
  const isOnlyLikely = mutants.length < all.length
  const outcome = await runTests({ ...compiled, likely, isOnlyLikely, signal: interrupted.signal })
  if ('failed' in outcome) throw new Error(`The tests fail on the unchanged contracts: ${outcome.failed}`)
}

async function runAll(queue: Mutant[], workers: number): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...queue]
  async function work() {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const result = await runOne(mutant)
      results.push(result)
      const count = `${results.length}/${queue.length}`.padStart(9)
      console.log(`${count} ${result.outcome.padEnd(12)} ${mutant.id}\n${' '.repeat(23)}${result.by}`)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return results
}

async function runOne(mutant: Mutant): Promise<Result> {
  const compiled = await compileMutant(mutant)
  if ('refusal' in compiled) {
    const [by = ''] = compiled.refusal.split('\n')
    return { mutant, outcome: 'not compiled', by }
  }
  // All tests take minutes, so known survivors run only their likely tests.
  const isOnlyLikely = mutant.id in explained
  const likely = getLikelyTests(mutant.path)
  const outcome = await runTests({ ...compiled, likely, isOnlyLikely, signal: interrupted.signal })
  if ('failed' in outcome) return { mutant, outcome: 'killed', by: outcome.failed }
  return { mutant, outcome: 'survived', by: explained[mutant.id] ?? 'not explained' }
}

/**
 * Reports results and counts, and fails if a survivor has no explanation or an explanation is
 * stale.
 */
function report(results: Result[]) {
  const of = (outcome: Outcome) => results.filter((result) => result.outcome === outcome)
  const ids = new Set(all.map(({ id }) => id))
  const wrong = [
    ...of('survived')
      .filter(({ mutant }) => !(mutant.id in explained))
      .map(({ mutant }) => `survived without an explanation: ${mutant.id}`),
    ...of('killed')
      .filter(({ mutant }) => mutant.id in explained)
      .map(({ mutant, by }) => `is explained but did not survive (${by}): ${mutant.id}`),
    ...Object.keys(explained)
      .filter((id) => !ids.has(id))
      .map((id) => `is explained but does not exist: ${id}`),
  ]
  for (const line of wrong) console.log(line)
  const [killed, survived, refused] = [of('killed').length, of('survived').length, of('not compiled').length]
  console.log(`${results.length} mutants: ${killed} killed, ${survived} survived, ${refused} not compiled`)
  const file = process.env.SLUICE_REPORT
  if (file) {
    const counts = { numPassedTests: results.length - wrong.length, numFailedTests: wrong.length }
    writeFileSync(file, JSON.stringify({ ...counts, numPendingTests: 0, numTodoTests: 0, testResults: [] }))
  }
  process.exitCode = wrong.length > 0 ? 1 : 0
}
