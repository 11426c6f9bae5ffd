import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import type { Hex } from '../../wire/lib/address.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { getSourceParameters } from '../chain/discovery/source-parameters.ts'
import { createFollowedChain } from '../chain/followed-chain.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import { type ProxyNode, startProxyNode } from '../testing/proxy-node.ts'
import { createPoolStore } from './create-pool-store.ts'
import { parseRow } from './pool-file.ts'
import { type PoolsCommandDeps, runPoolsCommand } from './run-pools-command.ts'

const SOURCE = 'uniswap-v2'

let devnet: TestDevnet
let proxy: ProxyNode
let database: Database
let config: ChainServiceConfig
/** The pools of one source as a file: the header as an object, and the rows. */
let source: { block: number; hash: Hex; pools: number }
let rows: string[]
let pools: PoolIdentity[]
let header: object
/** A stored pool that is not in the file. */
let other: PoolIdentity

beforeAll(async () => {
  devnet = await startTestDevnet()
  proxy = await startProxyNode(devnet.rpcUrl('ethereum'))
  database = openDatabase({})
  await database.query('SELECT 1')
  const { wsUrl: _, ...chain } = devnet.serviceConfig.chains[0]!
  config = { ...chain, rpcUrls: [proxy.url], finalityBlocks: 0 }
  await devnet.chain().testClient.mine({ blocks: 30 })
  const store = createPoolStore({ database, chainId: config.id, isWriter: () => true })
  const followed = createFollowedChain(config, { store })
  await followed.start()
  await followed.stop()
  const [first = '', ...all] = (await run({ args: ['export', 'ethereum'] })).output.trim().split('\n')
  const { sources, ...others } = JSON.parse(first)
  header = others
  source = sources.find((one: { source: string }) => one.source === SOURCE)
  rows = all.filter((row) => JSON.parse(row).source === SOURCE)
  pools = rows.map((row) => parseRow(row).identity)
  expect(pools.length).toBeGreaterThan(2)
  other = { ...pools[0]!, address: makeAddress(7) }
})

beforeEach(async () => {
  proxy.behave({})
  for (const table of ['sluice_pools', 'sluice_pool_checkpoints', 'sluice_pool_sources', 'sluice_leases']) {
    await database.query(`DELETE FROM ${table}`)
  }
})

afterAll(async () => {
  await Promise.all([devnet?.stop(), database?.close(), proxy?.stop()])
})

describe('importPools', () => {
  it.each(['one of its pools', 'another pool'])(
    'leaves either the stored pools or the imported pools, whichever statement it ends at, when %s is stored',
    async (kind) => {
      const old = kind === 'another pool' ? other : pools[1]!
      const both = new Set([old, ...pools])
      const found = new Set<number>()
      let isWhole = false
      for (let left = 1; !isWhole; left += 1) {
        await storeOld(old)
        // Statements after the limit throw and have no effect.
        let asked = 0
        const query: Database['query'] = async (sql, params) => {
          if (++asked > left) throw new Error('killed')
          return database.query(sql, params)
        }
        isWhole = await run({ database: { ...database, query } }).then(
          () => asked <= left,
          () => false,
        )
        const stored = await readStored()
        expect([1, pools.length]).toContain(stored.length)
        const expected = stored.length === 1 ? [old] : [...both].filter((pool) => pool !== other)
        expect(stored).toEqual(expected)
        found.add(stored.length)
        await database.query('DELETE FROM sluice_leases')
      }
      expect([...found]).toEqual([1, pools.length])
      await run()
      expect(await countRows()).toBe(pools.length)
    },
  )

  it.each(['untraded', 'pools'])(
    'rejects a header with more %s than the database can store, and keeps the stored pools',
    async (name) => {
      await storeOld()
      await expect(run({ change: { [name]: 3_000_000_000 } })).rejects.toThrow(
        `sources.0.${name}: 3000000000 is more than 1000000000`,
      )
      expect(await readStored()).toEqual([other])
    },
  )

  it('rejects a source with factories that the file of an earlier version does not list', async () => {
    const id = 'balancer-v2'
    const { stableFactories, ...terms } = getSourceParameters(config, id)
    expect(stableFactories).toBeTruthy()
    const { told, refused } = await run({ change: { source: id, terms }, lines: [] })
    expect(refused).toBe(1)
    expect(told).toContain(`its stableFactories is none, but the config has ${stableFactories}`)
  })

  it('reports the confirmed rows, the rows per second and the remaining time', async () => {
    const BATCH = 2_000
    // Each row has an address that is not a pool of the factory, so the import refuses it.
    const many = Array.from({ length: 2 * BATCH }, (_, n) =>
      JSON.stringify({ ...JSON.parse(rows[0]!), address: makeAddress(0x1000 + n) }),
    )
    proxy.behave({ distort: (_, result) => sleep(20).then(() => result) })
    const { told } = await run({
      lines: [...many, ...rows],
      change: { pools: many.length + pools.length },
      tellEveryMs: 5,
    })
    const lines = told.split('\n').filter((line) => line && !line.startsWith('Refused'))
    const total = (many.length + pools.length).toLocaleString('en')
    expect(lines[0]).toBe('comparing the sources of the file with the chain')
    const confirming = lines.filter((line) => line.startsWith('confirming rows, '))
    const done = new Set(confirming.map((line) => /^confirming rows, ([\d,]+) of /.exec(line)?.[1]))
    expect([...done]).toEqual(['0', '2,000', '4,000'])
    expect(confirming[0]).toBe(`confirming rows, 0 of ${total}, 0 a second`)
    for (const line of confirming.filter((one) => !one.startsWith('confirming rows, 0 ')))
      expect(line).toMatch(new RegExp(`, [\\d,]+ of ${total}, [\\d,]+ a second, about [\\d,]+ s left$`))
  })

  it('imports a pool once that an earlier version stored twice', async () => {
    const twice = await run({ lines: [...rows, rows[1]!], change: { pools: pools.length + 1 } })
    expect(twice).toMatchObject({ refused: 0, told: `${SOURCE}: ${pools.length} pools imported\n` })
    expect(await readStored()).toEqual(pools)
    await database.query('DELETE FROM sluice_pool_checkpoints')
    const more = await run({ lines: [...rows, rows[1]!] })
    expect(more).toMatchObject({ refused: 0, told: `${SOURCE}: ${pools.length} pools imported\n` })
    await database.query('DELETE FROM sluice_pool_checkpoints')
    const fewer = await run({ lines: rows.slice(1), change: { pools: pools.length } })
    expect(fewer.told).toContain(`Refused source ${SOURCE}: it has ${pools.length} pools, and`)
  })

  it('rejects a block that a reorg could still remove', async () => {
    const head = await devnet.chain().publicClient.getBlockNumber()
    const at = async (behind: number, finalityBlocks: number | undefined) => {
      const { hash, number } = await devnet.chain().publicClient.getBlock({
        blockNumber: head - BigInt(behind),
      })
      const { finalityBlocks: _, ...chain } = { ...config, blockSeconds: 2 }
      const own = finalityBlocks === undefined ? chain : { ...chain, finalityBlocks }
      return run({ change: { block: Number(number), hash }, chains: [own] })
    }
    const early = await at(9, 10)
    expect(early.refused).toBe(1)
    expect(early.told).toContain(`its block ${head - 9n} is not final before block ${head + 1n}`)
    expect(early.told).toContain('Import the file again in 1 min')
    expect((await at(10, undefined)).told).toContain('is not final before block')
    expect(await countRows()).toBe(0)
    expect((await at(10, 10)).refused).toBe(0)
    expect(await readStored()).toEqual(pools)
  })
})

describe('importPools without its lease', () => {
  const steal = () =>
    database.query("UPDATE sluice_leases SET holder = 'a service', until = now() + interval '1 hour'")

  it('replaces nothing although its next renewal is seconds away', async () => {
    async function* lines() {
      yield* fileOf(rows)
      await steal()
    }
    const refusal = {
      name: 'PoolsCommandError',
      message: expect.stringContaining('A service has taken over the pools of this chain. Stop it'),
    }
    await expect(run({ lines: lines() })).rejects.toMatchObject(refusal)
    expect(await countRows()).toBe(0)
    await database.query('DELETE FROM sluice_leases')
    await storeOld()
    await expect(run({ lines: lines() })).rejects.toMatchObject(refusal)
    expect(await readStored()).toEqual([other])
  })

  it('replaces nothing when it loses the lease while it writes', async () => {
    await storeOld()
    const query: Database['query'] = async (sql, params) => {
      if (sql.includes('INSERT INTO sluice_pools')) await steal()
      return database.query(sql, params)
    }
    await expect(run({ database: { ...database, query } })).rejects.toThrow('A service has taken over')
    expect(await readStored()).toEqual([other])
    expect(await countRows()).toBe(1)
  })

  it('stops when a renewal is rejected', async () => {
    async function* lines() {
      yield* fileOf([])
      await steal()
      for (let i = 0; i < 30; i += 1) {
        await sleep(100)
        yield rows[0]!
      }
      expect.fail('all lines are read')
    }
    await expect(run({ lines: lines(), leaseSeconds: 1 })).rejects.toThrow('A service has taken over')
  })

  it('stops when the lease could not be renewed before it expired', async () => {
    let isAway = false
    const query: Database['query'] = async (sql, params) => {
      if (isAway) throw new Error('away')
      return database.query(sql, params)
    }
    async function* lines() {
      yield* fileOf([])
      isAway = true
      for (let i = 0; i < 30; i += 1) {
        await sleep(100)
        yield rows[0]!
      }
      expect.fail('all lines are read')
    }
    const run1 = run({ lines: lines(), leaseSeconds: 1, database: { ...database, query } })
    await expect(run1).rejects.toMatchObject({
      name: 'PoolsCommandError',
      message: expect.stringContaining('could not be renewed for 1 seconds'),
    })
  })
})

describe('importPools with full nodes', () => {
  const GONE = { code: -32000, message: 'missing trie node' }

  it('reads at a newer block once the nodes have dropped the state of the last block', async () => {
    await storeOld()
    const numbers = new Map<unknown, number>()
    let head = 0
    let calls = 0
    proxy.behave({
      refuse({ method, params }) {
        if (method !== 'eth_call') return undefined
        calls += 1
        const at = numbers.get(Object(params?.[1]).blockHash) ?? 0
        return calls === 1 || head - at > 128 ? GONE : undefined
      },
      async distort({ method }, result) {
        if (method !== 'eth_getBlockByNumber') return result
        const { hash, number } = Object(result)
        numbers.set(hash, Number(number))
        head = Math.max(head, Number(number))
        // Mines 160 blocks (40 s of a fast chain) before the first request at the first blocks.
        if (calls === 0) await devnet.chain().testClient.mine({ blocks: 160 })
        if (calls === 0) head += 160
        return result
      },
    })
    expect(await run({ retryMs: 1 })).toMatchObject({ refused: 0 })
    expect(await readStored()).toEqual(pools)
  })

  it('reports what to do when nodes fail at every block, and keeps the stored pools', async () => {
    await storeOld()
    proxy.behave({ refuse: ({ method }) => (method === 'eth_call' ? GONE : undefined) })
    const failed = run({ retryMs: 1 })
    await expect(failed).rejects.toThrow(/could not confirm pools, 6 times in a row.*missing trie node/s)
    await expect(failed).rejects.toThrow('name other nodes in `rpcUrls`, and import the file again')
    expect(await readStored()).toEqual([other])
  })
})

interface Run extends Partial<Omit<PoolsCommandDeps, 'lines'>> {
  args?: string[]
  /** Rows or a whole file. Default: the rows of the file. */
  lines?: readonly string[] | AsyncIterable<string>
  /** Changes to the source in the header. */
  change?: object
}

async function run({ args = ['import', 'ethereum'], lines = rows, change, ...deps }: Run = {}) {
  let [output, told] = ['', '']
  const refused = await runPoolsCommand(args, {
    ...{ chains: [config], database },
    lines: Symbol.asyncIterator in Object(lines) ? (lines as AsyncIterable<string>) : fileOf(lines, change),
    write: (text) => (output += text),
    tell: (text) => (told += `${text}\n`),
    ...deps,
  })
  return { output, told, refused }
}

async function* fileOf(lines: Run['lines'] = [], change: object = {}) {
  yield JSON.stringify({ ...header, sources: [{ ...source, ...change }] })
  yield* lines
}

const getKey = () => ({ id: SOURCE, parameters: getSourceParameters(config, SOURCE) })
const openStore = () => createPoolStore({ database, chainId: config.id, isWriter: () => true })

/** Stores one pool up to an earlier block. */
async function storeOld(pool = other): Promise<void> {
  await openStore().discard(getKey())
  const to = { block: 1, hash: source.hash, pools: 1, untraded: 0 }
  await openStore().append(getKey(), { from: undefined, to, pools: [pool] })
}

async function readStored(): Promise<readonly PoolIdentity[]> {
  return (await openStore().read(getKey())).pools
}

/** Counts the pools of all sources. */
async function countRows(): Promise<number> {
  const [row] = await database.query('SELECT count(*)::integer AS count FROM sluice_pools')
  return Number(row?.count)
}
