import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasPostgres, startTestPostgres, type TestServer } from '../../scripts/testing/servers.ts'
import type { Hex } from '../../wire/lib/address.ts'
import { until } from '../../wire/testing/until.ts'
import type { LedgerEvent } from '../chain/discovery/ledger-store.ts'
import { createPoolLedger } from '../chain/discovery/pool-ledger.ts'
import type { StoreEvent } from '../chain/discovery/pool-store.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import type { FollowedModule } from '../modules/core/module.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import { keepPools } from './keep-pools.ts'

const CHAIN_ID = 31_337
const module = { id: 'uniswap-v3', factory: makeAddress(0xfac) } as FollowedModule

const hashAt = async (block: number): Promise<Hex> => `0x${block.toString(16).padStart(64, '0')}`

/** Starts an instance that reads the announcements of a chain with a pool in every block. */
function startInstance(database: Database) {
  const faults: StoreEvent[] = []
  const events: LedgerEvent[] = []
  const kept = keepPools({ onEvent: (_, event) => void faults.push(event) })
  const store = kept.store(CHAIN_ID)
  const ledger = createPoolLedger({
    ...{ followed: [module], fromBlock: 0, store },
    getParameters: () => ({ factory: module.factory }),
    report: (event) => void events.push(event),
  })
  onTestFinished(() => kept.close())
  return {
    ...{ kept, store, events, faults },
    open: () => kept.open(database),
    isReadElsewhere: () => ledger.isReadElsewhere(),
    pools: () => ledger.source(module).pools.map(({ address }) => Number(address)),
    async readTo(block: number) {
      await ledger.refresh(await hashAt(0))
      const fromBlock = ledger.source(module).nextBlock
      const announcements = Array.from({ length: block - fromBlock + 1 }, (_, i) => ({
        module,
        identity: {
          address: makeAddress(fromBlock + i + 1),
          tokens: [makeAddress(1), makeAddress(2)] as const,
          fee: 3_000,
          tickSpacing: 60,
        },
      }))
      await ledger.add({ modules: [module], fromBlock, toBlock: block, announcements }, hashAt)
      await ledger.save(hashAt)
      return announcements.length
    },
  }
}

async function countStored(database: Database): Promise<number> {
  const [row] = await database.query('SELECT count(*)::integer AS count FROM sluice_pools')
  return Number(row?.count)
}

it('writes pools to the embedded database once it is open and its only instance is elected, and reads them after a restart', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'sluice-pools-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const dataDir = join(parent, 'data')
  const database = openDatabase({ dataDir })
  await database.query('SELECT 1')
  const early = startInstance(database)
  // Reading continues without a database.
  expect(await early.readTo(4)).toBe(5)
  expect([early.store.isWriter(), early.events.map(({ type }) => type)]).toEqual([false, ['store-failed']])
  const instance = startInstance(database)
  instance.open()
  await until(() => instance.store.isWriter())
  expect(await instance.readTo(9)).toBe(10)
  expect(await countStored(database)).toBe(10)
  await instance.kept.close()
  expect(instance.store.isWriter()).toBe(false)
  await instance.readTo(14)
  expect([instance.pools().length, await countStored(database)]).toEqual([15, 10])
  await Promise.all([early, instance].map(({ kept }) => kept.close()))
  await database.close()

  const again = openDatabase({ dataDir })
  const next = startInstance(again)
  next.open()
  await until(() => next.store.isWriter())
  expect(await next.readTo(14)).toBe(5)
  expect([next.pools().length, await countStored(again)]).toEqual([15, 15])
  await next.kept.close()
  await again.close()
})

it('reports a database that rejects writes at the first start, does not wait for it, and stores pools once it accepts writes', async () => {
  const database = openDatabase({})
  await database.query('SET default_transaction_read_only = on')
  const instance = startInstance(database)
  instance.open()
  await until(() => instance.faults.length > 0)
  expect(instance.faults[0]).toMatchObject({
    type: 'store-failed',
    part: 'election',
    error: { message: expect.stringContaining('read-only') },
  })
  expect([instance.store.isWriter(), instance.isReadElsewhere()]).toEqual([false, false])
  expect(await instance.readTo(4)).toBe(5)
  await database.query('SET default_transaction_read_only = off')
  await until(() => instance.store.isWriter())
  expect(instance.faults.filter(({ type }) => type === 'store-recovered')).toEqual([
    { type: 'store-recovered', part: 'election' },
  ])
  await instance.readTo(5)
  expect(await countStored(database)).toBe(6)
  // The writer was elected before the disk was full.
  await database.query('SET default_transaction_read_only = on')
  await instance.readTo(6)
  expect(instance.events).toMatchObject([{ type: 'store-failed', part: 'write' }])
  await database.query('SET default_transaction_read_only = off')
  await instance.kept.close()
  await database.close()
})

describe.skipIf(!hasPostgres)('keepPools with PostgreSQL', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestPostgres()
  })
  afterAll(() => server?.stop())

  it('writes from the elected instance only, then from the next one, which continues from the last checkpoint', async () => {
    const databases = [openDatabase({ url: server.url }), openDatabase({ url: server.url })] as const
    onTestFinished(async () => {
      await Promise.all(databases.map((database) => database.close()))
    })
    const [leader, second] = [startInstance(databases[0]), startInstance(databases[1])]
    leader.open()
    await until(() => leader.store.isWriter())
    second.open()
    expect(await leader.readTo(9)).toBe(10)
    expect(await countStored(databases[1])).toBe(10)

    // The second instance restores ten pools and reads five more, which it does not store.
    expect(await second.readTo(14)).toBe(5)
    expect(second.store.isWriter()).toBe(false)
    expect([second.pools().length, await countStored(databases[0])]).toEqual([15, 10])

    await leader.kept.close()
    await until(() => second.store.isWriter())
    expect(leader.store.isWriter()).toBe(false)
    expect(await second.readTo(19)).toBe(5)
    expect(await countStored(databases[0])).toBe(20)
    expect(second.pools()).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect([...leader.faults, ...second.faults]).toEqual([])
  })
})
