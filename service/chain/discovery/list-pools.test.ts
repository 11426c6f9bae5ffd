import { beforeEach, describe, expect, it } from 'vitest'
import type { BlockReader, ListingModule } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { type ListDeps, type ListFailedEvent, listAll, listNew } from './list-pools.ts'
import { createPoolLedger } from './pool-ledger.ts'

/** Number of pools per factory. The second pool is not traded. */
let count: number
let silent: string[]
let asked: number[]
let events: ListFailedEvent[]
let read: BlockReader

beforeEach(() => {
  count = 3
  silent = []
  asked = []
  events = []
  read = async () => ['0x']
})

const toIdentity = (i: number): PoolIdentity => ({
  address: makeAddress(0x900 + i),
  tokens: [makeAddress(1), makeAddress(2)],
  fee: 0,
  tickSpacing: 0,
})

const [module, other] = ['curve-ng', 'fork-ng'].map(
  (id) =>
    ({
      id,
      async listPools(_, from) {
        if (id === 'curve-ng') asked.push(from)
        if (silent.includes(id)) throw new Error(`${id} does not tell`)
        const indexes = Array.from({ length: Math.max(0, count - from) }, (__, i) => from + i)
        return { count, pools: indexes.filter((i) => i !== 1).map(toIdentity) }
      },
    }) as ListingModule,
) as [ListingModule, ListingModule]

const createDeps = (changes: Partial<ListDeps> = {}): ListDeps => ({
  listing: [module, other],
  read: (calls) => read(calls),
  record: { listed: new Map(), silent: new Map() },
  report: (event) => events.push(event),
  ...changes,
})

const toFound = (...indexes: number[]) => indexes.map((i) => ({ module, identity: toIdentity(i) }))

describe('factory lists', () => {
  it('are read completely, and later only from their last pools on', async () => {
    const deps = createDeps({ listing: [module] })
    const { found } = await listAll(deps)
    expect(found.get(module)).toEqual([0, 2].map(toIdentity))
    count = 9
    expect((await listNew(deps)).found).toEqual(toFound(0, 2, 3, 4, 5, 6, 7, 8))
    count = 10
    expect((await listNew(deps)).found).toEqual(toFound(5, 6, 7, 8, 9))
    expect(asked).toEqual([0, 0, 5])
  })

  it('are not part of the ledger', async () => {
    const ledger = createPoolLedger({
      followed: [],
      getParameters: () => ({}),
      fromBlock: 0,
      report: () => undefined,
    })
    ledger.addMissed(module, toIdentity(0), { number: 1n, hash: '0x01' })
    await ledger.saveWorths(module, [])
    expect(ledger.worths(module).size).toBe(0)
    expect([...ledger.next()]).toEqual([])
  })
})

describe('a factory without a list', () => {
  it.each([
    [1, 3],
    [2, 3],
    [5, 5],
  ])('is skipped after %i nodes and %i attempts', async (nodeCount, attempts) => {
    silent = ['curve-ng']
    const deps = createDeps({ nodeCount })
    for (let i = 1; i < attempts; i += 1) {
      expect((await listAll(deps)).errors).toEqual([new Error('curve-ng does not tell')])
      expect(events).toEqual([])
    }
    const { found, errors } = await listAll(deps)
    expect(errors).toEqual([])
    expect(found.get(module)).toEqual([])
    expect(found.get(other)).toEqual([0, 2].map(toIdentity))
    expect(events).toEqual([
      { type: 'list-failed', source: 'curve-ng', error: new Error('curve-ng does not tell') },
    ])
    // The failure is not reported again while it lasts.
    expect((await listAll(deps)).errors).toEqual([])
  })

  it('has its complete list read when it recovers, and does not affect other factories', async () => {
    silent = ['curve-ng']
    const deps = createDeps()
    for (let i = 0; i < 3; i += 1) await listAll(deps)
    const { found, errors } = await listNew(deps)
    expect(errors).toEqual([new Error('curve-ng does not tell')])
    expect(found.map((one) => one.module)).toEqual([other, other])
    silent = []
    asked = []
    const later = await listNew(deps)
    expect(later.errors).toEqual([])
    expect(later.found.filter((one) => one.module === module)).toEqual(toFound(0, 2))
    expect(asked).toEqual([0])
    silent = ['curve-ng']
    expect((await listAll(deps)).errors).toHaveLength(1)
  })

  it('keeps its previously listed pools', async () => {
    const deps = createDeps({ listing: [module] })
    await listAll(deps)
    count = 4
    await listNew(deps)
    silent = ['curve-ng']
    for (let i = 1; i < 3; i += 1) await listAll(deps)
    expect((await listAll(deps)).found.get(module)).toEqual([0, 2, 3].map(toIdentity))
  })

  it('is not blamed for a node without responses', async () => {
    silent = ['curve-ng']
    read = () => Promise.reject(new Error('no node'))
    const deps = createDeps()
    for (let i = 0; i < 9; i += 1) await expect(listAll(deps)).rejects.toThrow('no node')
    expect(deps.record.silent.size).toBe(0)
  })
})
