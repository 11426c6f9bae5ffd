import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkRun, type Outcome, type Verdict } from './check-run.ts'
import type { Lie } from './lie.ts'
import { type LieStage, startLieStage } from './lie-stage.ts'
import { isRoutine, MODES, type Mode } from './modes.ts'
import { runLie } from './run-lie.ts'

const OUTCOMES: readonly Outcome[] = ['refused', 'shown again', 'signed as shown', 'signed differently']

interface Entry extends Verdict {
  lie: Lie
  mode: Mode
}

/** Starts a stage for the tests of one file. */
export function stageOfThisFile(): () => LieStage {
  let stage: LieStage | undefined
  beforeAll(async () => {
    // Wallets announce themselves on `window`.
    vi.stubGlobal('window', new EventTarget())
    stage = await startLieStage()
  })
  afterAll(async () => {
    await stage?.stop()
    vi.unstubAllGlobals()
  })
  return () => {
    if (!stage) throw new Error('The stage was not started')
    return stage
  }
}

interface Family {
  lies: readonly Lie[]
  /** The least number of lies. */
  min: number
  /**
   * The modes of which `npm test` runs each lie in one or two. Default: all. `SLUICE_LIES=all` runs
   * each lie in every mode.
   */
  modes?: (mode: Mode) => boolean
  stage: () => LieStage
}

const RUNS_ALL = process.env.SLUICE_LIES === 'all'

/** For families to which `warn` with a simulation is the same as `enforce`. */
export const inRoutineModes = { modes: isRoutine }

/**
 * The first mode, a host's default if possible; for every fourth lie also one of the others, in
 * turn.
 */
function sample([first, ...others]: readonly Mode[], turn: number): Mode[] {
  const other = turn % 4 === 0 ? others[(turn / 4) % others.length] : undefined
  return [first, other].filter((mode) => mode !== undefined)
}

/** Runs every lie of a family, and prints a table of the outcomes. */
export function runLies(family: string, { lies, min, modes = () => true, stage }: Family): void {
  const allModes = RUNS_ALL ? MODES : MODES.filter(modes)
  const entries: Entry[] = []
  const cases = lies.flatMap((lie, index) => {
    const possible = allModes.filter((mode) => lie.modes?.(mode) ?? true)
    return (RUNS_ALL ? possible : sample(possible, index)).map((mode) => ({ lie, mode }))
  })

  describe(`${family} are rejected, shown again, or signed as shown`, () => {
    for (const { lie, mode } of cases) {
      it(`handles ${lie.name} (${mode.name})`, async () => {
        const record = await runLie(stage(), lie, mode)
        const verdict = await checkRun(stage(), record)
        entries.push({ ...verdict, lie, mode })
        expect(verdict.differences.join('; '), `ended with ${verdict.end}`).toBe('')
        expect(record.isApplied, `the lie was applied before the run ended with ${verdict.end}`).toBe(true)
      })
    }

    it(`include at least ${min} distinct lies`, () => {
      expect(new Set(lies.map(({ name }) => name)).size).toBe(lies.length)
      expect(lies.length).toBeGreaterThanOrEqual(min)
    })

    it('leave no signature that differs from the screen', () => {
      const different = entries.filter(({ outcome }) => outcome === 'signed differently')
      expect(different.map(({ lie, mode }) => `${lie.name} (${mode.name})`)).toEqual([])
    })
  })

  afterAll(() => {
    process.stdout.write(`${toTable(family, entries)}\n`)
  })
}

/** The outcomes by mode, and the names of failures. `SLUICE_LIES=all` lists every lie. */
function toTable(family: string, entries: readonly Entry[]): string {
  const rows = MODES.flatMap(({ name }) => {
    const ofMode = entries.filter(({ mode }) => mode.name === name)
    if (ofMode.length === 0) return []
    const counts = OUTCOMES.map((outcome) => ofMode.filter((entry) => entry.outcome === outcome).length)
    return [name.padEnd(30) + counts.map((count, index) => String(count).padStart(getWidth(index))).join('')]
  })
  const head = [
    family.padEnd(30),
    ...OUTCOMES.map((outcome, index) => outcome.padStart(getWidth(index))),
  ].join('')
  const isNamed = ({ outcome }: Entry) => outcome === 'signed differently' || RUNS_ALL
  const named = entries
    .filter(isNamed)
    .map(
      ({ lie, mode, outcome, end, differences }) =>
        `  ${outcome}: ${lie.name} (${mode.name}) ${end}${differences.map((difference) => `; ${difference}`).join('')}`,
    )
  return [head, ...rows, ...named].join('\n')
}

function getWidth(column: number): number {
  return (OUTCOMES[column]?.length ?? 0) + 3
}
