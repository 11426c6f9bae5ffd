import { toEntry } from '../../src/activity/to-entry.ts'
import type { ExecutionState } from '../../src/execution/machine/types.ts'
import type { Hex } from '../../src/lib/address.ts'
import type { ActivityEntry } from '../../src/store/types.ts'
import { PARTNER } from '../../src/wire/fixtures/addresses.ts'
import { ETH, USDC, WBTC } from '../../testing/fixture-tokens.ts'
import { withCalldata } from './fixture-calldata.ts'
import { FIXTURE_CONFIG } from './fixture-config.ts'
import {
  type FixtureSwapOptions,
  fixtureError,
  fixtureIntent,
  fixtureOutcome,
  fixtureRun,
  fixtureVerified,
  HASH,
} from './fixture-swap.ts'

export const ACTIVITY_KEY = `sluice:${FIXTURE_CONFIG.integrator}:activity`
export const APPROVAL_HASH: Hex = `0x${'a1'.repeat(32)}`
export const REPLACED_HASH: Hex = `0x${'b2'.repeat(32)}`

/** Noon in local time, so that the groups of a story do not depend on the time of day. */
const NOON = new Date().setHours(12, 0, 0, 0)
const DAY_MS = 86_400_000

/** Creates a swap of `daysAgo` that is pending, complete or failed. */
export function fixtureEntry(
  id: string,
  status: ActivityEntry['status'],
  { daysAgo = 0, ...options }: FixtureSwapOptions & { daysAgo?: number } = {},
): ActivityEntry {
  const run = fixtureRun({
    ...fixtureIntent(options),
    id,
    partner: { address: PARTNER, feeBps: 10 },
  })
  const verified = withCalldata(run, fixtureVerified(run))
  const states = {
    pending: { stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false },
    done: {
      stage: 'completed',
      ...run,
      done: [{ type: 'approval', hash: APPROVAL_HASH }],
      verified,
      outcome: { ...fixtureOutcome(run), replacedHash: REPLACED_HASH },
    },
    failed: {
      stage: 'failed',
      ...run,
      error: fixtureError('TRANSACTION_REVERTED'),
      at: 'watching',
      hash: HASH,
    },
  } satisfies Record<ActivityEntry['status'], ExecutionState>
  const sentAt = NOON - daysAgo * DAY_MS
  const sent = toEntry(states.pending, undefined, sentAt)
  const entry = status === 'pending' ? sent : toEntry(states[status], sent, sentAt + 14_000)
  if (!entry) throw new Error('a sent swap has an entry')
  return entry
}

/** One swap of each status on three days. */
export const MIXED_ACTIVITY: readonly ActivityEntry[] = [
  fixtureEntry('pending', 'pending', { amount: '0.25' }),
  fixtureEntry('done', 'done'),
  fixtureEntry('failed', 'failed', { from: USDC, to: ETH, amount: '4200', daysAgo: 1 }),
  fixtureEntry('older', 'done', { from: WBTC, to: USDC, amount: '0.004', daysAgo: 12 }),
]

/** Writes entries into storage in the widget's format. */
export function storeFixtureActivity(entries: readonly ActivityEntry[]): void {
  if (entries.length === 0) globalThis.localStorage?.removeItem(ACTIVITY_KEY)
  else globalThis.localStorage.setItem(ACTIVITY_KEY, JSON.stringify({ version: 1, entries }))
}
