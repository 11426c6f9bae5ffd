import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../devnet/testing/devnet.ts'
import { freePort } from '../scripts/testing/free-port.ts'
import { IMAGE_NODE } from '../scripts/testing/image-node.ts'
import {
  hasPostgres,
  hasRedis,
  startTestPostgres,
  startTestRedis,
  type TestServer,
} from '../scripts/testing/servers.ts'
import { NATIVE_TOKEN } from '../wire/lib/address.ts'
import { type QuoteResult, quoteResponseSchema } from '../wire/quote.ts'
import { priceResponseSchema } from '../wire/router.ts'
import { createKey, revokeKey } from './access/key-records.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { startBalancer } from './testing/balancer.ts'
import { PRICE_BODY } from './testing/price-body.ts'

/** Work that one instance does for all, with its log lines at the start and the end. */
const ROLES = {
  catalogue: { begins: 'elected to write the catalogue', ends: 'another instance writes the catalogue' },
  pools: { begins: 'elected to write the pools', ends: 'no longer writes the pools' },
}
type Role = keyof typeof ROLES

/** A period in which an instance had a role, by the machine's clock. */
interface Period {
  fromMs: number
  untilMs: number
}

/** An instance of the service in its own process, as in production. */
interface Instance {
  url: string
  /** Returns true if the instance has the role now, by its log. */
  leads(role: Role): boolean
  /** Returns all periods. The last one may not have ended. */
  periods(role: Role): Period[]
  /** Resolves once every chain is followed. */
  following(): Promise<void>
  signal(signal: NodeJS.Signals): Promise<void>
}

const within = { timeout: 120_000, interval: 50 }
const THREADLESS = { SLUICE_PRICING_WORKERS: '0' }
/** Longer than a load balancer needs to detect an ending instance, even on a busy machine. */
const DRAINING = { ...THREADLESS, SLUICE_DRAIN_SECONDS: '3' }
/**
 * A key that is not known yet counts as an attempt, and an address has twenty attempts and one more
 * per second.
 */
const patient = { ...within, interval: 500 }

describe.skipIf(!hasPostgres || !hasRedis)('two instances with one PostgreSQL and one Redis', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-replicas-'))
  const children: ChildProcess[] = []
  let devnet: TestDevnet
  let postgres: TestServer
  let redis: TestServer
  let database: Database
  let instances: Instance[]
  let metricsPort: number
  /**
   * A key with a burst of 40 requests and one more per second. Issued early, because instances read
   * keys every two seconds.
   */
  let limited: string

  beforeAll(async () => {
    ;[devnet, postgres, redis] = await Promise.all([startTestDevnet(), startTestPostgres(), startTestRedis()])
    database = openDatabase({ url: postgres.url })
    writeFileSync(join(directory, 'service.json'), JSON.stringify(withoutNodes(devnet)))
    metricsPort = await freePort()
    const threaded = {
      ...DRAINING,
      SLUICE_PRICING_WORKERS: '1',
      SLUICE_METRICS_PORT: String(metricsPort),
    }
    instances = await Promise.all([start(DRAINING), start(threaded)])
    await Promise.all(instances.map(({ following }) => following()))
    limited = (await issue('limited', 1, 40)).key
  })

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await database?.close()
    await Promise.all([postgres?.stop(), redis?.stop(), devnet?.stop()])
    rmSync(directory, { recursive: true, force: true })
  })

  const [program, ...flags] = IMAGE_NODE
  async function start(settings: Record<string, string> = {}): Promise<Instance> {
    const child = spawn(program, [...flags, 'service/main.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        SLUICE_CONFIG: join(directory, 'service.json'),
        SLUICE_RPC_ETHEREUM: devnet.rpcUrl('ethereum'),
        SLUICE_SERVICE_PORT: '0',
        SLUICE_LOG_LEVEL: 'info',
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        // Long enough that both instances share the limits on a busy machine.
        SLUICE_REDIS_TIMEOUT_MS: '5000',
        ...settings,
      },
    })
    children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    const address = /^Service: (http:\S+),/m
    await vi.waitFor(() => expect(output).toMatch(address), within)
    return {
      url: address.exec(output)?.[1] ?? '',
      leads: (role) => output.lastIndexOf(ROLES[role].begins) > output.lastIndexOf(ROLES[role].ends),
      periods: (role) => readPeriods(output, role),
      following: () => vi.waitFor(() => expect(output).toContain('every chain is followed'), within),
      async signal(signal) {
        const gone = once(child, 'exit')
        child.kill(signal)
        await gone
      },
    }
  }

  const metrics = async () => (await fetch(`http://localhost:${metricsPort}/`)).text()
  const leaders = (role: Role = 'catalogue') => instances.filter((instance) => instance.leads(role))
  const requestPrice = ({ url }: Instance, key: string) =>
    fetch(`${url}/router/liquidity`, { headers: { 'x-api-key': key } })
  const issue = (label: string, perSecond: number, burst: number) =>
    createKey(database, {
      label,
      tier: 'custom',
      customLimit: { perSecond, burst },
      origins: [],
      browserOnly: false,
      uniquePids: [],
      maxPartnerFeeBps: 1000,
    })
  const known = (key: string) =>
    Promise.all(
      instances.map((instance) =>
        expect.poll(async () => (await requestPrice(instance, key)).status, patient).toBe(200),
      ),
    )
  const searchWeth = async ({ url }: Instance) => {
    const query =
      '{ searchTokens(chain: "ethereum", pattern: "weth") { total items { tokenAddress priority } } }'
    const answer = await fetch(`${url}/tokens/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' },
      body: JSON.stringify({ query }),
    })
    return answer.json()
  }

  /** Expires the catalogue lease of a killed instance, which depends on the database's clock. */
  async function endLeaseOfKilled() {
    const lefts = await database.query(
      "SELECT extract(epoch FROM until - now())::integer AS seconds FROM sluice_leases WHERE name LIKE 'catalogue %'",
    )
    expect(lefts).toHaveLength(1)
    expect(lefts[0]?.seconds).toBeLessThanOrEqual(15)
    await database.query("UPDATE sluice_leases SET until = now() WHERE name LIKE 'catalogue %'")
  }

  it('elect one writer of the catalogue, and both show its data', async () => {
    await expect.poll(() => leaders().length, within).toBe(1)
    const [first, second] = instances as [Instance, Instance]
    const shown = await searchWeth(first)
    expect(JSON.stringify(shown)).toContain('tokenAddress')
    expect(await searchWeth(second)).toEqual(shown)
  })

  it('follow the chain independently and return the same price, with and without a pricing worker', async () => {
    await vi.waitFor(async () => expect(await metrics()).toMatch(/^sluice_pricing_workers 1$/m), within)
    const body = JSON.stringify(priceBody(devnet))
    const headers = { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' }
    const price = async ({ url }: Instance) => {
      const answer = await fetch(`${url}/router/v1/price`, { method: 'POST', headers, body })
      expect(answer.status).toBe(200)
      return v.parse(priceResponseSchema, await answer.json()).result.outputAmount
    }
    // A search stops after milliseconds, which may be before its end on a busy machine. Then the
    // next block is tried.
    await vi.waitFor(async () => {
      await devnet.chain().testClient.mine({ blocks: 1 })
      const [one, other] = await Promise.all(instances.map(price))
      expect(other).toBe(one)
    }, within)
    expect(await metrics()).toMatch(/^sluice_pricing_solves_total\{by="worker"\} [1-9]/m)
  })

  it('share yield responses', async () => {
    const [one, other] = instances as [Instance, Instance]
    const body = JSON.stringify({
      pool_address: devnet.chain().manifest.contracts.aavePool,
      chain: 'ethereum',
    })
    // Retries, because the service rejects requests while the machine is overloaded.
    const tvl = ({ url }: Instance) =>
      vi.waitFor(async () => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`${url}/yield/tvl`, { method: 'POST', headers, body })
        expect(answer.status).toBe(200)
        return (await answer.json()).tvl
      }, within)
    const worked = await tvl(one)
    expect(worked).toBeDefined()
    expect(await tvl(other)).toEqual(worked)
    const { cache_metrics, system_metrics } = await (await fetch(`${other.url}/yield/metrics`)).json()
    expect(cache_metrics.responses).toMatchObject({ hits: 1, misses: 0, size: 1 })
    expect(system_metrics.cache_size).toBe(1)
  })

  it('write the yield history once for both', async () => {
    const points = () => database.query('SELECT input_token FROM sluice_yield_points')
    await expect.poll(async () => (await points()).length, within).toBe(4)
  })

  it('restart one after another behind a load balancer without a failed request or quote, and pass each role on', async () => {
    const [first, second] = instances as [Instance, Instance]
    const test = devnet.chain()
    const balancer = await startBalancer([first.url, second.url])
    const answers = new Map<string, number>()
    let isRestarting = true
    const post = async ({ url }: { url: string }, path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' }
      const answer = await fetch(`${url}/router/v1/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      return answer.json()
    }
    /**
     * Quotes a small amount, because the quote may be some blocks old when it is sent, and each
     * block has such a trade.
     */
    const quote = async (from: { url: string }, account: number) => {
      const [inputAmount, userAddress] = ['10000000000000000', test.account(account)]
      const own = { inputToken: NATIVE_TOKEN, inputAmount, userAddress, outputReceiver: userAddress }
      return v.parse(quoteResponseSchema, await post(from, 'quote', { ...priceBody(devnet), ...own })).result
    }
    const execute = async ({ calldata, value, minOutputAmount }: QuoteResult, account: number) => {
      const to = test.manifest.contracts.settlement
      const before = await test.balanceOf('USDC', test.account(account))
      await test.send({ to, data: calldata!, value: BigInt(value) }, account)
      const received = (await test.balanceOf('USDC', test.account(account))) - before
      expect(received).toBeGreaterThanOrEqual(BigInt(minOutputAmount))
    }
    const repeat = async (what: string, work: () => Promise<unknown>) => {
      while (isRestarting) {
        const outcome = await work().then(() => what, String)
        answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
        // Leaves enough time for an instance to start beside the load.
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const load = () => repeat('answered', () => post(balancer, 'price', priceBody(devnet)))
    const trade = () => repeat('executed', async () => execute(await quote(balancer, 0), 0))
    /**
     * Replaces an instance as an operator does, while the other continues. Quotes of the last
     * moment stay valid.
     */
    const replace = async (old: Instance, other: Instance): Promise<Instance> => {
      /** Quotes from the old instance while the load balancer already avoids it. */
      const lastQuotes = async () => {
        await expect.poll(balancer.healthy, within).toEqual([other.url])
        return Promise.all([quote(old, 1), quote(old, 1), quote(old, 1)])
      }
      const [replacement, last] = await Promise.all([start(DRAINING), lastQuotes(), old.signal('SIGTERM')])
      expect(balancer.healthy()).toEqual([other.url])
      balancer.use([replacement.url, other.url])
      for (const each of last) await execute(each, 1)
      await expect.poll(balancer.healthy, within).toEqual([replacement.url, other.url])
      await replacement.following()
      const [answered = 0, executed = 0] = [answers.get('answered'), answers.get('executed')]
      await expect.poll(() => answers.get('answered'), within).toBeGreaterThan(answered + 20)
      await expect.poll(() => answers.get('executed'), within).toBeGreaterThan(executed + 2)
      return replacement
    }
    const roles = Object.keys(ROLES) as Role[]
    const oneLeads = () =>
      Promise.all(roles.map((role) => expect.poll(() => leaders(role).length, within).toBe(1)))
    try {
      await expect.poll(balancer.healthy, within).toEqual([first.url, second.url])
      await oneLeads()
      const clients = [load(), load(), load(), trade()]
      const third = await replace(first, second)
      instances = [third, second]
      await oneLeads()
      const fourth = await replace(second, third)
      instances = [third, fourth]
      await oneLeads()
      isRestarting = false
      await Promise.all(clients)
      expect([...answers.keys()].toSorted()).toEqual(['answered', 'executed'])
      expect(answers.get('executed')).toBeGreaterThan(5)
      for (const role of roles) {
        const periods = [first, second, third, fourth].flatMap((instance) => instance.periods(role))
        expect(periods.length, role).toBeGreaterThan(1)
        expect(findOverlap(periods), role).toBeUndefined()
      }
    } finally {
      isRestarting = false
      await balancer.stop()
    }
  })

  it('share keys, whether issued or revoked', async () => {
    const { id, key } = await issue('shared', 1_000, 1_000)
    await known(key)
    await revokeKey(database, id)
    await Promise.all(
      instances.map((instance) =>
        expect.poll(async () => (await requestPrice(instance, key)).status, patient).toBe(401),
      ),
    )
  })

  it('share limits and continue when the leader is killed: the survivor serves, limits and leads', async () => {
    const key = limited
    // Sends one request to each instance.
    await known(key)
    const startMs = performance.now()
    const refilled = () => Math.ceil((performance.now() - startMs) / 1000)
    const spread = await inWaves(120, (i) => requestPrice(instances[i % 2]!, key))
    const granted = spread.filter(({ status }) => status === 200).length
    expect(granted).toBeGreaterThanOrEqual(38)
    expect(granted).toBeLessThanOrEqual(40 + refilled())
    expect(spread.filter(({ status }) => status === 429)).toHaveLength(120 - granted)

    await expect.poll(() => leaders().length, within).toBe(1)
    const [leader] = leaders()
    const survivor = instances.find((instance) => instance !== leader)!
    const before = await searchWeth(survivor)
    await leader!.signal('SIGKILL')

    // The survivor grants no new burst, because both share the limit.
    const after = await inWaves(40, () => requestPrice(survivor, key))
    const grantedAfter = after.filter(({ status }) => status === 200).length
    expect(granted + grantedAfter).toBeLessThanOrEqual(40 + refilled())
    expect(after.every(({ status }) => status === 200 || status === 429)).toBe(true)
    expect(await searchWeth(survivor)).toEqual(before)

    await endLeaseOfKilled()
    await expect.poll(() => survivor.leads('catalogue'), within).toBe(true)

    // A new instance finds everything and does not lead.
    const replacement = await start()
    await replacement.following()
    expect(await searchWeth(replacement)).toEqual(before)
    expect((await requestPrice(replacement, key)).status).not.toBe(401)
    expect(replacement.leads('catalogue')).toBe(false)

    // A stopping leader hands over immediately.
    await survivor.signal('SIGTERM')
    await expect.poll(() => replacement.leads('catalogue'), within).toBe(true)
    await replacement.signal('SIGTERM')
  })
})

/** Reads the periods from the log lines of the role. */
function readPeriods(output: string, role: Role): Period[] {
  const { begins, ends } = ROLES[role]
  const periods: Period[] = []
  for (const line of output.split('\n')) {
    const ms = () => Date.parse(JSON.parse(line).time)
    if (line.includes(begins)) periods.push({ fromMs: ms(), untilMs: Number.POSITIVE_INFINITY })
    const last = periods.at(-1)
    if (last && line.includes(ends)) last.untilMs = ms()
  }
  return periods
}

/** Returns the first period that began before the previous one ended. */
function findOverlap(periods: readonly Period[]): Period | undefined {
  const sorted = periods.toSorted((one, other) => one.fromMs - other.fromMs)
  return sorted.find(({ fromMs }, i) => i > 0 && fromMs < (sorted[i - 1]?.untilMs ?? 0))
}

/** Sends eight requests at a time, like one client. */
async function inWaves(count: number, requestPrice: (i: number) => Promise<Response>): Promise<Response[]> {
  const answers: Response[] = []
  for (let i = 0; i < count; i += 8) {
    answers.push(...(await Promise.all(Array.from({ length: 8 }, (_, j) => requestPrice(i + j)))))
  }
  return answers
}

/** As in production, the nodes are in the environment. */
function withoutNodes({ serviceConfig }: TestDevnet) {
  return { chains: serviceConfig.chains.map(({ rpcUrls: _, wsUrl: __, ...chain }) => chain) }
}

function priceBody(devnet: TestDevnet) {
  const chain = devnet.chain()
  return {
    ...PRICE_BODY,
    inputToken: chain.token('WETH').address,
    outputToken: chain.token('USDC').address,
  }
}
