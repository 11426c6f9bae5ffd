import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { advance } from '../../chain/snapshot/advance.ts'
import { createPoolIndex } from '../../chain/snapshot/pool-index.ts'
import { readUnread, withWatched } from '../../chain/sync/load-snapshot.ts'
import type { Pool, PoolLog } from '../core/pool.ts'
import {
  type Generation,
  RATE_PROVIDERS,
  type StableChain,
  startStableChain,
} from './testing/stable-chain.ts'
import type { MadePool } from './testing/vault-chain.ts'

const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 6_000 : 300
const E18 = 10n ** 18n
const RATE = 1_162_713_904_817_263_551n

let chain: StableChain
let providers = 0

beforeAll(async () => {
  chain = await startStableChain()
})

afterAll(async () => chain?.stop())

const hex = (value: bigint) => value.toString(16).padStart(64, '0')
/** Code that returns a number for every call. */
const answering = (value: bigint): Hex => `0x7f${hex(value)}5f5260205ff3`
/** Code that returns the block's timestamp plus a number. */
const growing = (value: bigint): Hex => `0x7f${hex(value)}42015f5260205ff3`
const REVERTING: Hex = '0x5f5ffd'
/** Code of an endless loop. */
const BURNING: Hex = '0x5b5f56'
const UNLISTED: Address = `0x${'dd'.repeat(20)}`
const DAY = 86_400n

/** Sets the code of a rate provider. Default: the next one that the module trusts. */
async function addProvider(bytecode: Hex, address = RATE_PROVIDERS[providers++]): Promise<Address> {
  if (!address) throw new Error('No trusted provider is left')
  await chain.client.setCode({ address, bytecode })
  return address
}

async function expectExact(pools: readonly Pool[], count: number, seed: number): Promise<number> {
  const random = createRandom(seed)
  let filled = 0
  const samples = Array.from({ length: count }, (_, i) => {
    const pool = pools[i % pools.length]!
    const [zeroForOne, isInput] = [random.next() < 0.5, random.next() < 0.55]
    const depth = Number(pool.depth[zeroForOne === isInput ? 0 : 1])
    return { pool, zeroForOne, isInput, amount: BigInt(Math.ceil(depth * 10 ** (random.next() * 9 - 8.3))) }
  })
  for (let start = 0; start < samples.length; start += 50) {
    await Promise.all(
      samples.slice(start, start + 50).map(async ({ pool, ...sample }) => {
        const { zeroForOne, isInput, amount } = sample
        const results = await chain.query(pool, sample)
        const ours = isInput
          ? pool.exactInput(zeroForOne, amount)?.amountOut
          : pool.exactOutput(zeroForOne, amount)?.amountIn
        // The pool quotes no input above twice its balance.
        const sold = isInput ? amount : (results ?? 0n)
        if (!ours && results && sold > 2n * pool.depth[zeroForOne ? 0 : 1]) return
        expect(ours, `${amount} ${pool.tokens}`).toBe(results === 0n ? undefined : results)
        if (ours) filled += 1
      }),
    )
  }
  return filled
}

describe('stable pools', () => {
  it(`quotes pools of every generation to the wei in ${QUOTES} swaps, in both directions and order types`, async () => {
    const rate = await addProvider(answering(RATE))
    const low = await addProvider(answering(E18 / 3n))
    const plans: [Generation, number, bigint][] = [
      ['composable3', 2, 200n],
      ['composable3', 5, 5000n],
      ['composable2', 3, 1n],
      ['composable1', 4, 1500n],
      ['stable', 3, 200n],
      ['meta', 2, 40n],
      ['stable2', 4, 60n],
    ]
    for (const [i, [generation, count, amp]] of plans.entries()) {
      await chain.addPool({
        ...{ generation, amp, swapFee: E18 / 2_500n + BigInt(i) },
        tokens: Array.from({ length: count }, (_, k) => ({
          decimals: [18, 6, 8, 18, 2][k]!,
          amount: 1_000_000n * BigInt(k + 1) ** 2n + 7n,
          ...(!generation.startsWith('stable') && k % 2 === 0 && { provider: i % 2 ? low : rate }),
        })),
      })
    }
    const pools = [...(await chain.load()).values()].flatMap((pool) => [pool, ...(pool.siblings ?? [])])
    expect(pools).toHaveLength(1 + 10 + 3 + 6 + 3 + 1 + 6)
    expect(await expectExact(pools, QUOTES, 31)).toBeGreaterThan(QUOTES / 2)
  })
  it('follows logs, expiring rates and rates that anyone updates to the state of a fresh load', async () => {
    const made = await addPair('composable3', growing(E18))
    const meta = await addPair('meta', growing(E18))
    let index = createPoolIndex((await chain.load()).values())
    let block = await chain.client.getBlockNumber({ cacheTime: 0 })
    const both = [made, meta].map(({ address }) => address.toLowerCase())
    const fingerprints = () => both.map((address) => index.contract(address)?.fingerprint())
    const seen = new Set<string>()
    /** Processes new blocks as the service does. */
    const follow = async () => {
      const latest = await chain.client.getBlock()
      for (; block < latest.number; block += 1n) {
        const { timestamp } = await chain.client.getBlock({ blockNumber: block + 1n })
        const logs = await chain.client.getLogs({ fromBlock: block + 1n, toBlock: block + 1n })
        const header = { number: block + 1n, hash: '0x', parentHash: '0x', timestamp, gasPrice: 0n } as const
        const modules = { followed: [chain.module], sampled: [] }
        const delta = { header, logs: logs as PoolLog[], sampled: [] }
        const advanced = advance({ poolIndex: index, sampled: new Set() }, delta, modules)
        const read = await chain.readAt(block + 1n)
        const watched = await withWatched(advanced, modules, { timestamp, read })
        index = (await readUnread({ ...advanced, ...watched }, read)).poolIndex
      }
      const loaded = await chain.load()
      expect(fingerprints()).toEqual(both.map((address) => loaded.get(address)?.fingerprint()))
      seen.add(fingerprints().join())
      const pools = both.flatMap((address) => index.contract(address) ?? [])
      expect(await expectExact(pools, 12, seen.size)).toBeGreaterThan(5)
    }
    const moves = [
      () => chain.sell(made, [made.tokens[0]!, made.tokens[1]!], E18),
      // An expired rate is read from the provider at each block.
      () => chain.passTime(700n),
      () => chain.passTime(12n),
      // The swap refreshes the rate.
      () => chain.sell(made, [made.tokens[1]!, made.tokens[0]!], E18),
      () => chain.sell(meta, [meta.tokens[1]!, meta.tokens[0]!], E18),
      () => chain.update(meta),
      () => chain.update(made),
      () => chain.govern(made, 'setSwapFeePercentage', [E18 / 100n]),
      () => chain.govern(made, 'setTokenRateCacheDuration', [made.tokens[0], 10n]),
      () => chain.passTime(20n),
    ]
    for (const move of moves) {
      await move()
      await follow()
    }
    expect(seen.size).toBe(moves.length)
  })

  it('reads pools at each block while the amplification changes, and trades them in recovery mode', async () => {
    const made = await addPair('composable3')
    const before = await chain.loadOne(made)
    expect(before.watched).toEqual([])
    const { timestamp } = await chain.client.getBlock()
    await chain.govern(made, 'startAmplificationParameterUpdate', [300n, timestamp + 2n * DAY])
    const during = await chain.loadOne(made)
    await chain.passTime(DAY)
    const later = await chain.loadOne(made)
    expect(later.fingerprint()).not.toBe(before.fingerprint())
    expect([during, later].map(({ watched }) => watched?.length)).toEqual([1, 1])
    expect(await expectExact([later], 20, 5)).toBeGreaterThan(10)
    await chain.govern(made, 'stopAmplificationParameterUpdate')
    const stopped = await chain.loadOne(made)
    expect(stopped.watched).toEqual([])
    await chain.govern(made, 'enableRecoveryMode')
    await chain.govern(made, 'updateProtocolFeePercentageCache')
    const recovering = await chain.loadOne(made)
    expect(recovering.fingerprint()).toBe(stopped.fingerprint())
    expect(await expectExact([recovering], 20, 6)).toBeGreaterThan(10)
    await chain.govern(made, 'pause')
    const paused = await chain.loadOne(made)
    expect(paused.isHealthy).toBe(false)
    expect(await expectExact([paused], 10, 7)).toBe(0)
  })

  it('stops trading a pool whose provider reverts or returns a rate that the pool rejects', async () => {
    for (const generation of ['composable3', 'meta'] as const) {
      const provider = await addProvider(answering(RATE))
      const made = await addPair(generation, provider)
      await chain.passTime(700n)
      for (const [code, isHealthy] of [
        [REVERTING, false],
        ['0x00', false],
        [answering(0n), false],
        [answering(2n ** 200n), false],
        [answering(2n ** 96n - 1n), false],
        [answering(E18 * 1_000n), true],
        [answering(E18 / 1_000n), true],
      ] as const) {
        await chain.client.setCode({ address: provider, bytecode: code })
        const pool = await chain.loadOne(made)
        expect(pool.isHealthy, code).toBe(isHealthy)
        expect(pool.watched?.length).toBe(1)
        expect((await expectExact([pool], 12, 8)) > 0, code).toBe(isHealthy)
      }
    }
  })

  it('skips pools with an unlisted provider, and never calls the provider', async () => {
    for (const generation of ['composable3', 'composable1', 'meta'] as const) {
      const provider = await addProvider(answering(RATE), UNLISTED)
      const [trusted, other] = [
        await addPair(generation, answering(RATE)),
        await addPair(generation, provider),
      ]
      await chain.passTime(700n)
      await chain.client.setCode({ address: provider, bytecode: BURNING })
      const loaded = await chain.load()
      const found = [trusted, other].map((made) => loaded.get(made.address.toLowerCase())?.isHealthy)
      expect(found, generation).toEqual([true, undefined])
    }
  })
})

/** Adds a pool of two tokens with a rate for the first. */
async function addPair(generation: Generation, rate?: Hex): Promise<MadePool> {
  const isAddress = rate?.length === 42
  const provider = rate && (isAddress ? (rate as Address) : await addProvider(rate))
  const tokens = [
    { decimals: 18, amount: 1_000_000n, ...(provider && { provider }) },
    { decimals: 18, amount: 1_500_000n },
  ]
  return chain.addPool({ generation, tokens, amp: 200n, swapFee: E18 / 2_500n })
}
