import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, startTestPostgres, type TestServer } from '../../testing/servers.ts'
import type { Database, Query } from './database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

// Making one takes seconds: those that need no directory share it.
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

describe.each(engines.filter(([, isHere]) => isHere))('the database, %s', (_, __, open) => {
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

  it('says what a statement did wrong, and goes on', async () => {
    await expect(database.query('SELECT nothing')).rejects.toMatchObject({
      name: 'DatabaseError',
      code: '42703',
    })
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe('migrations', () => {
  it.skipIf(!hasPostgres)('are applied once, however often the database is opened', async () => {
    const counts: unknown[] = []
    for (let times = 0; times < 2; times += 1) {
      const database = openDatabase({ url: postgres?.url })
      counts.push(await database.query('SELECT count(*)::integer AS count FROM sluice_migrations'))
      await database.close()
    }
    expect(counts[1]).toEqual(counts[0])
  })

  it.skipIf(!hasPostgres)('wait for one another when many start at once', async () => {
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

  it('leave nothing behind when one fails, and refuse what a newer program made', async () => {
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

describe('the embedded database in a directory', () => {
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

  it('does not hold up the thread that asks', async () => {
    const database = open()
    const before = performance.eventLoopUtilization()
    await database.query('SELECT count(*)::text AS count FROM generate_series(1, 3000000)')
    // Making the database takes seconds, and the statement another; this thread waits meanwhile.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
    expect(statSync(dataDir).mode & 0o077).toBe(0)
    expect(statSync(join(dataDir, 'database.sock')).mode & 0o077).toBe(0)
  })

  it('is one for all processes, and outlives the one that owned it', async () => {
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

  it('survives an owner that is killed', async () => {
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

  it('goes to exactly one of those that find a dead owner', async () => {
    const crowd = Array.from({ length: 4 }, () => open())
    const all = await Promise.all(
      crowd.map((database) => database.query('SELECT count(*) > 0 AS some FROM note')),
    )
    expect(all).toEqual(Array(4).fill([{ some: true }]))
  })

  it('is told apart from a directory that cannot be used', async () => {
    const long = join(parent, 'x'.repeat(120))
    mkdirSync(long)
    await expect(open(long).query('SELECT 1')).rejects.toThrow('too long for a socket. Set SLUICE_DATA_DIR')
  })
})

describe('a PostgreSQL that is not there', () => {
  it('is named without its password', async () => {
    const database = openDatabase({ url: 'postgres://me:secret@127.0.0.1:9/name' })
    const asked = database.query('SELECT 1')
    await expect(asked).rejects.toThrow('Cannot open the database at 127.0.0.1:9/name')
    await expect(asked).rejects.not.toThrow('secret')
    await database.close()
  })
})

/** The first answer of up to forty tries. */
async function eventually<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (tries === 40) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
