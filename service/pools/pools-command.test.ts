import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { createFollowedChain } from '../chain/followed-chain.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { takeLease } from '../database/take-lease.ts'
import { createPoolStore } from './create-pool-store.ts'
import { readLines } from './pool-file.ts'
import { runPoolsCommand } from './run-pools-command.ts'

let devnet: TestDevnet
let database: Database
let config: ChainServiceConfig
/** A file with all pools of the chain. */
let file: string[]

beforeAll(async () => {
  devnet = await startTestDevnet()
  database = openDatabase({})
  await database.query('SELECT 1')
  config = { ...devnet.serviceConfig.chains[0]!, finalityBlocks: 0 }
  await followOnce()
  const { output } = await run(['export', 'ethereum'])
  file = output.trim().split('\n')
})

beforeEach(() => forget())

afterAll(async () => {
  await Promise.all([devnet?.stop(), database?.close()])
})

describe('npm run pools', () => {
  it('reads the whole file even if the first line is requested late', async () => {
    const lines = readLines(Readable.from(['header\nfirst\n', 'second\n']))
    for (let i = 0; i < 20; i += 1) await turn()
    const read: string[] = []
    for await (const line of lines) read.push(line)
    expect(read).toEqual(['header', 'first', 'second'])
  })

  it('exports stored pools and imports them again, and a service starts from them', async () => {
    const { told, refused } = await run(['import', 'ethereum'], file)
    expect(refused).toBe(0)
    expect(told).toContain('pools imported')
    expect((await run(['export', 'ethereum'])).output.trim().split('\n')).toEqual(file)
    const restored = await followOnce()
    expect(restored).toBe(8)
  })

  it('rejects and names rows that the factories do not confirm', async () => {
    const [header = '', ...rows] = file
    const changed = (kind: string, change: object) => {
      const row = rows.map((line) => JSON.parse(line)).find(({ source }) => source === kind)
      return JSON.stringify({ ...row, address: '0x'.padEnd(42, '7'), ...change })
    }
    const wrong = [
      changed('uniswap-v2', {}),
      changed('uniswap-v3', {
        address: JSON.parse(rows.find((row) => row.includes('-v3'))!).address.slice(0, -1),
      }),
      'no JSON',
      changed('balancer-v2', {}),
      changed('uniswap-v4', {}),
      changed('pancakeswap-v3', {}),
      changed('dystopia', {}),
      changed('algebra', {}),
      JSON.stringify({ ...JSON.parse(rows[0]!), fee: 1 }),
    ]
    const { told, refused } = await run(['import', 'ethereum'], [header, ...rows, ...wrong])
    expect(refused).toBe(wrong.length)
    expect(told).toContain('occurs twice with different parameters')
    for (let i = 0; i < wrong.length; i += 1) expect(told).toContain(`Refused line ${file.length + 1 + i}`)
    expect((await run(['export', 'ethereum'])).output.trim().split('\n')).toEqual(file)
  })

  it('rejects sources of another factory or branch, and files of another chain', async () => {
    const [first = '', ...rows] = file
    const header = JSON.parse(first)
    const [a, b, ...others] = header.sources
    const terms = { ...a.terms, factory: '0x'.padEnd(42, '1') }
    const sources = [{ ...a, terms }, { ...b, hash: `0x${'1'.repeat(64)}` }, ...others]
    const { told, refused } = await run(
      ['import', 'ethereum'],
      [JSON.stringify({ ...header, sources }), ...rows],
    )
    expect(refused).toBe(2)
    expect(told).toContain(`Refused source ${a.source}: its factory is 0x1111`)
    expect(told).toContain(`Refused source ${b.source}: its block ${b.block} is not in the chain`)
    await expect(run(['import', 'ethereum'], [JSON.stringify({ ...header, chainId: 1 })])).rejects.toThrow(
      'The file is of chain 1, not 31337',
    )
    await expect(run(['import', 'base'])).rejects.toThrow('Chains: ethereum')
    await expect(run(['import', 'ethereum'], ['<html>'])).rejects.toThrow(
      /^Line 1 is no header of a file of pools: not JSON\. .* nothing was imported\.$/,
    )
  })

  it('rejects a source with missing pools, and stores no unconfirmed count', async () => {
    const [first = '', ...rows] = file
    const header = JSON.parse(first)
    const cut = JSON.parse(rows.at(-1)!).source
    const sources = header.sources.map((source: object) => ({ ...source, untraded: 7 }))
    const { told, refused } = await run(
      ['import', 'ethereum'],
      [JSON.stringify({ ...header, sources }), ...rows.slice(0, -1)],
    )
    expect(refused).toBe(1)
    expect(told).toContain(`Refused source ${cut}: it has`)
    const stored = await database.query('SELECT source, untraded FROM sluice_pool_checkpoints')
    const names: string[] = header.sources.map(({ source }: { source: string }) => source)
    expect(stored.map(({ source }) => source).sort()).toEqual(names.filter((name) => name !== cut).sort())
    for (const { source, untraded } of stored) {
      const kind = config.sources.find(({ module }) => module === source)?.kind
      // The factories of these kinds count their pools.
      expect(untraded).toBe(kind === 'v2' || kind === 'solidly' ? 0 : 7)
    }
  })

  it('does not import while a service writes the pools', async () => {
    const lease = { name: `pools ${config.id}`, holder: 'a service', seconds: 60 }
    await takeLease(database.query, lease)
    await expect(run(['import', 'ethereum'], file)).rejects.toThrow('Stop it first')
    await database.query('DELETE FROM sluice_leases')
  })
})

async function run(args: string[], lines: readonly string[] = []) {
  let [output, told] = ['', '']
  async function* read() {
    yield* lines
  }
  const refused = await runPoolsCommand(args, {
    chains: [config],
    database,
    lines: read(),
    write: (text) => (output += text),
    tell: (text) => (told += `${text}\n`),
  })
  return { output, told, refused }
}

/** Starts and stops a follower. Returns how many sources came from the database. */
async function followOnce(): Promise<number> {
  let restored = 0
  const chain = createFollowedChain(config, {
    store: createPoolStore({ database, chainId: config.id, isWriter: () => true }),
    onEvent: ({ type }) => (restored += type === 'restored' ? 1 : 0),
  })
  await chain.start()
  await chain.stop()
  return restored
}

async function forget(): Promise<void> {
  for (const table of ['sluice_pools', 'sluice_pool_checkpoints', 'sluice_pool_sources']) {
    await database.query(`DELETE FROM ${table}`)
  }
}
