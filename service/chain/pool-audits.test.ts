import { numberToHex, type PublicClient } from 'viem'
import { expect, it } from 'vitest'
import type { BlockReader, LiquidityModules } from '../modules/core/module.ts'
import { sampleAddress, sampleV2Pool } from '../modules/testing/sample-pools.ts'
import type { ChainEvent } from './chain-events.ts'
import { createPoolAudits } from './pool-audits.ts'
import { createPoolIndex } from './pool-index.ts'
import { createSnapshot } from './snapshot.ts'

const pool = sampleV2Pool({ reserve0: 100n, reserve1: 10n ** 20n })

function makeState(number: bigint) {
  const hash = numberToHex(number, { size: 32 })
  const header = { number, hash, parentHash: hash, timestamp: number, gasPrice: 1n }
  return createSnapshot(header, { poolIndex: createPoolIndex([pool]), sampled: new Set() })
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
  const client = {} as PublicClient
  const audits = createPoolAudits({
    multicall3: sampleAddress(2),
    modules: { followed: [module], sampled: [] } as unknown as LiquidityModules,
    nodes: {
      witnessOf: () => client,
      hashesAt: async () => [null, null],
      demote: () => undefined,
      each: () => [],
    },
    signal: new AbortController().signal,
    report: (event) => events.push(event),
    recheckMs: 0,
    nodeCount: 2,
    baseTokens: [],
    blocksBetweenAudits: 10,
    suspectLimits: undefined,
    onWrong: () => undefined,
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
