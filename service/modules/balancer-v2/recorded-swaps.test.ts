import { encodeAbiParameters, type Hex, parseAbiParameters, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { encodeWord } from '../../lib/abi-words.ts'
import type { Pool } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { getResults, quoteRecorded } from '../testing/recorded-swap.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { readStable } from './load-stable.ts'
import { readWeighted } from './load-weighted.ts'
import { RECORDED_POOLS, type RecordedPool } from './testing/recorded-swaps.ts'
import type { VaultPool } from './vault-pool.ts'

const ADDRESS = sampleAddress(0xf0)
const PROVIDER = sampleAddress(0xca)
const NEVER = 2n ** 63n
const word = (value: bigint): Hex => `0x${encodeWord(value)}`
const words = (...values: bigint[]): Hex => `0x${values.map(encodeWord).join('')}`

/** Loads the pool from the results that its contracts return. */
async function loadRecorded(recorded: RecordedPool): Promise<Pool | undefined> {
  const { hasRecoveryMode, ownIndex, weights, rates, amp = '0' } = recorded
  const pool: VaultPool = {
    module: 'balancer-v2',
    origin: { name: 'Balancer V2', kind: 'dex' },
    step: { kind: 6, source: 6, data: '0x' },
    vault: sampleAddress(0xbb),
    address: ADDRESS,
    poolId: `${ADDRESS}${'0'.repeat(24)}`,
    tokens: recorded.balances.map((_, i) => (i === ownIndex ? ADDRESS : sampleAddress(i + 1))),
    scales: recorded.scales.map(BigInt),
    state: {
      balances: recorded.balances.map(BigInt),
      swapFee: BigInt(recorded.swapFee),
      isPaused: false,
    },
  }
  const recovery = hasRecoveryMode ? word(0n) : undefined
  if (weights) {
    const result = encodeAbiParameters(parseAbiParameters('uint256[]'), [weights.map(BigInt)])
    return readWeighted(pool, [result, recovery])
  }
  const providers = (rates ?? []).map((rate) => (BigInt(rate) === WAD ? zeroAddress : PROVIDER))
  const caches = (rates ?? []).map((rate) =>
    ownIndex === undefined ? words(BigInt(rate), 0n, NEVER) : words(BigInt(rate), 0n, 0n, NEVER),
  )
  const results = [
    words(BigInt(amp), 0n, 1_000n),
    recovery,
    encodeAbiParameters(parseAbiParameters('address[]'), [providers]),
    ...caches,
  ]
  const [loaded] = await readStable([{ pool, results }], {
    read: async (calls) => calls.map(() => word(1n)),
    multicall3: sampleAddress(0xcc),
    rateProviders: new Set([PROVIDER]),
  })
  return loaded
}

it.each(RECORDED_POOLS)('quotes the swaps of $version in $source to the wei', async (recorded) => {
  const pool = await loadRecorded(recorded)
  const tokens = recorded.balances.map((_, i) => sampleAddress(i + 1))
  expect(quoteRecorded(pool, tokens, recorded.swaps)).toEqual(getResults(recorded.swaps))
})
