import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Lie } from './lie.ts'
import { type LieStage, startLieStage } from './lie-stage.ts'
import { isRoutine, MODES, type Mode } from './modes.ts'
import { play } from './play.ts'
import { judge, type Outcome, type Verdict } from './referee.ts'

const OUTCOMES: readonly Outcome[] = ['refused', 'asked again', 'signed and true', 'signed and different']

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

const PLAYS_ALL = process.env.SLUICE_LIES === 'all'

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
  const played = PLAYS_ALL ? MODES : MODES.filter(modes)
  const entries: Entry[] = []
  const cases = lies.flatMap((lie, index) => {
    const possible = played.filter((mode) => lie.modes?.(mode) ?? true)
    return (PLAYS_ALL ? possible : sample(possible, index)).map((mode) => ({ lie, mode }))
  })

  describe(`${family} are rejected, shown again, or signed as shown`, () => {
    for (const { lie, mode } of cases) {
      it(`handles ${lie.name} (${mode.name})`, async () => {
        const record = await play(stage(), lie, mode)
        const verdict = await judge(stage(), record)
        entries.push({ ...verdict, lie, mode })
        expect(verdict.complaints.join('; '), `ended with ${verdict.end}`).toBe('')
        expect(record.isApplied, `the lie was applied before the run ended with ${verdict.end}`).toBe(true)
      })
    }

    it(`include at least ${min} distinct lies`, () => {
      expect(new Set(lies.map(({ name }) => name)).size).toBe(lies.length)
      expect(lies.length).toBeGreaterThanOrEqual(min)
    })

    it('leave no signature that differs from the screen', () => {
      const different = entries.filter(({ outcome }) => outcome === 'signed and different')
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
  const isNamed = ({ outcome }: Entry) => outcome === 'signed and different' || PLAYS_ALL
  const named = entries
    .filter(isNamed)
    .map(
      ({ lie, mode, outcome, end, complaints }) =>
        `  ${outcome}: ${lie.name} (${mode.name}) ${end}${complaints.map((complaint) => `; ${complaint}`).join('')}`,
    )
  return [head, ...rows, ...named].join('\n')
}

function getWidth(column: number): number {
  return (OUTCOMES[column]?.length ?? 0) + 3
}
