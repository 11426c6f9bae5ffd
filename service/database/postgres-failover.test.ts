import type { NetConnectOpts } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { hasPostgres, startTestPostgres, type TestServer } from '../../scripts/testing/servers.ts'
import { until } from '../../wire/testing/until.ts'
import { type MovingAddress, startMovingAddress } from '../testing/moving-address.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

describe.skipIf(!hasPostgres)('PostgreSQL behind an address', () => {
  let servers: [TestServer, TestServer]
  let address: MovingAddress

  beforeAll(async () => {
    servers = await Promise.all([startTestPostgres(), startTestPostgres()])
    for (const { url } of servers) {
      const database = openDatabase({ url })
      await database.query('CREATE TABLE notes (words text)')
      await database.close()
    }
    address = await startMovingAddress(socketOf(servers[0]))
  })
  afterAll(async () => {
    await address?.stop()
    await Promise.all((servers ?? []).map((server) => server.stop()))
  })
  beforeEach(async () => {
    address.moveTo(socketOf(servers[0]))
    for (const server of servers) {
      await setReadOnly(server, false)
      await run(server, 'TRUNCATE notes')
    }
  })

  function open(): Database {
    const database = openDatabase({ url: `postgres://sluice@127.0.0.1:${address.port}/postgres` })
    onTestFinished(() => database.close())
    return database
  }
  const write = ({ query }: Database, words: string) => query('INSERT INTO notes VALUES ($1)', [words])

  it('is left for the new primary when the old one keeps the connection and becomes read-only', async () => {
    const database = open()
    await write(database, 'before')
    await setReadOnly(servers[0], true)
    address.moveTo(socketOf(servers[1]))
    await until(() =>
      write(database, 'after').then(
        () => true,
        () => false,
      ),
    )
    expect(await run(servers[1], 'SELECT words FROM notes')).toEqual([{ words: 'after' }])
    expect(database.isReadOnly()).toBe(false)
  })

  it('is left for the new primary by a client that only reads', async () => {
    await run(servers[1], "INSERT INTO notes VALUES ('of the new primary')")
    const database = open()
    const read = () => database.query('SELECT words FROM notes')
    expect(await read()).toEqual([])
    await setReadOnly(servers[0], true)
    address.moveTo(socketOf(servers[1]))
    await until(async () => (await read()).length === 1)
    expect(database.isReadOnly()).toBe(false)
  })

  it('reports that it is read-only, serves reads, and accepts writes again afterwards', async () => {
    const database = open()
    await write(database, 'before')
    await setReadOnly(servers[0], true)
    await expect(write(database, 'refused')).rejects.toMatchObject({ code: '25006' })
    expect(database.isReadOnly()).toBe(true)
    expect(await database.query('SELECT words FROM notes')).toEqual([{ words: 'before' }])
    const before = address.connections()
    for (let i = 0; i < 20; i += 1) await database.query('SELECT 1')
    expect(address.connections() - before).toBeLessThan(20)
    await setReadOnly(servers[0], false)
    await until(async () => {
      await database.query('SELECT 1')
      return !database.isReadOnly()
    })
    await write(database, 'after')
  })

  it.each([
    [
      'become read-only',
      { begin: () => setReadOnly(servers[0], true), end: () => setReadOnly(servers[0], false) },
    ],
    [
      'are cut',
      {
        async begin() {
          address.moveTo({ path: '/nowhere' })
          address.cut()
        },
        end: async () => address.moveTo(socketOf(servers[0])),
      },
    ],
  ])('accepts writes after each of four outages in a row in which connections %s', async (_, outage) => {
    const database = open()
    for (let i = 0; i < 4; i += 1) {
      await outage.begin()
      await expect(write(database, 'refused')).rejects.toMatchObject({ name: 'DatabaseError' })
      await outage.end()
      await until(() =>
        write(database, `after ${i}`).then(
          () => true,
          () => false,
        ),
      )
      expect(database.isReadOnly()).toBe(false)
    }
    const expected = [0, 1, 2, 3].map((i) => ({ words: `after ${i}` }))
    expect(await run(servers[0], 'SELECT words FROM notes')).toEqual(expected)
  })

  it('is used again after its open connections became silent', async () => {
    const database = open()
    await write(database, 'before')
    address.freeze()
    await expect(write(database, 'lost')).rejects.toMatchObject({ name: 'DatabaseError' })
    await write(database, 'after')
  })

  it('opens on a server that is read-only', async () => {
    await setReadOnly(servers[0], true)
    const database = open()
    expect(await database.query('SELECT words FROM notes')).toEqual([])
    expect(database.isReadOnly()).toBe(true)
  })

  it('survives a restart of the server during short and long statements', async () => {
    const database = open()
    const pending = [
      database.query('SELECT pg_sleep(60)::text'),
      database.query('SELECT pg_sleep(60)::text', [], { timeoutMs: 60_000 }),
    ].map((one) =>
      one.then(
        () => 'done',
        () => 'failed',
      ),
    )
    await until(async () => (await run(servers[0], SLEEPING))[0]?.count === 2)
    await servers[0].kill()
    expect(await Promise.all(pending)).toEqual(['failed', 'failed'])
    await expect(database.query('SELECT 1')).rejects.toMatchObject({ name: 'DatabaseError' })
    await servers[0].restart()
    await until(() =>
      write(database, 'after').then(
        () => true,
        () => false,
      ),
    )
  })

  it('is migrated when the address moves to a server without tables', async () => {
    const database = open()
    await write(database, 'before')
    const empty = await startTestPostgres()
    onTestFinished(() => empty.stop())
    address.moveTo(socketOf(empty))
    await setReadOnly(servers[0], true)
    await until(() =>
      database.query('SELECT name FROM sluice_leases').then(
        (rows) => rows.length === 0 && !database.isReadOnly(),
        () => false,
      ),
    )
  })
})

const SLEEPING = `SELECT count(*)::integer AS count FROM pg_stat_activity
  WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' AND pid <> pg_backend_pid()`

function socketOf({ url }: TestServer): NetConnectOpts {
  return { path: `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432` }
}

/** Changes the server for open connections too. */
async function setReadOnly(server: TestServer, isReadOnly: boolean): Promise<void> {
  await run(server, `ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await run(server, 'SELECT pg_reload_conf()')
  await until(async () => {
    const [row] = await run(server, 'SHOW transaction_read_only')
    return row?.transaction_read_only === (isReadOnly ? 'on' : 'off')
  })
}

/** Runs a statement on a connection of its own, which is not read-only. */
async function run({ url }: TestServer, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    if (!/^(SHOW|ALTER|SELECT)/.test(sql)) await client.query('SET default_transaction_read_only = off')
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
