import { expect, it } from 'vitest'
import { BATCH } from '../chain/blocks/block-reader.ts'
import { queryFactories } from '../chain/discovery/query-factories.ts'
import { getHubs } from '../chain/pool-set/select-pools.ts'
import { encodeWord } from '../lib/abi-words.ts'
import type { BlockReader } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { createV3Module } from '../modules/uniswap-v3/v3-module.ts'
import { chainConfig } from '../testing/literal-chain.ts'
import { optimism } from './optimism.ts'
import published from './testing/regenesis-addresses.json' with { type: 'json' }

const source = optimism.sources?.find(({ module }) => module === 'uniswap-v3')
if (source?.kind !== 'v3') throw new Error('Optimism has no Uniswap V3')
const module = createV3Module(source, undefined)
const pools = module.unannounced ?? []

it('derives the published address of each pool', () => {
  expect(pools.map(({ address }) => address).toSorted()).toEqual(
    published.map((address) => address.toLowerCase()).toSorted(),
  )
})

it('takes two requests of 272 calls at a first start, and one of 64 once its pools are known', async () => {
  const factory = new Map<string, PoolIdentity>(pools.map((pool) => [pool.address, pool]))
  let asked: number[] = []
  const read: BlockReader = async (calls) => {
    asked.push(calls.length, Math.ceil(calls.length / BATCH))
    return calls.flatMap(({ to }, i) => {
      if (i % 2 === 1) return []
      // Each pool needs two calls: to the factory, then to the pool itself.
      const named = factory.get(calls[i + 1]?.to ?? to)
      return named
        ? ([`0x${encodeWord(BigInt(named.address))}`, `0x${encodeWord(BigInt(named.tickSpacing))}`] as const)
        : ([`0x${encodeWord(0n)}`, undefined] as const)
    })
  }
  const ask = (known: readonly PoolIdentity[]) =>
    queryFactories({
      ...{ followed: [module], hubs: getHubs({ ...chainConfig('optimism', 10), ...optimism, sources: [] }) },
      ...{ read, record: { named: new Map(), unanswered: new Set() }, getKnown: () => known },
    })
  const found = await ask([])
  expect(found.map(({ identity }) => identity)).toEqual(pools)
  expect(asked).toEqual([272, 2])
  asked = []
  expect(await ask(pools)).toEqual([])
  expect(asked).toEqual([64, 1])
})
