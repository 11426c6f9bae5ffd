import { numberToHex, type PublicClient } from 'viem'
import { describe, expect, it } from 'vitest'
import type { BlockReader, LiquidityModules } from '../../modules/core/module.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool, sampleV3Pool } from '../../modules/testing/sample-pools.ts'
import type { ChainEvent } from '../chain-events.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { createSnapshot } from '../snapshot/snapshot.ts'
import { createPoolAudits, type PoolAuditsDeps } from './pool-audits.ts'

const pool = sampleV2Pool({ reserve0: 100n, reserve1: 10n ** 20n })

function makeState(number: bigint, pools = [pool]) {
  const hash = numberToHex(number, { size: 32 })
  const header = { number, hash, parentHash: hash, timestamp: number, gasPrice: 1n }
  return createSnapshot(header, { poolIndex: createPoolIndex(pools), sampled: new Set() })
}

const client = {} as PublicClient

/** An audit needs several turns of the event loop, however long each takes. */
async function letAuditEnd() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1))
}

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
    wrongPools: { add: () => undefined, has: () => false },
    onWrong: () => undefined,
    ...changes,
  })
}

it('reports a failed audit and repeats it with the next block', async () => {
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
    await letAuditEnd()
    return events.splice(0).map(({ type }) => type)
  }
  expect(await pass(1n)).toEqual([])
  expect(await pass(11n)).toEqual(['audit-failed'])
  isWell = true
  expect(await pass(12n)).toEqual(['audited'])
  expect(await pass(13n)).toEqual([])
})

it('audits after 32 blocks, or after ten minutes on slow chains', async () => {
  let nowMs = 0
  const events: ChainEvent[] = []
  const module = { id: pool.module, load: async () => [pool] }
  const audits = makeAudits({
    modules: { followed: [module], sampled: [] } as unknown as LiquidityModules,
    report: (event) => events.push(event),
    blocksBetweenAudits: undefined,
    nowMs: () => nowMs,
  })
  const pass = async (block: bigint, minutes: number) => {
    nowMs = minutes * 60_000
    audits.start(makeState(block))
    await letAuditEnd()
    return events.splice(0).length
  }
  expect(await pass(1n, 1)).toBe(0)
  expect(await pass(32n, 2)).toBe(0)
  expect(await pass(33n, 3)).toBe(1)
  expect(await pass(34n, 12)).toBe(0)
  expect(await pass(34n, 13)).toBe(1)
  expect(await pass(35n, 14)).toBe(0)
})

it('audits the pools between base tokens that trade most after a gap, whatever others seem to hold', async () => {
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

describe('a wrong pool', () => {
  const pools = Array.from({ length: 100 }, (_, n) =>
    sampleV2Pool({ reserve0: 10n ** 20n, reserve1: 10n ** 20n }, { n: 0x3000 + n }),
  )
  const [first, second] = pools as [(typeof pools)[0], (typeof pools)[0]]
  const moved = (one: (typeof pools)[0]) => one.exactInput(true, 10n ** 18n)?.after() ?? one

  /** Nodes that return another state for some pools, and do not respond while `isDown`. */
  function makeMarket(wrong: readonly Pool[], known: readonly string[] = []) {
    const told = { wrong: [] as string[], dropped: 0, events: [] as string[], reads: 0, isDown: false }
    const read = (address: string) => {
      const one = pools.find((of) => of.address === address)!
      return wrong.includes(one) ? moved(one) : one
    }
    const module = {
      id: first.module,
      async load(identities: readonly { address: string }[]) {
        if (told.isDown && told.wrong.length > 0) throw new Error('no answer')
        told.reads += identities.length
        return identities.map(({ address }) => read(address))
      },
    }
    const hash = numberToHex(1, { size: 32 })
    const audits = makeAudits({
      modules: { followed: [module], sampled: [] } as unknown as LiquidityModules,
      nodes: {
        witnessOf: () => client,
        hashesAt: async () => [hash],
        demote: () => undefined,
        each: () => [{ client, distrust: () => undefined }],
      },
      nodeCount: 1,
      report: ({ type }) => told.events.push(type),
      wrongPools: {
        add: (some) => told.wrong.push(...some.map(({ address }) => address)),
        has: (address) => [...known, ...told.wrong].includes(address),
      },
      onWrong: () => {
        told.dropped += 1
      },
    })
    const pass = async () => {
      audits.start(makeState(1n, pools))
      await letAuditEnd()
    }
    return { audits, told, pass }
  }

  it('is the only one reloaded if others are right', async () => {
    const { audits, told, pass } = makeMarket([first])
    audits.suspect([first.address])
    await pass()
    expect(told).toMatchObject({ wrong: [first.address], dropped: 0 })
    // Other pools were audited.
    expect(told.reads).toBeGreaterThan(32)
    const { reads } = told
    await pass()
    expect(told.reads).toBe(reads)
  })

  it('makes all pools reload if another one is wrong', async () => {
    const { audits, told, pass } = makeMarket(pools)
    audits.suspect([first.address])
    await pass()
    expect(told.dropped).toBe(1)
  })

  it('makes others audited with the next block if no node responds immediately', async () => {
    const { audits, told, pass } = makeMarket(pools)
    told.isDown = true
    audits.suspect([first.address])
    await pass()
    expect(told).toMatchObject({ wrong: [first.address], dropped: 0 })
    told.isDown = false
    await pass()
    expect(told.dropped).toBe(1)
  })

  it('is not audited while it is known to be wrong', async () => {
    const { audits, told, pass } = makeMarket([first, second], [first.address])
    audits.suspect([first.address])
    await pass()
    expect(told).toMatchObject({ wrong: [], reads: 0 })
  })
})
