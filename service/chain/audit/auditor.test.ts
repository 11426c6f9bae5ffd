import { encodeFunctionResult, multicall3Abi, numberToHex, type PublicClient } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import type { LiquidityModules } from '../../modules/core/module.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import type { ChainEvent } from '../chain-events.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { createSnapshot } from '../snapshot/snapshot.ts'
import { createAuditor } from './auditor.ts'

const header = {
  number: 7n,
  hash: numberToHex(7, { size: 32 }),
  parentHash: numberToHex(6, { size: 32 }),
  timestamp: 1n,
  gasPrice: 1n,
}
const makePool = (reserve: bigint) => sampleV2Pool({ reserve0: reserve, reserve1: 10n ** 20n })
const pool = makePool(100n)
const state = createSnapshot(header, { poolIndex: createPoolIndex([pool]), sampled: new Set() })

describe('audit of pools in memory', () => {
  it.each<[string, (bigint | undefined)[], string, number[], string[]]>([
    ['match on both nodes', [100n, 100n], 'right', [], []],
    ['differ on both nodes', [90n, 90n], 'wrong', [0], ['diverged']],
    ['differ on the only node', [90n], 'wrong', [0], ['diverged']],
    ['differ on the second of two nodes', [100n, 90n], 'disputed', [], ['contradicted']],
    ['differ on the third of three nodes', [100n, 100n, 90n], 'right', [2], ['contradicted']],
    ['match only on the first of three nodes', [100n, 90n, 90n], 'wrong', [0], ['diverged']],
    ['differ between all three nodes', [100n, 90n, 80n], 'disputed', [], ['contradicted']],
    [
      'differ on the third of three nodes, while the second does not respond',
      [100n, undefined, 90n],
      'disputed',
      [],
      ['contradicted'],
    ],
  ])('judges pools that %s', async (_, reserves, verdict, distrusted, events) => {
    const { auditor, put, heard } = createNodes(reserves)
    const wrong = verdict === 'wrong' ? [pool] : []
    expect(await auditor.audit(state, [pool])).toEqual({ verdict, wrong })
    expect(put).toEqual(distrusted)
    expect(heard.filter((type) => type !== 'audited')).toEqual(events)
    expect(auditor.disputed()).toEqual(verdict === 'disputed' ? [pool.address] : [])
  })

  it.each<[string, (string | null | undefined)[], string]>([
    ['replaced by two others', [header.hash, '0xb', '0xb'], 'wrong'],
    ['replaced by one other', [header.hash, '0xb', undefined], 'disputed'],
    ['unknown, because the others do not respond', [header.hash, undefined, undefined], 'unread'],
    ['too new for the others', [header.hash, null, null], 'no answer'],
    ['replaced by all', ['0xb', '0xb'], 'no answer'],
  ])('judges a block that no other node can read and that is %s', async (_, hashes, verdict) => {
    const { auditor, put } = createNodes([100n, undefined], hashes)
    const told = await auditor.audit(state, [pool]).catch(({ message }) => ({ verdict: message }))
    expect(told.verdict).toContain(verdict)
    if (verdict === 'wrong') expect(told).toMatchObject({ wrong: [] })
    expect(put).toEqual(verdict === 'wrong' ? [0] : [])
    expect(auditor.disputed()).toEqual(verdict === 'disputed' ? [pool.address] : [])
  })

  it('disputes pools if only one node matches memory after another differed', async () => {
    const reserves: (bigint | undefined)[] = [100n, 90n]
    // The second node differs, and fails when all nodes are queried.
    const { auditor } = createNodes(reserves, [header.hash], () => void reserves.fill(undefined, 1))
    expect(await auditor.audit(state, [pool])).toMatchObject({ verdict: 'disputed' })
  })

  it('proves nothing if the block or memory was replaced', async () => {
    const replaced = { verdict: 'replaced', wrong: [] }
    expect(await createNodes([100n, 90n], ['0xb', '0xb']).auditor.audit(state, [pool])).toEqual(replaced)
    const { auditor } = createNodes([100n, 90n])
    const audit = auditor.audit(state, [pool])
    auditor.forget()
    expect(await audit).toEqual(replaced)
    expect(auditor.disputed()).toEqual([])
  })

  it('disputes pools until the nodes match, and repeats the audit after some seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const reserves = [100n, 90n]
      const { auditor } = createNodes(reserves)
      await auditor.audit(state, [pool])
      expect([auditor.disputed().length, auditor.isDue()]).toEqual([1, false])
      vi.advanceTimersByTime(5_001)
      expect(auditor.isDue()).toBe(true)
      reserves[1] = 100n
      expect(await auditor.audit(state, [pool])).toMatchObject({ verdict: 'right' })
      expect([auditor.disputed(), auditor.isDue()]).toEqual([[], false])
    } finally {
      vi.useRealTimers()
    }
  })
})

/** Nodes that read these reserves. The witness is the last node that responds. */
function createNodes(
  reserves: (bigint | undefined)[],
  hashes: (string | null | undefined)[] = [header.hash],
  onHashes: () => unknown = () => undefined,
) {
  const put: number[] = []
  const heard: ChainEvent['type'][] = []
  const makeClient = (read: () => bigint | undefined) => {
    const call = async () => {
      const reserve = read()
      if (reserve === undefined) throw new Error('no answer')
      const result = [{ success: true, returnData: numberToHex(reserve, { size: 32 }) }]
      return { data: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }) }
    }
    return { call } as Partial<PublicClient> as PublicClient
  }
  const module = {
    id: pool.module,
    load: async (_: unknown, read: (calls: object[]) => Promise<string[]>) => {
      const [reserve] = await read([{ to: sampleAddress(1), data: '0x' }])
      return [makePool(BigInt(reserve ?? 0))]
    },
  }
  const auditor = createAuditor({
    multicall3: sampleAddress(2),
    modules: { followed: [module], sampled: [] } as unknown as LiquidityModules,
    nodes: {
      witnessOf: () => makeClient(() => reserves.at(-1)),
      async hashesAt() {
        onHashes()
        return hashes
      },
      demote: () => void put.push(0),
      each: () =>
        reserves.map((_, i) => ({ client: makeClient(() => reserves[i]), distrust: () => void put.push(i) })),
    },
    signal: new AbortController().signal,
    report: ({ type }) => heard.push(type),
    recheckMs: 0,
  })
  return { auditor, put, heard }
}
