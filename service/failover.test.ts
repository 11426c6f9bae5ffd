import type { NetConnectOpts } from 'node:net'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../devnet/testing/devnet.ts'
import {
  hasPostgres,
  hasRedis,
  startTestPostgres,
  startTestRedis,
  type TestServer,
} from '../scripts/testing/servers.ts'
import { until } from '../wire/testing/until.ts'
import { createKey } from './access/key-records.ts'
import { readUsage } from './access/usage-records.ts'
import { readEnvironment } from './config/environment.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { type Service, startService } from './start-service.ts'
import { type MovingAddress, startMovingAddress } from './testing/moving-address.ts'
import { PRICE_BODY } from './testing/price-body.ts'

const SETTINGS = {
  label: 'Acme',
  tier: 'premium',
  origins: [],
  browserOnly: false,
  uniquePids: [],
  maxPartnerFeeBps: 100,
} as const
const LIMITS_ALONE = 'rate limits are counted by this instance alone: Redis cannot be used'
const READ_ONLY = 'the database is read-only: usage, pools and tokens cannot be stored'
const UNREADABLE = 'the database cannot be read: changes of API keys are unknown, and usage is kept in memory'

describe.skipIf(!hasPostgres || !hasRedis)('a service whose PostgreSQL and Redis fail over', () => {
  let devnet: TestDevnet
  let postgres: [TestServer, TestServer]
  let redis: [TestServer, TestServer]
  let databases: [Database, Database]
  let addresses: { postgres: MovingAddress; redis: MovingAddress }
  let service: Service

  beforeAll(async () => {
    ;[devnet, postgres, redis] = await Promise.all([
      startTestDevnet(),
      Promise.all([startTestPostgres(), startTestPostgres()]),
      Promise.all([startTestRedis(), startTestRedis()]),
    ])
    databases = [openDatabase({ url: postgres[0].url }), openDatabase({ url: postgres[1].url })]
    for (const database of databases) await database.query('SELECT 1')
    addresses = {
      postgres: await startMovingAddress(socketOf(postgres[0])),
      redis: await startMovingAddress({ host: '127.0.0.1', port: Number(new URL(redis[0].url).port) }),
    }
    const chains = devnet.serviceConfig.chains.map((chain) => ({
      ...chain,
      nodeBudgets: { [new URL(chain.rpcUrls[0] ?? '').host]: { callsPerDay: 1_000_000 } },
    }))
    service = await startService(
      { ...devnet.serviceConfig, chains },
      {
        ...{ ...readEnvironment({}), port: 0, logLevel: 'silent', pricingWorkers: 0 },
        databaseUrl: `postgres://sluice@127.0.0.1:${addresses.postgres.port}/postgres`,
        redisUrl: `redis://127.0.0.1:${addresses.redis.port}/0`,
        redisTimeoutMs: 2_000,
      },
    )
    await service.ready
  })
  afterAll(async () => {
    await service?.stop()
    await Promise.all((databases ?? []).map((database) => database.close()))
    await Promise.all([addresses?.postgres.stop(), addresses?.redis.stop()])
    await Promise.all([...(postgres ?? []), ...(redis ?? []), devnet].map((one) => one?.stop()))
  })

  const health = async (): Promise<{ status: string; problems: string[] }> =>
    (await fetch(`http://localhost:${service.port}/healthz`)).json()
  const healthy = () => until(async () => (await health()).status === 'up')
  const degraded = async (problem: string) => {
    await until(async () => (await health()).problems.includes(problem))
    expect(await health()).toMatchObject({ status: 'degraded', problems: [problem] })
  }
  const price = async (key: string) => {
    const chain = devnet.chain()
    const inputToken = chain.token('WETH').address
    const answer = await fetch(`http://localhost:${service.port}/router/v1/price`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ ...PRICE_BODY, inputToken, outputToken: chain.token('USDC').address }),
    })
    return answer.status
  }

  /** Makes both second servers read-only. Returns how the outage ends. */
  async function refuseWrites() {
    const client = new Redis(redis[1].url)
    await client.replicaof('127.0.0.1', Number(new URL(redis[0].url).port))
    await setReadOnly(postgres[1], true)
    return {
      problem: READ_ONLY,
      async end() {
        await client.replicaof('NO', 'ONE')
        client.disconnect()
        await setReadOnly(postgres[1], false)
      },
    }
  }

  /** Ends all connections and refuses others. Returns how the outage ends. */
  async function cutOff() {
    for (const address of Object.values(addresses)) {
      address.moveTo({ path: '/nowhere' })
      address.cut()
    }
    return { problem: UNREADABLE, end: useSecondServers }
  }

  async function useSecondServers() {
    addresses.postgres.moveTo(socketOf(postgres[1]))
    addresses.redis.moveTo({ host: '127.0.0.1', port: Number(new URL(redis[1].url).port) })
  }

  // An unknown key counts as an attempt, and an address has one more each second.
  const accepted = (key: string) =>
    expect.poll(() => price(key), { timeout: 60_000, interval: 1_000 }).toBe(200)

  it('leaves a Redis that became a replica, and reports its limits until then, without a request', async () => {
    await healthy()
    const [old, next] = redis.map(({ url }) => new Redis(url)) as [Redis, Redis]
    try {
      await old.replicaof('127.0.0.1', Number(new URL(redis[1].url).port))
      await degraded(LIMITS_ALONE)
      addresses.redis.moveTo({ host: '127.0.0.1', port: Number(new URL(redis[1].url).port) })
      await healthy()
      const { key } = await createKey(databases[0], SETTINGS)
      await accepted(key)
      expect((await next.keys('sluice:bucket:price:*')).length).toBeGreaterThan(0)
      // A replica can be promoted at the same address, too.
      await next.replicaof('127.0.0.1', Number(new URL(redis[0].url).port))
      await degraded(LIMITS_ALONE)
      await next.replicaof('NO', 'ONE')
      await healthy()
    } finally {
      for (const client of [old, next]) client.disconnect()
    }
  })

  it('keeps keys, usage and calls of nodes when PostgreSQL becomes read-only and another server takes over', async () => {
    await healthy()
    const { id, key } = await createKey(databases[0], SETTINGS)
    await accepted(key)
    await setReadOnly(postgres[0], true)
    await degraded(READ_ONLY)
    expect(await price(key)).toBe(200)
    const used = 2

    await copy(postgres, ['sluice_keys', 'sluice_key_hashes', 'sluice_key_usage'])
    const added = await createKey(databases[1], SETTINGS)
    addresses.postgres.moveTo(socketOf(postgres[1]))
    await healthy()
    expect(await price(key)).toBe(200)
    await accepted(added.key)
    await until(async () => {
      const usage = await readUsage(databases[1], { keyId: id, days: 1 })
      return usage.reduce((sum, { prices }) => sum + Number(prices), 0) >= used + 1
    })
    await until(
      async () => (await databases[1].query('SELECT calls::integer FROM sluice_node_key_calls')).length > 0,
    )
  })

  it.each([
    ['keep their connections and refuse writes', refuseWrites],
    ['are cut off', cutOff],
  ])('recovers from each of three outages in a row in which both servers %s', async (_, begin) => {
    await useSecondServers()
    await healthy()
    const { id, key } = await createKey(databases[1], SETTINGS)
    await accepted(key)
    let counted = 1
    for (let outage = 0; outage < 3; outage += 1) {
      const { end, problem } = await begin()
      await until(async () => {
        const { problems } = await health()
        return problems.includes(LIMITS_ALONE) && problems.includes(problem)
      })
      expect(await health()).toMatchObject({ status: 'degraded' })
      expect(await price(key)).toBe(200)
      await end()
      await healthy()
      expect(await price(key)).toBe(200)
      counted += 2
    }
    await until(async () => {
      const usage = await readUsage(databases[1], { keyId: id, days: 1 })
      return usage.reduce((sum, { prices }) => sum + Number(prices), 0) >= counted
    })
  })

  it('reports an unreachable PostgreSQL, and reconnects after a restart', async () => {
    await healthy()
    await postgres[1].kill()
    await degraded(UNREADABLE)
    await postgres[1].restart()
    await healthy()
  })
})

function socketOf({ url }: TestServer): NetConnectOpts {
  return { path: `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432` }
}

async function connected<Value>(
  { url }: TestServer,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const run = (server: TestServer, sql: string) => connected(server, (client) => client.query(sql))

async function setReadOnly(server: TestServer, isReadOnly: boolean): Promise<void> {
  await run(server, `ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await run(server, 'SELECT pg_reload_conf()')
}

/** Copies tables, as replication would have done. */
async function copy([from, to]: readonly [TestServer, TestServer], tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await run(from, `SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${table} t`)
    await connected(to, (client) =>
      client.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(null::${table}, $1)`, [
        rows[0].all,
      ]),
    )
  }
}
