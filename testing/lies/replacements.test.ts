import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReplacementKind } from '../../src/execution/effects/replace-transaction.ts'
import { decodes, enforces, MODES, type Mode } from './modes.ts'
import { REPLACEMENT_LIES } from './replacement-lies.ts'
import { stageOfThisFile } from './run-lies.ts'
import {
  checkReplacement,
  type ReplacementLie,
  type ReplacementOutcome,
  runReplacement,
} from './run-replacement.ts'
import { STORED_LIES } from './stored-lies.ts'

const KINDS: readonly ReplacementKind[] = ['speed-up', 'cancel']
const OUTCOMES: readonly ReplacementOutcome[] = ['refused', 'signed as shown', 'signed differently']
const RUNS_ALL = process.env.SLUICE_LIES === 'all'
/** `npm test` runs one of this many lies in the first mode, and every mode without a lie. */
const SAMPLE = 6
const [FIRST_MODE] = MODES as [Mode]

const stage = stageOfThisFile()
beforeAll(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})

describe('without a lie', () => {
  for (const mode of MODES) {
    for (const kind of KINDS) {
      it(`replaces a stuck swap as shown: ${kind} (${mode.name})`, async () => {
        const run = await runReplacement(stage(), { name: 'nothing' }, { mode, kind })
        const { outcome, differences } = await checkReplacement(run)
        expect(differences.join('; ')).toBe('')
        // Without a codec nothing proves that the pending call is the one on the screen.
        const isOffered = decodes(mode)
        expect(outcome).toBe(isOffered ? 'signed as shown' : 'refused')
        if (isOffered) expect(run.result).toMatchObject({ result: 'replaces' })
      })
    }
  }
})

/** Runs every lie of a family, and prints a table of the outcomes. */
function runReplacements(family: string, lies: readonly ReplacementLie[]): void {
  const counts = new Map<string, number>()
  const cases = lies.flatMap((lie, index) => {
    const turn = KINDS[(RUNS_ALL ? index : index / SAMPLE) % 2] ?? 'speed-up'
    if (!RUNS_ALL) return index % SAMPLE === 0 ? [{ lie, mode: FIRST_MODE, kind: turn }] : []
    return MODES.flatMap((mode) => (enforces(mode) ? KINDS : [turn]).map((kind) => ({ lie, mode, kind })))
  })
  describe(`${family} are rejected, or signed as shown`, () => {
    for (const { lie, mode, kind } of cases) {
      it(`handles ${lie.name} (${kind}, ${mode.name})`, async () => {
        const { outcome, differences } = await checkReplacement(
          await runReplacement(stage(), lie, { mode, kind }),
        )
        const key = `${mode.name}, ${kind}: ${outcome}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
        expect(differences.join('; ')).toBe('')
      })
    }

    it('include at least 40 distinct lies', () => {
      expect(new Set(lies.map(({ name }) => name)).size).toBe(lies.length)
      expect(lies.length).toBeGreaterThanOrEqual(40)
    })
  })
  afterAll(() => {
    const rows = MODES.flatMap(({ name }) => KINDS.map((kind) => `${name}, ${kind}`)).flatMap((row) => {
      const found = OUTCOMES.map((outcome) => counts.get(`${row}: ${outcome}`) ?? 0)
      return found.some((count) => count > 0)
        ? [`${row.padEnd(42)}${found.map((count) => String(count).padStart(22)).join('')}`]
        : []
    })
    const head = family.padEnd(42) + OUTCOMES.map((outcome) => outcome.padStart(22)).join('')
    process.stdout.write(`${[head, ...rows].join('\n')}\n`)
  })
}

runReplacements('False replacements', REPLACEMENT_LIES)
runReplacements('False records in storage', STORED_LIES)
