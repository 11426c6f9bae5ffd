import { numberToHex, type PublicClient } from 'viem'
import { expect, it } from 'vitest'
import type { BlockReader, LiquidityModules } from '../modules/core/module.ts'
import { sampleAddress, sampleV2Pool, sampleV3Pool } from '../modules/testing/sample-pools.ts'
import type { ChainEvent } from './chain-events.ts'
import { createPoolAudits, type PoolAuditsDeps } from './pool-audits.ts'
import { createPoolIndex } from './pool-index.ts'
import { createSnapshot } from './snapshot.ts'

const pool = sampleV2Pool({ reserve0: 100n, reserve1: 10n ** 20n })

function makeState(number: bigint, pools = [pool]) {
  const hash = numberToHex(number, { size: 32 })
  const header = { number, hash, parentHash: hash, timestamp: number, gasPrice: 1n }
  return createSnapshot(header, { poolIndex: createPoolIndex(pools), sampled: new Set() })
}

const client = {} as PublicClient

function makeAudits(changes: Partial<PoolAuditsDeps>) {
  return createPoolAudits({
    multicall3: sampleAddress(2),
    modules: { followed: [], sampled: [] } as unknown as LiquidityModules,
    nodes: {
      witnessOf: () => client,
      hashesAt: async () => [null, null],
      demote: () => undefined,
      each: () => [],
    },
    signal: new AbortController().signal,
    report: () => undefined,
    recheckMs: 0,
    nodeCount: 2,
    baseTokens: [],
    blocksBetweenAudits: 10,
    suspectLimits: undefined,
    onWrong: () => undefined,
    ...changes,
  })
}

it('an audit that fails is told, and made again with the next block', async () => {
  const events: ChainEvent[] = []
  let isWell = false
  const module = {
    id: pool.module,
    async load(_: unknown, _read: BlockReader) {
      if (!isWell) throw new Error('execution reverted')
      return [pool]
    },
  }
  const audits = makeAudits({
    modules: { followed: [module], sampled: [] } as unknown as LiquidityModules,
    report: (event) => events.push(event),
  })
  const pass = async (block: bigint) => {
    audits.start(makeState(block))
    await new Promise((resolve) => setTimeout(resolve, 20))
    return events.splice(0).map(({ type }) => type)
  }
  expect(await pass(1n)).toEqual([])
  expect(await pass(11n)).toEqual(['unaudited'])
  isWell = true
  expect(await pass(12n)).toEqual(['audited'])
  expect(await pass(13n)).toEqual([])
})

it('after a gap the pools between base tokens are read again that trade most, whatever others seem to hold', async () => {
  const edges = Array.from({ length: 100 }, (_, n) =>
    sampleV3Pool(
      { tick: 0, positions: [{ lower: 0, upper: 1, delta: 10n ** 30n }] },
      { n: 0x1000 + n, fee: 100, tickSpacing: 1 },
    ),
  )
  const honest = sampleV2Pool({ reserve0: 10n ** 24n, reserve1: 10n ** 24n }, { n: 0x2000 })
  const pools = [...edges, honest]
  const [edge] = edges
  expect(edge?.depth[0]).toBeGreaterThan(honest.depth[0])
  const read = new Set<string>()
  const load = async (identities: readonly { address: string }[]) => {
    for (const { address } of identities) read.add(address)
    return pools.filter(({ address }) => identities.some((one) => one.address === address))
  }
  const followed = ['uniswap-v2', 'uniswap-v3'].map((id) => ({ id, load }))
  const audits = makeAudits({
    modules: { followed, sampled: [] } as unknown as LiquidityModules,
    baseTokens: [...honest.tokens],
  })
  audits.caughtUp()
  await audits.accept(makeState(1n, pools))
  expect([...read]).toContain(honest.address)
  expect(read.size).toBeLessThan(pools.length / 2)
})
