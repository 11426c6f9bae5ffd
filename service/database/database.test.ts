import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findServers } from '../../scripts/install/servers.mjs'
import { hasPostgres, startTestPostgres, type TestServer } from '../../scripts/testing/servers.ts'
import { hashApiKey } from '../access/api-key.ts'
import { createKey, listKeys, readKeyRevision, readLiveKeys, revokeKey } from '../access/key-records.ts'
import type { SourceParameters } from '../chain/discovery/pool-store.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { createPoolStore } from '../pools/create-pool-store.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import type { Database, Query } from './database.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations.ts'
import { openDatabase } from './open-database.ts'
import { RELEASED, RELEASED_DATA } from './testing/released-data.ts'

// Tests without a directory share one database, because creating one takes seconds.
const memory = openDatabase({})
let postgres: TestServer | undefined
beforeAll(async () => {
  if (hasPostgres) postgres = await startTestPostgres()
})
afterAll(async () => {
  await memory.close()
  await postgres?.stop()
})

const engines: [string, boolean, () => Database][] = [
  ['embedded', true, () => memory],
  ['PostgreSQL', hasPostgres, () => openDatabase({ url: postgres?.url })],
]

describe.each(engines.filter(([, isHere]) => isHere))('database (%s)', (_, __, open) => {
  let database: Database
  beforeAll(() => {
    database = open()
  })
  afterAll(() => (database === memory ? undefined : database.close()))

  it('binds and returns the same values', async () => {
    const rows = await database.query(
      'SELECT $1::text AS text, $2::integer AS number, $3::boolean AS truth, $4::text AS nothing, $5::text[] AS list',
      [`it's "so"`, 7, true, null, ['a,b', '"c"', '\\', '{}', '']],
    )
    expect(rows).toEqual([
      { text: `it's "so"`, number: 7, truth: true, nothing: null, list: ['a,b', '"c"', '\\', '{}', ''] },
    ])
  })

  it('reports the error of a statement and continues', async () => {
    await expect(database.query('SELECT nothing')).rejects.toMatchObject({
      name: 'DatabaseError',
      code: '42703',
    })
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

it.runIf(hasPostgres)('allows a longer timeout for a single PostgreSQL statement', async () => {
  const database = openDatabase({ url: postgres?.url })
  const limit = `SELECT current_setting('statement_timeout') AS is`
  expect(await database.query(limit)).toEqual([{ is: '10s' }])
  const options = { timeoutMs: 300_000 }
  expect(await database.query(limit, [], options)).toEqual([{ is: '5min' }])
  // A failed statement changes nothing, and its connection is replaced.
  await expect(database.query('SELECT nothing', [], options)).rejects.toMatchObject({ code: '42703' })
  expect(await Promise.all(Array.from({ length: 6 }, () => database.query(limit)))).toEqual(
    Array.from({ length: 6 }, () => [{ is: '10s' }]),
  )
  await database.close()
})

describe('migrations', () => {
  it.skipIf(!hasPostgres)('are applied once', async () => {
    const counts: unknown[] = []
    for (let times = 0; times < 2; times += 1) {
      const database = openDatabase({ url: postgres?.url })
      counts.push(await database.query('SELECT count(*)::integer AS count FROM sluice_migrations'))
      await database.close()
    }
    expect(counts[1]).toEqual(counts[0])
  })

  it.skipIf(!hasPostgres)('wait for one another when instances start together', async () => {
    const schema = `options=${encodeURIComponent('-c search_path=crowd')}`
    const first = openDatabase({ url: postgres?.url })
    await first.query('CREATE SCHEMA crowd')
    const crowd = Array.from({ length: 6 }, () => openDatabase({ url: `${postgres?.url}&${schema}` }))
    const counts = await Promise.all(
      crowd.map((database) => database.query('SELECT count(*)::integer AS count FROM sluice_migrations')),
    )
    expect(new Set(counts.map((rows) => rows[0]?.count)).size).toBe(1)
    await Promise.all([first, ...crowd].map((database) => database.close()))
  })

  it('are unchanged after their release, so that a change requires a new migration', () => {
    const hash = (statements: readonly string[]) =>
      createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16)
    expect(MIGRATIONS.map(({ version, statements }) => [version, hash(statements)])).toEqual(RELEASED)
  })

  const released = RELEASED.slice(0, -1).map(([version]) => version)

  it.each(released)('keep the data of version %d readable', async (version) => {
    const schema = `released_${version}`
    await memory.query(`CREATE SCHEMA ${schema}`)
    await memory.query(`SET search_path TO ${schema}`)
    try {
      await carry(version, { query: memory.query, open: () => memory })
    } finally {
      await memory.query('SET search_path TO public')
      await memory.query(`DROP SCHEMA ${schema} CASCADE`)
    }
  })

  it.skipIf(!hasPostgres)('keep the data of each released version readable in PostgreSQL', async () => {
    for (const version of released) {
      // The old version had its own client, before the current one opens the database.
      const name = `released_${version}`
      const first = new Client({ connectionString: postgres?.url })
      await first.connect()
      await first.query(`CREATE DATABASE ${name}`)
      await first.end()
      const url = postgres?.url.replace('/postgres?', `/${name}?`)
      const old = new Client({ connectionString: url })
      await old.connect()
      const database = openDatabase({ url })
      try {
        const query: Query = async (sql, params) => (await old.query(sql, params && [...params])).rows
        await carry(version, { query, open: () => database })
      } finally {
        await Promise.all([old.end(), database.close()])
      }
    }
  })

  /** Stores the data of a version, and reads it with the current code, which migrates. */
  async function carry(version: number, { query, open }: { query: Query; open(): Database }) {
    const stored = RELEASED_DATA.filter(({ since }) => since <= version)
    expect(stored).not.toEqual([])
    await migrate(query, MIGRATIONS.slice(0, version))
    for (const statement of stored.flatMap(({ statements }) => statements)) await query(statement)
    await migrate(query)
    for (const { read, expected } of stored) expect(await read(open())).toEqual(expected)
    const versions = await query('SELECT version FROM sluice_migrations ORDER BY version')
    expect(versions).toEqual(MIGRATIONS.map((migration) => ({ version: migration.version })))
  }

  it('roll back completely on failure, and reject the database of a newer version', async () => {
    const one: Query = (sql, params) => memory.query(sql, params)
    const [{ newest } = {}] = await one('SELECT max(version) AS newest FROM sluice_migrations')
    const next = { version: Number(newest) + 1, name: 'next', statements: ['CREATE TABLE half (id integer)'] }
    const broken = { ...next, statements: [...next.statements, 'SELECT nothing'] }
    await expect(migrate(one, [broken])).rejects.toThrow('nothing')
    expect(await one(`SELECT to_regclass('half')::text AS half`)).toEqual([{ half: null }])

    await migrate(one, [next])
    await expect(migrate(one, [])).rejects.toThrow(`The database is at version ${next.version}`)
  })
})

describe('embedded database in a directory', () => {
  const parent = mkdtempSync(join(tmpdir(), 'sluice-data-'))
  const dataDir = join(parent, 'data')
  const opened: Database[] = []
  const open = (dir = dataDir) => {
    const database = openDatabase({ dataDir: dir })
    opened.push(database)
    return database
  }
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
  })
  afterAll(() => rmSync(parent, { recursive: true, force: true }))

  it('does not block the calling thread', async () => {
    const database = open()
    const before = performance.eventLoopUtilization()
    await database.query('SELECT count(*)::text AS count FROM generate_series(1, 3000000)')
    // Creation and the statement take seconds, while this thread only waits.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
    expect(statSync(dataDir).mode & 0o077).toBe(0)
    expect(statSync(join(dataDir, 'database.sock')).mode & 0o077).toBe(0)
  })

  it('is shared by all processes, and survives the end of its owner', async () => {
    const owner = open()
    await owner.query('CREATE TABLE note (words text)')
    const connection = open()
    expect(connection.isNew).toBe(false)
    await connection.query('INSERT INTO note VALUES ($1)', ['from the connection'])
    expect(await owner.query('SELECT words FROM note')).toEqual([{ words: 'from the connection' }])
    await expect(connection.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' })

    await owner.close()
    expect(await eventually(() => connection.query('SELECT words FROM note'))).toEqual([
      { words: 'from the connection' },
    ])
  })

  it('survives a killed owner', async () => {
    const script = `
      import { openDatabase } from ${JSON.stringify(new URL('./open-database.ts', import.meta.url).href)}
      const database = openDatabase({ dataDir: ${JSON.stringify(dataDir)} })
      await database.query("INSERT INTO note VALUES ('before the end')")
      console.log('written')
      setInterval(() => database.query("INSERT INTO note VALUES ('more')"), 1)`
    const args = ['--import', 'tsx', '--input-type=module', '-e', script]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    const rows = await open().query(`SELECT words FROM note WHERE words = 'before the end'`)
    expect(rows).toHaveLength(1)
  })

  it('is taken over by exactly one process after its owner was killed', async () => {
    const crowd = Array.from({ length: 4 }, () => open())
    const all = await Promise.all(
      crowd.map((database) => database.query('SELECT count(*) > 0 AS some FROM note')),
    )
    expect(all).toEqual(Array(4).fill([{ some: true }]))
  })

  it('serves the same keys and pools from a copy of its directory', async () => {
    const before = open()
    const key = await fill(before)
    const kept = await readKept(before)
    await before.close()
    const copy = join(parent, 'copy')
    cpSync(dataDir, copy, { recursive: true })
    const restored = open(copy)
    expect(await readKept(restored)).toEqual(kept)
    expect(kept.live).toContain(hashApiKey(key))
    expect(restored.isNew).toBe(false)
  })

  it('rejects a directory that cannot hold a socket', async () => {
    const long = join(parent, 'x'.repeat(120))
    mkdirSync(long)
    await expect(open(long).query('SELECT 1')).rejects.toThrow('too long for a socket. Set SLUICE_DATA_DIR')
  })
})

describe('backup of PostgreSQL', () => {
  // The programs of the server's own version are in the same directory.
  const programs = hasPostgres ? dirname(realpathSync(findServers().initdb ?? '')) : ''
  const hasBackup = hasPostgres && existsSync(join(programs, 'pg_dump'))

  it.skipIf(!hasBackup)('serves the same keys and pools when restored into an empty database', async () => {
    const url = postgres?.url ?? ''
    const restoredUrl = url.replace('/postgres?', '/restored?')
    const database = openDatabase({ url })
    const key = await fill(database)
    const kept = await readKept(database)
    // The commands of the runbook, with another database.
    const dump = run('pg_dump', ['--format=custom', url])
    await database.query('DELETE FROM sluice_pools')
    run('createdb', [`--maintenance-db=${url}`, 'restored'])
    run('pg_restore', ['-d', restoredUrl, '--exit-on-error', '--no-owner'], dump)
    await database.close()

    const restored = openDatabase({ url: restoredUrl })
    expect(await readKept(restored)).toEqual(kept)
    expect(kept.live).toContain(hashApiKey(key))
    const revision = await readKeyRevision(restored)
    await revokeKey(restored, kept.keys[0]?.id ?? '')
    expect(await readKeyRevision(restored)).not.toBe(revision)
    const next = await createPoolStore({ database: restored, ...POOLS }).read(SOURCE)
    const [newest] = next.checkpoints
    const pools = [pool(7)]
    const to = { block: 200, hash: hashOf(200), pools: next.pools.length + 1, untraded: 0 }
    await createPoolStore({ database: restored, ...POOLS }).append(SOURCE, { from: newest, to, pools })
    expect((await createPoolStore({ database: restored, ...POOLS }).read(SOURCE)).pools).toEqual([
      ...next.pools,
      pool(7),
    ])
    await restored.close()
  })

  function run(program: string, args: string[], input?: Buffer): Buffer {
    const { status, stdout, stderr } = spawnSync(join(programs, program), args, { ...(input && { input }) })
    expect([status, stderr.toString()]).toEqual([0, ''])
    return stdout
  }
})

describe.runIf(hasPostgres)('PostgreSQL database of another encoding', () => {
  it('is rejected, because it would count the bytes of a name as characters', async () => {
    const server = openDatabase({ url: postgres?.url })
    await server.query(
      `CREATE DATABASE bytes ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`,
    )
    await server.close()
    const bytes = openDatabase({ url: postgres?.url.replace('/postgres?', '/bytes?') })
    await expect(bytes.query('SELECT 1')).rejects.toThrow(
      /\/bytes has the encoding SQL_ASCII.*createdb -E UTF8/,
    )
    await bytes.close()
  })
})

describe('unreachable PostgreSQL', () => {
  it('is reported without its password', async () => {
    const database = openDatabase({ url: 'postgres://me:secret@127.0.0.1:9/name' })
    const pending = database.query('SELECT 1')
    await expect(pending).rejects.toThrow('Cannot open the database at 127.0.0.1:9/name')
    await expect(pending).rejects.not.toThrow('secret')
    await database.close()
  })
})

/** Retries up to forty times and returns the first result. */
async function eventually<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === 40) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

const POOLS = { chainId: 1, isWriter: () => true }
const SOURCE = { id: 'uniswap-v2', parameters: { factory: makeAddress(1) } as SourceParameters }
const hashOf = (n: number): `0x${string}` => `0x${n.toString(16).padStart(64, '0')}`
const pool = (n: number): PoolIdentity => ({
  address: makeAddress(100 + n),
  tokens: [makeAddress(n), makeAddress(n + 1)],
  fee: 3000,
  tickSpacing: 0,
})

/**
 * Writes two keys, one of them revoked, and pools up to a checkpoint. Returns the active secret.
 */
async function fill(database: Database): Promise<string> {
  const settings = {
    label: 'Acme',
    tier: 'growth' as const,
    customLimit: undefined,
    origins: ['https://app.example.org'],
    browserOnly: true,
    uniquePids: [],
    maxPartnerFeeBps: 100,
  }
  const { key } = await createKey(database, settings)
  const ended = await createKey(database, { ...settings, label: 'Ended' })
  await revokeKey(database, ended.id)
  const pools = [pool(1), pool(2), pool(3)]
  const to = { block: 100, hash: hashOf(100), pools: pools.length, untraded: 1 }
  const store = createPoolStore({ database, ...POOLS })
  await store.append(SOURCE, { from: undefined, to, pools })
  await store.saveWorths(SOURCE, [{ address: pool(2).address, worth: 5_000 }])
  return key
}

/** Reads the data that a service uses. */
async function readKept(database: Database) {
  const live: string[] = []
  for await (const { hash } of readLiveKeys(database)) live.push(hash)
  return {
    live,
    keys: await listKeys(database),
    stored: await createPoolStore({ database, ...POOLS }).read(SOURCE),
  }
}
