import { describe, expect, it } from 'vitest'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { LiquiditySourceConfig } from '../../config/types.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { Pool, PoolIdentity } from '../../modules/core/pool.ts'
import { sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { chainConfig, makeAddress } from '../../testing/literal-chain.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { createPoolMemory } from './pool-memory.ts'

const [hub, other, a, b] = [1, 2, 0xa, 0xb].map((n) => makeAddress(n)) as [Address, Address, Address, Address]

/** Whole reference tokens are one base unit each. */
const answer = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const read = async (calls: readonly { data: string }[]) =>
  calls.map(({ data }) => answer(data.length === 10 ? 0n : 10n ** 15n))

const identity = (n: number, tokens: readonly Address[]): PoolIdentity => {
  const [first = hub, second = hub, ...others] = tokens
  const more = others.length > 0 && { others }
  return { address: makeAddress(n), tokens: [first, second], ...more, fee: 0, tickSpacing: 0 }
}

const createModule = (changes: Partial<FollowedModule> = {}) =>
  ({
    id: 'curve-ng',
    load: async (some: readonly PoolIdentity[]): Promise<Pool[]> =>
      some.map((one) => ({ ...sampleV2Pool({ reserve0: 1n, reserve1: 1n }), address: one.address })),
    ...changes,
  }) as unknown as FollowedModule

async function start(
  identities: readonly PoolIdentity[],
  module = createModule(),
  sources: readonly LiquiditySourceConfig[] = [],
) {
  const memory = createPoolMemory({
    config: {
      ...chainConfig('ethereum', 1),
      sources: [...sources],
      ...{ weth: hub, referenceStable: hub, baseTokens: [hub, other] },
      poolLimits: { loadAllUpTo: 0, minValue: 1_000 },
    },
    ledger: { worths: () => new Map(), saveWorths: async () => undefined },
  })
  const block = { number: 1n, hash: '0x' } as const
  const found = new Map([[module, identities]])
  const pools = await memory.load({ block, found, announced: new Map() }, read)
  const loaded = pools.map(({ address }) => address)
  const getLacking = (from: Address, to: Address) =>
    memory.lacking(from, to, createPoolIndex()).map((pool) => pool.identity.address)
  return { loaded, getLacking }
}

/** The two pools that each source always loads, if no other one has worth. */
const small = [identity(0x10, [a, other]), identity(0x11, [b, other])]

describe('a pool of three tokens on a chain too large to load whole', () => {
  it('is loaded at the start for its balance of the third token', async () => {
    const { loaded } = await start([...small, identity(0x20, [a, b, hub])])
    expect(loaded[0]).toBe(makeAddress(0x20))
  })

  it('is loaded for the holdings that its module reports of the third token', async () => {
    const rich = makeAddress(0x21)
    const module = createModule({
      measure: async (some) => some.map(({ address }) => [0n, 0n, address === rich ? 1_000n : 0n]),
    })
    const { loaded } = await start(
      [...small, identity(0x20, [a, b, hub]), identity(0x21, [a, b, hub])],
      module,
    )
    expect(loaded).toEqual([rich, makeAddress(0x10)])
  })

  it('is missing for a trade between any two of its tokens', async () => {
    const { getLacking } = await start([identity(0x20, [a, b, hub]), identity(0x21, [hub, a, b])])
    for (const pair of [
      [a, hub],
      [hub, a],
      [b, hub],
      [a, b],
    ] as const)
      expect(getLacking(...pair)).toHaveLength(2)
    expect(getLacking(hub, other)).toEqual([])
  })

  it('is loaded whatever its worth only if all tokens are hubs', async () => {
    const pools = [identity(0x20, [hub, other, hub]), identity(0x21, [hub, other, a])]
    const module = createModule({ measure: async (some) => some.map(() => [0n, 0n, 0n]) })
    const { loaded } = await start([identity(0x22, [a, hub]), identity(0x23, [b, hub]), ...pools], module)
    expect(loaded).toEqual([0x20, 0x22, 0x23].map((n) => makeAddress(n)))
  })

  it('has its other tokens read if only two were stored', async () => {
    const module = createModule({
      readOthers: async (some) => some.map(({ address }) => (address === makeAddress(0x20) ? [hub] : [])),
    })
    const { loaded, getLacking } = await start([...small, identity(0x20, [a, b])], module)
    expect(loaded[0]).toBe(makeAddress(0x20))
    expect(getLacking(b, hub)).toContain(makeAddress(0x20))
  })
})

describe('a pool between wrappers on a chain too large to load whole', () => {
  const wrappers = [a, b].map(
    (factory, index): LiquiditySourceConfig => ({
      ...{ kind: 'erc4626', index, module: factory, name: 'Wrapped', factory },
    }),
  )
  const pools = [identity(0x20, [hub, other]), identity(0x21, [other, makeAddress(0xc)])]
  const boosted = identity(0x22, [a, b])
  const module = createModule({ measure: async (some) => some.map(() => [0n, 0n]) })

  it('is loaded whatever its worth, like one between base tokens', async () => {
    const all = [...pools, identity(0x23, [other, makeAddress(0xd)]), boosted]
    expect((await start(all, module, wrappers)).loaded).toContain(boosted.address)
    expect((await start(all, module)).loaded).not.toContain(boosted.address)
  })

  it('is missing for a trade of a token that it has in addition to a wrapper', async () => {
    const tail = makeAddress(0xe)
    const { getLacking } = await start([...pools, identity(0x24, [a, tail])], module, wrappers)
    expect(getLacking(tail, hub)).toEqual([makeAddress(0x24)])
  })
})
