import { expect, it } from 'vitest'
import type { ResolvedConfig } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { report } from '../../lib/report.ts'
import { withSettings } from '../../store/with-settings.ts'
import { intentFixture } from '../../testing/execution/execution-fixtures.ts'
import { getDeadlineSeconds } from './deadline-seconds.ts'
import type { EffectDeps } from './types.ts'

const DAY = 86_400

interface Account {
  isContract: boolean
  /** The wallet's result. Default: the same as the node's. */
  byWallet?: boolean
  /** Seconds chosen by the user. */
  own?: number
  /** Seconds configured by the host. */
  deadline?: number
  /** How often the node fails before it responds. */
  failures?: number
}

function secondsOf({ isContract, byWallet = isContract, own, deadline = 300, failures = 0 }: Account) {
  const config = { deadlineSeconds: deadline, routing: {} } as unknown as ResolvedConfig
  let calls = 0
  const deps = {
    reportError: report,
    config: () => withSettings(config, { deadlineSeconds: own, modulesDisabled: [] }),
    chain: {
      accountActivity: async () => {
        calls += 1
        if (calls <= failures) throw new SluiceError('RPC_UNAVAILABLE')
        return { isContract, isUsed: true }
      },
    },
    wallet: { isContract: async () => byWallet },
  } as unknown as EffectDeps
  return getDeadlineSeconds(intentFixture, deps)
}

it.each<[string, Account, number]>([
  ['a key signs', { isContract: false }, 300],
  ['signers may take hours', { isContract: true }, DAY],
  ['signers may take hours and the node fails once', { isContract: true, failures: 1 }, DAY],
  ['only a node reports a contract account', { isContract: true, byWallet: false }, 300],
  ['the host allows more than a day', { isContract: true, deadline: 2 * DAY }, 2 * DAY],
  ['the user chose a deadline for a contract account', { isContract: true, own: 1_200 }, 1_200],
])('returns the deadline when %s', async (_, account, seconds) => {
  expect(await secondsOf(account)).toBe(seconds)
})
