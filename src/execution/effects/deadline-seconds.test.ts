import { expect, it } from 'vitest'
import { intentFixture } from '../../../testing/execution-fixtures.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { withSettings } from '../../store/with-settings.ts'
import { getDeadlineSeconds } from './deadline-seconds.ts'
import type { EffectDeps } from './types.ts'

const DAY = 86_400

interface Account {
  isContract: boolean
  /** What the wallet says. Default: as the node does. */
  byWallet?: boolean
  /** Seconds, as the person chose. */
  own?: number
  /** Seconds, as the host says. */
  deadline?: number
  /** How often the node fails before it answers. */
  failures?: number
}

function secondsOf({ isContract, byWallet = isContract, own, deadline = 300, failures = 0 }: Account) {
  const config = { deadlineSeconds: deadline, routing: {} } as unknown as ResolvedConfig
  let calls = 0
  const deps = {
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
  ['a node alone says that signers may take hours', { isContract: true, byWallet: false }, 300],
  ['the host gives more than a day', { isContract: true, deadline: 2 * DAY }, 2 * DAY],
  ['the person chose, for a contract account too', { isContract: true, own: 1_200 }, 1_200],
])('has the deadline that fits where %s', async (_, account, seconds) => {
  expect(await secondsOf(account)).toBe(seconds)
})
