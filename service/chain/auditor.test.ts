import { encodeFunctionResult, multicall3Abi, numberToHex, type PublicClient } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import type { LiquidityModules } from '../modules/core/module.ts'
import { sampleAddress, sampleV2Pool } from '../modules/testing/sample-pools.ts'
import { createAuditor } from './auditor.ts'
import type { ChainEvent } from './chain-events.ts'
import { createPoolIndex } from './pool-index.ts'
import { createSnapshot } from './snapshot.ts'

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

describe('pools of memory, read again', () => {
  it.each<[string, (bigint | undefined)[], string, number[], string[]]>([
    ['both nodes agree with', [100n, 100n], 'right', [], []],
    // What one node's logs said was wrong.
    ['both nodes contradict', [90n, 90n], 'wrong', [0], ['diverged']],
    ['one node alone contradicts', [90n], 'wrong', [0], ['diverged']],
    ['the second of two nodes contradicts', [100n, 90n], 'disputed', [], ['contradicted']],
    ['the third of three nodes contradicts', [100n, 100n, 90n], 'right', [2], ['contradicted']],
    ['the first of three nodes alone agrees with', [100n, 90n, 90n], 'wrong', [0], ['diverged']],
    ['three nodes read in three ways', [100n, 90n, 80n], 'disputed', [], ['contradicted']],
    [
      'the third of three contradicts, and the second does not answer',
      [100n, undefined, 90n],
      'disputed',
      [],
      ['contradicted'],
    ],
  ])('%s', async (_, reserves, verdict, distrusted, events) => {
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
    ['unanswered by the others', [header.hash, undefined, undefined], 'unread'],
    ['too new for the others', [header.hash, null, null], 'no answer'],
    ['replaced by all', ['0xb', '0xb'], 'no answer'],
  ])('of a block that no other node can read and that is %s', async (_, hashes, verdict) => {
    const { auditor, put } = createNodes([100n, undefined], hashes)
    const told = await auditor.audit(state, [pool]).catch(({ message }) => ({ verdict: message }))
    expect(told.verdict).toContain(verdict)
    if (verdict === 'wrong') expect(told).toMatchObject({ wrong: [] })
    expect(put).toEqual(verdict === 'wrong' ? [0] : [])
    expect(auditor.disputed()).toEqual(verdict === 'disputed' ? [pool.address] : [])
  })

  it('are disputed where one node alone agrees with memory after another differed', async () => {
    const reserves: (bigint | undefined)[] = [100n, 90n]
    // The second differs, and has no answer when all are asked.
    const { auditor } = createNodes(reserves, [header.hash], () => void reserves.fill(undefined, 1))
    expect(await auditor.audit(state, [pool])).toMatchObject({ verdict: 'disputed' })
  })

  it('prove nothing when their block was replaced, or their memory', async () => {
    const replaced = { verdict: 'replaced', wrong: [] }
    expect(await createNodes([100n, 90n], ['0xb', '0xb']).auditor.audit(state, [pool])).toEqual(replaced)
    const { auditor } = createNodes([100n, 90n])
    const audit = auditor.audit(state, [pool])
    auditor.forget()
    expect(await audit).toEqual(replaced)
    expect(auditor.disputed()).toEqual([])
  })

  it('are disputed until the nodes agree, and asked for again after some seconds', async () => {
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

/** Nodes that read these reserves; the witness is the last that answers. */
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
