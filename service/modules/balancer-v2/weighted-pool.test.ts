import {
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  parseAbi,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { createBalancerModule } from './balancer-module.ts'
import { pow } from './log-exp.ts'
import { balanceTopic, feeTopic, pausedTopic, swapTopic } from './pool-state.ts'
import { sampleWeightedPool } from './testing/sample-weighted-pool.ts'

const E18 = 10n ** 18n
const create = () => sampleWeightedPool()
const even = () => sampleWeightedPool({ weights: [E18 / 2n, E18 / 2n] })

describePoolConformance('a weighted pool', create, { rounding: 10n ** 9n })
describePoolConformance('a weighted pool of equal weights', even, { rounding: 10n ** 9n })

describe('pow', () => {
  it.each([
    [2n * E18, E18, 2n * E18],
    [E18 / 2n, 2n * E18, E18 / 4n],
    [10n * E18, E18 / 2n, 3_162277660168379331n],
    [(105n * E18) / 100n, 4n * E18, 1_215506250000000000n],
  ])('computes %i to the power of %i as %i within 100 wei', (x, y, expected) => {
    const difference = pow(x, y) - expected
    expect(difference < 100n && difference > -100n).toBe(true)
  })

  it('returns one for a zero exponent, zero for a zero base, and throws out of bounds', () => {
    expect([pow(5n, 0n), pow(0n, 5n)]).toEqual([E18, 0n])
    expect(() => pow(2n ** 200n, 100n * E18)).toThrow(RangeError)
  })
})

describe('weighted pool', () => {
  it('with equal weights pays at most what a constant-product pair pays, and no more than dust less', () => {
    const swap = even().exactInput(true, E18)
    const kept = (E18 * 997n) / 1000n
    const pair = (kept * 3_000n * E18) / (1_000n * E18 + kept)
    expect(swap && pair - swap.amountOut).toBeGreaterThanOrEqual(0n)
    expect(swap && pair - swap.amountOut).toBeLessThan(10n ** 9n)
  })

  it('trades at most 30 % of its balances', () => {
    expect(create().exactInput(true, 300n * E18)).toBeDefined()
    expect(create().exactInput(true, 302n * E18)).toBeUndefined()
    expect(create().exactOutput(true, 1_000n * E18)).toBeUndefined()
  })

  it('follows swaps, joins, exits, fee changes and pauses', () => {
    const pool = create()
    const log = (topic: Hex, data: Hex, ...topics: Hex[]) => ({
      address: sampleAddress(9),
      topics: [topic, zeroHash, ...topics],
      data,
    })
    const words = (values: bigint[]) =>
      encodeAbiParameters(
        values.map(() => ({ type: 'uint256' })),
        values,
      )
    const token = (n: 0 | 1) => `0x${pool.tokens[n].slice(2).padStart(64, '0')}` as Hex
    const swapped = pool.advance(log(swapTopic, words([7n, 9n]), token(1), token(0)))
    expect(swapped.fingerprint()).toBe(
      `${1_000n * E18 - 9n} ${3_000n * E18 + 7n} ${(E18 * 3n) / 1000n} false`,
    )

    const lists = [{ type: 'address[]' }, { type: 'int256[]' }, { type: 'uint256[]' }] as const
    const changed = encodeAbiParameters(lists, [[...pool.tokens], [-5n, 6n], [1n, 2n]])
    expect(pool.advance(log(balanceTopic, changed)).fingerprint()).toMatch(
      `${1_000n * E18 - 6n} ${3_000n * E18 + 4n} `,
    )
    expect(pool.advance(log(feeTopic, words([E18 / 100n]))).fee).toBe(10_000)
    expect(pool.advance(log(pausedTopic, words([1n]))).isHealthy).toBe(false)
  })
})

describe('weighted pool of three tokens', () => {
  const balances = [1_000n * E18, 3_000n * E18, 500n * E18]
  const weights = [(E18 * 5n) / 10n, (E18 * 3n) / 10n, (E18 * 2n) / 10n]
  const pool = sampleWeightedPool({ balances, weights })

  it('returns a pool for each pair', () => {
    const pairs = [pool, ...(pool.siblings ?? [])].map(({ tokens }) => tokens.map((token) => token.slice(-2)))
    expect(pairs).toEqual([
      ['a1', 'a2'],
      ['a1', 'a3'],
      ['a2', 'a3'],
    ])
  })

  it('updates all pairs after a swap in one of them', () => {
    const [, sibling] = pool.siblings ?? []
    const token = (n: number) => `0x${sampleAddress(n).slice(2).padStart(64, '0')}` as Hex
    const data = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [10n * E18, E18])
    const topics = [swapTopic, zeroHash, token(0xa1), token(0xa3)]
    const next = pool.advance({ address: sampleAddress(1), topics, data })
    expect(next.siblings?.[1]?.fingerprint()).toBe(next.fingerprint())
    const before = sibling?.exactInput(true, E18)?.amountOut ?? 0n
    expect(next.siblings?.[1]?.exactInput(true, E18)?.amountOut).toBeLessThan(before)
  })
})

describe('module of Balancer V2', () => {
  const module = createBalancerModule(
    {
      kind: 'balancer',
      index: 5,
      module: 'balancer-v2',
      name: 'Balancer V2',
      factory: sampleAddress(1),
      poolFactory: sampleAddress(2),
    },
    sampleAddress(3),
  )
  const abi = parseAbi([
    'event TokensRegistered(bytes32 indexed poolId, address[] tokens, address[] assetManagers)',
  ])
  const poolId: Hex = `0x${'ab'.repeat(20)}${'0'.repeat(24)}`

  function announcement(count: number, manager = sampleAddress(0)) {
    const topics = encodeEventTopics({ abi, args: { poolId } }) as Hex[]
    const tokens = Array.from({ length: count }, (_, i) => sampleAddress(0xa0 + i))
    const data = encodeAbiParameters(
      [{ type: 'address[]' }, { type: 'address[]' }],
      [tokens, tokens.map(() => manager)],
    )
    return { address: sampleAddress(1), topics, data }
  }

  it('identifies a pool by its id', () => {
    expect(module.identify(announcement(2))).toMatchObject({
      address: `0x${'ab'.repeat(20)}`,
      tokens: [sampleAddress(0xa0), sampleAddress(0xa1)],
      poolId,
    })
    expect(module.getSubject?.(announcement(2))).toBe(`0x${'ab'.repeat(20)}`)
  })

  it('skips pools with too many tokens or with an asset manager', () => {
    expect(module.identify(announcement(9))).toBeUndefined()
    expect(module.identify(announcement(2, sampleAddress(7)))).toBeUndefined()
  })

  it('skips pools of other factories', async () => {
    const identity = module.identify(announcement(2))!
    const no = encodeAbiParameters([{ type: 'bool' }], [false])
    expect(await module.load([identity], async (calls) => calls.map(() => no))).toEqual([])
  })

  it('prices a pool without a recovery mode with the rounding of 2021', async () => {
    const words = (...values: bigint[]) =>
      `0x${values.map((value) => value.toString(16).padStart(64, '0')).join('')}` as const
    const held = [3_360_160_080014532471350474n, 1_112_301324508754708737n] as const
    const results: Record<string, Hex> = {
      [toFunctionSelector('isPoolFromFactory(address)')]: words(1n),
      [toFunctionSelector('getPoolTokens(bytes32)')]: words(96n, 192n, 0n, 2n, 0xa0n, 0xa1n, 2n, ...held),
      [toFunctionSelector('getSwapFeePercentage()')]: words(E18 / 1_000n),
      [toFunctionSelector('getPausedState()')]: words(0n, 0n, 0n),
      [toFunctionSelector('getNormalizedWeights()')]: words(32n, 2n, (E18 * 8n) / 10n, (E18 * 2n) / 10n),
      [toFunctionSelector('decimals()')]: words(18n),
    }
    async function sell(): Promise<bigint | undefined> {
      const identity = module.identify(announcement(2))!
      const read = async (calls: readonly { data: Hex }[]) =>
        calls.map(({ data }) => results[data.slice(0, 10)])
      const [pool] = await module.load([identity], read)
      return pool?.exactInput(true, 60_160_080014532471350474n)?.amountOut
    }
    expect(await sell()).toBe(76_143667376394799157n)
    results[toFunctionSelector('inRecoveryMode()')] = words(0n)
    expect(await sell()).toBe(76_143667376405160244n)
  })

  it('never calls a pool of another factory, because the pool may burn all gas', async () => {
    const called = new Set<string>()
    const no = encodeAbiParameters([{ type: 'bool' }], [false])
    const held = encodeAbiParameters(
      [{ type: 'address[]' }, { type: 'uint256[]' }],
      [
        [sampleAddress(0xa0), sampleAddress(0xa1)],
        [5n, 5n],
      ],
    )
    await module.load([module.identify(announcement(2))!], async (calls) => {
      for (const { to } of calls) called.add(to)
      return calls.map(({ to }) => (to === sampleAddress(1) ? held : no))
    })
    expect([...called]).toEqual([sampleAddress(2)])
  })

  it('confirms the pools of a file beside a pool that burns all gas', async () => {
    const identity = module.identify(announcement(2))!
    const endless = { ...identity, poolId: `0x${'cd'.repeat(32)}` } as const
    const held = encodeAbiParameters(
      [{ type: 'address[]' }, { type: 'uint256[]' }],
      [[...identity.tokens], [5n, 5n]],
    )
    const named = encodeAbiParameters([{ type: 'address' }], [identity.address])
    const confirmed = await module.confirm([endless, identity], async (calls) => {
      if (calls.some(({ data }) => data.includes('cdcd'))) throw new Error('out of gas')
      return calls.map(({ data }) => (data.startsWith(toFunctionSelector('getPool(bytes32)')) ? named : held))
    })
    expect(confirmed).toEqual([false, true])
  })

  it('skips a pool whose token returns less than a word for its decimals', async () => {
    const identity = module.identify(announcement(2))!
    const words = (...values: number[]) =>
      values.map((value) => value.toString(16).padStart(64, '0')).join('')
    const held = `0x${words(64, 160, 2, 0xa0, 0xa1, 2, 7, 7)}` as const
    const results: Record<string, Hex> = {
      [toFunctionSelector('getPoolTokens(bytes32)')]: held,
      [toFunctionSelector('getNormalizedWeights()')]: `0x${words(32, 2, 5, 5)}`,
      [toFunctionSelector('decimals()')]: '0x12',
    }
    const load = () =>
      module.load([identity], async (calls) =>
        calls.map(({ data }): Hex => results[data.slice(0, 10)] ?? `0x${words(1)}`),
      )
    expect(await load()).toEqual([])
    results[toFunctionSelector('decimals()')] = `0x${words(18)}`
    expect(await load()).toHaveLength(1)
  })
})
