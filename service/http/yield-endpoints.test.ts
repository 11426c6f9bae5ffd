import * as v from 'valibot'
import { createWalletClient, custom, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveAccounts } from '../../devnet/node/accounts.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import {
  activeProtocolsResponseSchema,
  dilutedApyResponseSchema,
  healthCheckResponseSchema,
  historicalApyResponseSchema,
  metricsResponseSchema,
  systemMetricsResponseSchema,
  tvlResponseSchema,
  yieldErrorSchema,
} from '../../wire/yield.ts'
import { sampleV2Pool } from '../modules/testing/sample-pools.ts'
import { createLiteralChain } from '../testing/literal-chain.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { YieldClient } from '../yield/chain-reader.ts'
import { createYield } from '../yield/create-yield.ts'
import { createYieldService } from '../yield/yield-service.ts'

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const NOBODY = `0x${'ab'.repeat(20)}`

const administration = parseAbi([
  'function ADDRESSES_PROVIDER() view returns (address)',
  'function getPoolConfigurator() view returns (address)',
  'function setSupplyCap(address asset, uint256 cap)',
  'function setReservePause(address asset, bool paused)',
  'function setReserveFreeze(address asset, bool frozen)',
])

let devnet: TestDevnet
let chain: TestChain
/** Addresses of the devnet, by what the tests call them. */
let at: Record<'pool' | 'aUsdc' | 'aWeth' | 'usdc' | 'weth' | 'dai' | 'vault' | 'pair', string>

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
  const address = (symbol: string) => chain.token(symbol).address
  at = {
    pool: chain.manifest.contracts.aavePool,
    aUsdc: address('aEthUSDC'),
    aWeth: address('aEthWETH'),
    usdc: address('USDC'),
    weth: address('WETH'),
    dai: address('DAI'),
    vault: address('sDAI'),
    pair: chain.pools('WETH', 'USDC')[0]!.address,
  }
})

afterAll(async () => devnet?.stop())

interface Tested extends TestApp {
  /** How the node, the machine, the database and the market behave from now on. */
  world: {
    /** `racing`: a block for each look at the newest. */
    node: 'well' | 'broken' | 'hanging' | 'racing'
    cpuPercent: number
    strainPercent: number
    memoryPercent: number
    isDatabaseUp: boolean
    priceUsd: () => number | undefined
  }
  /** Calls of the node so far. */
  calls(): number
  /** The block hash of each read. */
  blocksRead(): unknown[]
  passTime(ms: number): void
}

function start(options: { name?: string; hasLending?: boolean; timeoutMs?: number } = {}): Tested {
  const { name = 'ethereum', hasLending = true, timeoutMs = 20_000 } = options
  const world: Tested['world'] = {
    node: 'well',
    cpuPercent: 30,
    strainPercent: 10,
    memoryPercent: 20,
    isDatabaseUp: true,
    priceUsd: () => 1.5,
  }
  let now = 0
  const blocks: unknown[] = []
  const nowMs = () => now
  const client: YieldClient = {
    async getBlock(which) {
      if (world.node === 'racing') await chain.testClient.mine({ blocks: 1 })
      return chain.publicClient.getBlock(which) as never
    },
    async call(args) {
      blocks.push(args.blockHash)
      if (world.node === 'hanging') return new Promise(() => undefined)
      if (world.node === 'broken') throw new Error('http://10.0.0.7:8545 is gone')
      return chain.publicClient.call(args)
    },
  }
  const config = devnet.serviceConfig.chains[0]!
  const literal = createLiteralChain({
    config: { ...config, name, sources: hasLending ? config.sources : [] },
    pools: [
      {
        ...sampleV2Pool({ reserve0: 1n, reserve1: 1n }, { tokens: [at.weth, at.usdc] as never }),
        address: at.pair as `0x${string}`,
      },
    ],
  })
  const lendingChain = { ...literal, client }
  const yields = createYieldService({
    yields: createYield({ chains: [lendingChain], priceUsd: () => world.priceUsd(), nowMs, timeoutMs }),
    system: {
      read: async () => world,
      disk: async () => ({ usedPercent: 40, readBytes: 1, writeBytes: 2 }),
    },
    pingDatabase: async () => {
      if (!world.isDatabaseUp) throw new Error('no database')
    },
    nowMs,
  })
  return {
    ...createTestApp({ yields }),
    world,
    calls: () => blocks.length,
    blocksRead: () => [...blocks],
    passTime(ms) {
      now += ms
    },
  }
}

async function read<Schema extends v.GenericSchema>(schema: Schema, response: Response | Promise<Response>) {
  const body = await (await response).json()
  if (!v.is(schema, body)) throw new Error(JSON.stringify(body))
  return v.parse(schema, body)
}

describe('historical APY', () => {
  it('returns the APY of the first reserve for a pool, and of the reserve behind an LP token', async () => {
    const { post } = start()
    const byPool = await read(
      historicalApyResponseSchema,
      post('/yield/historical-apy', { pool_address: at.pool, chain: 'ethereum' }),
    )
    expect(byPool).toEqual({
      success: true,
      historic_yield: {
        apy: expect.any(Number),
        pool_address: at.pool,
        network_id: 'ethereum',
        input_token: at.usdc,
      },
    })
    expect(byPool.historic_yield.apy).toBeGreaterThan(0.5)
    expect(byPool.historic_yield.apy).toBeLessThan(6)
    const byLp = await read(
      historicalApyResponseSchema,
      post('/yield/historical-apy', { lp_token_address: at.aUsdc, chain: ' Ethereum ' }),
    )
    expect(byLp).toEqual(byPool)
  })

  it('identifies another reserve by its input token, and a vault by its address', async () => {
    const { post } = start()
    const weth = {
      pool_address: at.pool.toLowerCase(),
      chain: 'ETHEREUM',
      input_token: at.weth.toLowerCase(),
    }
    const vault = { pool_address: at.vault, chain: 'ethereum', input_token: null }
    const [ofWeth, ofVault] = await Promise.all([
      read(historicalApyResponseSchema, post('/yield/historical-apy', weth)),
      read(historicalApyResponseSchema, post('/yield/historical-apy', vault)),
    ])
    expect(ofWeth.historic_yield.input_token).toBe(at.weth)
    expect(ofVault.historic_yield).toMatchObject({ input_token: at.dai, pool_address: at.vault })
    expect(ofVault.historic_yield.apy).toBeGreaterThan(3)
  })
})

describe('a chain by another name', () => {
  it.each(['bnb', 'BSC', 'Binance Smart Chain'])('%s is answered for as bnb', async (chainName) => {
    const { post } = start({ name: 'bnb' })
    const asked = { lp_token_address: at.aUsdc, chain: chainName }
    const { historic_yield } = await read(historicalApyResponseSchema, post('/yield/historical-apy', asked))
    const { tvl } = await read(tvlResponseSchema, post('/yield/tvl', asked))
    expect([historic_yield.network_id, tvl.network_id]).toEqual(['bnb', 'bnb'])
  })

  it('may be named by chainID, as a public client does', async () => {
    const asked = { lp_token_address: at.aUsdc, chainID: 'ethereum' }
    const { tvl } = await read(tvlResponseSchema, start().post('/yield/tvl', asked))
    expect(tvl.network_id).toBe('ethereum')
  })
})

describe('diluted APY', () => {
  const getApy = async (post: Tested['post'], body: object) => {
    const answer = await read(dilutedApyResponseSchema, post('/yield/diluted-apy', body))
    return answer.diluted_yield
  }

  it('falls as the deposit grows, and takes integers of any length', async () => {
    const { post } = start()
    const asked = { lp_token_address: at.aWeth, chain: 'ethereum' }
    const none = await getApy(post, { ...asked, input_amount: 0 })
    const some = await getApy(post, { ...asked, input_amount: '1000000000000000000000' })
    const body = JSON.stringify({ ...asked, input_amount: 'N' })
    const same = await read(
      dilutedApyResponseSchema,
      post('/yield/diluted-apy', body.replace('"N"', '1000000000000000000001')),
    )
    expect(none).toMatchObject({ input_amount: '0', input_token: at.weth })
    expect(some.apy).toBeLessThan(none.apy)
    expect(same.diluted_yield).toMatchObject({ input_amount: '1000000000000000000001' })
    expect(same.diluted_yield.apy).toBeCloseTo(some.apy, 10)
  })

  it('of a vault is what it earned lately, shared with the deposit', async () => {
    const { post } = start()
    const asked = { pool_address: at.vault, chain: 'ethereum' }
    const past = await read(historicalApyResponseSchema, post('/yield/historical-apy', asked))
    const none = await getApy(post, { ...asked, input_amount: '0' })
    const double = await getApy(post, { ...asked, input_amount: await totalAssets() })
    expect(none.apy).toBe(past.historic_yield.apy)
    expect(double.apy / none.apy).toBeGreaterThan(0.48)
    expect(double.apy / none.apy).toBeLessThan(0.5)
  })
})

describe('TVL', () => {
  it('of a pool is the sum of its reserves, at the prices of its own oracle', async () => {
    const { post } = start()
    const getTvl = async (body: object) => (await read(tvlResponseSchema, post('/yield/tvl', body))).tvl
    const whole = await getTvl({ pool_address: at.pool, chain: 'ethereum' })
    const parts = await Promise.all(
      ['aEthUSDC', 'aEthDAI', 'aEthWETH'].map((symbol) =>
        getTvl({ lp_token_address: chain.token(symbol).address, chain: 'ethereum' }),
      ),
    )
    expect(whole).toMatchObject({ pool_address: at.pool, network_id: 'ethereum' })
    expect(whole.tvl).toBeCloseTo(
      parts.reduce((sum, { tvl }) => sum + tvl, 0),
      2,
    )
    const weth = await getClaims('aEthWETH')
    expect(parts[2]!.tvl).toBeCloseTo((Number(weth.supply) / 1e18) * (Number(weth.price) / 1e8), 2)
    expect(parts[0]?.tvl).toBeGreaterThan(40_000_000)
  })

  it('returns the APY of a pool at one block, however fast blocks follow', async () => {
    const { post, get, world, blocksRead } = start()
    await get('/yield/active-protocols')
    world.node = 'racing'
    const before = blocksRead().length
    expect((await post('/yield/tvl', { pool_address: at.pool, chain: 'ethereum' })).status).toBe(200)
    const read = blocksRead().slice(before)
    expect(read).toHaveLength(3)
    expect(new Set(read).size).toBe(1)
  })

  it('of a vault is all it holds, at the price of the market', async () => {
    const answer = start().post('/yield/tvl', { lp_token_address: at.vault, chain: 'ethereum' })
    const { tvl } = (await read(tvlResponseSchema, answer)).tvl
    expect(tvl).toBeCloseTo((Number(await totalAssets()) / 1e18) * 1.5, 0)
  })
})

describe('a request that makes no sense', () => {
  const cases: [name: string, change: Record<string, unknown>, step?: string][] = [
    ['neither address', { pool_address: undefined }],
    ['both addresses', { lp_token_address: NOBODY }],
    ['an address without 0x', { pool_address: 'ab'.repeat(21) }],
    ['an address of 40 characters', { pool_address: `0x${'a'.repeat(38)}` }],
    ['an address of 43 characters', { pool_address: `0x${'a'.repeat(41)}` }],
    ['an address that is a number', { pool_address: 7 }],
    ['an invalid LP token', { pool_address: undefined, lp_token_address: '' }],
    ['an invalid input token', { input_token: '0x12' }],
    ['no chain', { chain: undefined }],
    ['an unknown chain', { chain: 'moon' }],
    ['a chain that is a number', { chain: 1 }],
    [
      'the LP token as input',
      {
        pool_address: undefined,
        lp_token_address: NOBODY,
        input_token: NOBODY.toUpperCase().replace('0X', '0x'),
      },
      'input_token_validation',
    ],
  ]
  it.each(cases)('%s is 422 at each endpoint', async (_, change, step = 'input_validation') => {
    const { post, calls } = start()
    for (const path of ['/yield/historical-apy', '/yield/diluted-apy', '/yield/tvl']) {
      const body = { pool_address: NOBODY, chain: 'ethereum', input_amount: 1, ...change }
      await expectError(post(path, body), { status: 422, type: 'validation_error', step })
    }
    expect(calls()).toBe(0)
  })

  it.each([
    '-1',
    '1.5',
    '1e18',
    '1.0',
    '-0',
    '"-1"',
    '"1.5"',
    '"1e3"',
    '"0x10"',
    '""',
    '"01"',
    'true',
    'null',
    '[1]',
    `"${2n ** 256n}"`,
  ])('an amount of %s is 422', async (literal) => {
    const body = JSON.stringify({ pool_address: NOBODY, chain: 'ethereum', input_amount: 'N' })
    const response = start().post('/yield/diluted-apy', body.replace('"N"', literal))
    await expectError(response, { status: 422, type: 'validation_error', step: 'input_validation' })
  })

  it('no amount is 422 where one is needed', async () => {
    const response = start().post('/yield/diluted-apy', { pool_address: NOBODY, chain: 'ethereum' })
    await expectError(response, { status: 422, type: 'validation_error', step: 'input_validation' })
  })

  it.each([
    ['malformed JSON', '{', 422],
    ['an array', '[]', 422],
    ['a text', '"tvl"', 422],
    ['too much', ' '.repeat(20_000), 413],
  ])('%s is refused', async (_, body, status) => {
    const response = start().post('/yield/tvl', body)
    await expectError(response, { status, type: 'validation_error', step: 'input_validation' })
  })

  it('names the LP token of a pool, or a token it does not take, as input', async () => {
    const { post } = start()
    for (const input_token of [at.aUsdc, NOBODY]) {
      const response = post('/yield/historical-apy', {
        pool_address: at.pool,
        chain: 'ethereum',
        input_token,
      })
      await expectError(response, { status: 422, type: 'validation_error', step: 'input_token_validation' })
    }
  })
})

describe('a calculation that fails', () => {
  const failed = (step: string) => ({ status: 404, type: 'calculation_failed', step })
  const pool = () => ({ pool_address: at.pool, chain: 'ethereum' })

  it('says that the pool or the LP token is unknown', async () => {
    const { post } = start()
    const [byPool, byLp] = [
      { pool_address: NOBODY, chain: 'ethereum' },
      { lp_token_address: NOBODY, chain: 'ethereum' },
    ]
    await expectError(post('/yield/historical-apy', byPool), failed('pool_data_retrieval'))
    await expectError(post('/yield/tvl', byPool), failed('pool_data_retrieval'))
    await expectError(post('/yield/historical-apy', byLp), failed('lp_token_validation'))
    await expectError(post('/yield/tvl', byLp), failed('pool_data_retrieval'))
  })

  it('says that a pool is of no lending protocol', async () => {
    const response = start().post('/yield/tvl', { pool_address: at.pair, chain: 'ethereum' })
    await expectError(response, failed('protocol_id_validation'))
  })

  it('says that a chain has no lending protocol', async () => {
    const response = start({ hasLending: false }).post('/yield/tvl', pool())
    await expectError(response, failed('module_import_failed'))
  })

  it.each(['polygon', 'bsc', 'Binance Smart Chain'])('says that %s is not served here', async (name) => {
    const response = start().post('/yield/historical-apy', { ...pool(), chain: name })
    await expectError(response, failed('initialization_failed'))
  })

  it('says that the node is gone before the pool was read, and after', async () => {
    const { post, get, world } = start()
    world.node = 'broken'
    await expectError(post('/yield/historical-apy', pool()), failed('pool_data_retrieval'))
    world.node = 'well'
    await get('/yield/active-protocols')
    world.node = 'broken'
    await expectError(post('/yield/historical-apy', pool()), failed('states_incomplete'))
    await expectError(post('/yield/diluted-apy', { ...pool(), input_amount: 1 }), failed('states_incomplete'))
    await expectError(post('/yield/tvl', pool()), failed('pool_creation_failed'))
    world.node = 'well'
    expect((await post('/yield/tvl', pool())).status).toBe(200)
  })

  it('says that the node takes too long', async () => {
    const { post, world } = start({ timeoutMs: 40 })
    world.node = 'hanging'
    for (const path of ['/yield/historical-apy', '/yield/tvl']) {
      await expectError(post(path, pool()), failed('state_calls_timeout'))
    }
  })

  it('reports that no rate exists for such an amount', async () => {
    await configureReserve('setSupplyCap', 0n)
    const response = start().post('/yield/diluted-apy', { ...pool(), input_amount: `${2n ** 256n - 1n}` })
    await expectError(response, failed('apy_calculation_error'))
  })

  it('says that a price is not known', async () => {
    const { post, world } = start()
    world.priceUsd = () => undefined
    const response = post('/yield/tvl', { pool_address: at.vault, chain: 'ethereum' })
    await expectError(response, failed('tvl_calculation_error'))
  })

  it('does not reveal an internal error', async () => {
    const { post, world, logged } = start()
    world.priceUsd = () => {
      throw new TypeError('secret stack')
    }
    const response = await post('/yield/tvl', { pool_address: at.vault, chain: 'ethereum' })
    expect(await response.clone().text()).not.toContain('secret')
    await expectError(response, { status: 500, type: 'internal_error', step: undefined })
    expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1)
  })
})

describe('a deposit the pool would refuse', () => {
  const asked = () => ({ lp_token_address: at.aUsdc, chain: 'ethereum' })
  const diluted = (input_amount: string) => start().post('/yield/diluted-apy', { ...asked(), input_amount })

  it('reports the room under the supply cap, which a deposit can then use', async () => {
    const { supply } = await getClaims('aEthUSDC')
    const whole = 10n ** 6n
    await configureReserve('setSupplyCap', supply / whole + 1_000n)
    const response = await diluted((2_000n * whole).toString())
    const { error } = await response.clone().json()
    await expectError(response, { status: 422, type: 'validation_error', step: 'input_validation' })
    const room = BigInt(/: (\d+)$/.exec(error)![1]!)
    // The treasury's share counts as well: the cap is reached a little earlier.
    expect(room).toBeLessThan(1_001n * whole)
    expect((await diluted(room.toString())).status).toBe(200)
    expect((await diluted((room + 10n ** 6n).toString())).status).toBe(422)
    await configureReserve('setSupplyCap', 1n)
    const full = await (await diluted('1')).json()
    expect(full.error).toBe('input_amount is above what the pool still takes: 0')
    await configureReserve('setSupplyCap', 0n)
  })

  it.each([
    ['paused', 'setReservePause'],
    ['frozen', 'setReserveFreeze'],
  ] as const)(
    'is not calculated while the reserve is %s; what is earned in it is',
    async (state, configure) => {
      await configureReserve(configure, true)
      const response = await diluted('1')
      const { error } = await response.clone().json()
      await expectError(response, { status: 404, type: 'calculation_failed', step: 'apy_calculation_error' })
      expect(error).toBe(`The pool takes no deposits of this token: it is ${state}`)
      expect((await diluted('0')).status).toBe(200)
      const { post } = start()
      expect((await post('/yield/historical-apy', asked())).status).toBe(200)
      expect((await post('/yield/tvl', asked())).status).toBe(200)
      await configureReserve(configure, false)
      expect((await diluted('1')).status).toBe(200)
    },
  )
})

describe('identical requests', () => {
  it('are answered from memory for five minutes, and states are shared', async () => {
    const { post, calls, passTime } = start()
    const ask = (body: object) => post('/yield/historical-apy', { chain: 'ethereum', ...body })
    const first = await (await ask({ pool_address: at.pool })).json()
    const afterFirst = calls()
    expect(afterFirst).toBeGreaterThan(0)
    await ask({ pool_address: at.pool.toLowerCase() })
    expect(calls()).toBe(afterFirst)
    // The finished APY outlives the answer and the states, by an hour.
    passTime(300_000)
    expect(await (await ask({ pool_address: at.pool })).json()).toEqual(first)
    const afterPools = calls()
    expect(afterPools - afterFirst).toBeLessThanOrEqual(2)
    passTime(3_600_000)
    await ask({ pool_address: at.pool })
    expect(calls() - afterPools).toBeGreaterThan(2)
  })

  it('calculates concurrent requests once', async () => {
    const { post, get, calls } = start()
    const body = { pool_address: at.vault, chain: 'ethereum', input_amount: 5 }
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/yield/diluted-apy', body)))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(texts).size).toBe(1)
    const alone = start()
    await alone.post('/yield/diluted-apy', body)
    expect(calls()).toBe(alone.calls())
    const { cache_metrics } = await (await get('/yield/metrics')).json()
    expect(cache_metrics.responses).toEqual({ hits: 0, joined: 19, misses: 1, size: 1 })
  })
})

describe('the metrics', () => {
  it('returns the figures of the actual traffic', async () => {
    const { post, get, passTime, world } = start()
    const tvl = { pool_address: at.pool, chain: 'ethereum' }
    for (let round = 0; round < 4; round += 1) await post('/yield/tvl', tvl)
    await post('/yield/tvl', { chain: 'ethereum' })
    world.priceUsd = () => {
      passTime(7_000)
      throw new TypeError('broken')
    }
    await post('/yield/tvl', { pool_address: at.vault, chain: 'ethereum' })
    passTime(1_000)

    const response = await get('/yield/metrics')
    const metrics = await read(metricsResponseSchema, response)
    expect(metrics.request_metrics).toEqual({
      total_requests: 6,
      // Four of the five requests were equal, and one of these was the first.
      cache_hit_rate_percent: 60,
      // One of five: the caller's mistake does not count.
      error_rate_percent: 20,
      avg_response_time_seconds: 7 / 6,
    })
    expect(metrics.system_metrics).toEqual({
      cpu_usage_percent: 10,
      host_cpu_usage_percent: 30,
      memory_usage_percent: 20,
      pending_tasks: 0,
      cache_size: 1,
      uptime_seconds: 8,
    })
    passTime(310_000)
    const later = await read(metricsResponseSchema, get('/yield/metrics'))
    expect(later.request_metrics).toMatchObject({ total_requests: 6, error_rate_percent: 0 })
    expect(later.system_metrics.cache_size).toBe(0)
  })

  it('of the system are there', async () => {
    const { get } = start()
    const { system_metrics } = await read(systemMetricsResponseSchema, get('/yield/system-metrics'))
    expect(system_metrics).toEqual({
      cpu_usage_percent: 10,
      host_cpu_usage_percent: 30,
      memory_usage_percent: 20,
      disk_usage_percent: 40,
      disk_read_bytes: 1,
      disk_write_bytes: 2,
      active_tasks: 0,
      uptime_seconds: 0,
    })
  })

  it('list the protocols that answer', async () => {
    const answer = await read(activeProtocolsResponseSchema, start().get('/yield/active-protocols'))
    expect(answer).toMatchObject({
      success: true,
      chains: { ethereum: ['aave-v3', 'erc4626'] },
      total_chains: 1,
      total_unique_protocols: 2,
    })
    const { get, world } = start()
    world.node = 'broken'
    const none = await read(activeProtocolsResponseSchema, get('/yield/active-protocols'))
    expect(none).toMatchObject({ chains: {}, total_chains: 0, total_unique_protocols: 0 })
  })
})

describe('under load', () => {
  const body = () => ({ pool_address: at.pool, chain: 'ethereum' })
  const exhausted = { status: 503, type: 'resource_exhaustion', step: undefined }

  it.each(['strainPercent', 'memoryPercent'] as const)(
    '%s above 95 refuses calculations, and nothing else',
    async (what) => {
      const { post, get, world } = start()
      world[what] = 95
      expect((await post('/yield/tvl', body())).status).toBe(200)
      world[what] = 95.1
      const response = await post('/yield/tvl', body())
      expect(response.headers.get('retry-after')).toBe('10')
      await expectError(response, exhausted)
      expect((await get('/yield/metrics')).status).toBe(200)
      world[what] = 50
      expect((await post('/yield/tvl', body())).status).toBe(200)
    },
  )

  it('a machine that others keep busy is not a reason to refuse', async () => {
    const { post, get, world } = start()
    world.cpuPercent = 100
    expect((await post('/yield/tvl', body())).status).toBe(200)
    expect((await get('/yield/health-check')).status).toBe(200)
  })

  it('an error rate above 75 % refuses once there were more than ten requests, for five minutes', async () => {
    const { post, get, world, passTime } = start()
    world.priceUsd = () => {
      throw new TypeError('broken')
    }
    const fail = () => post('/yield/tvl', { pool_address: at.vault, chain: 'ethereum' })
    for (let round = 0; round < 10; round += 1) expect((await fail()).status).toBe(500)
    expect((await get('/yield/health-check')).status).toBe(503)
    expect((await fail()).status).toBe(500)
    await expectError(post('/yield/tvl', body()), exhausted)
    const health = await get('/yield/health-check')
    expect(health.status).toBe(503)
    expect((await read(healthCheckResponseSchema, health)).checks.error_rate).toEqual({
      ok: false,
      value: 100,
      limit: 75,
    })
    passTime(290_000)
    await expectError(post('/yield/tvl', body()), exhausted)
    passTime(16_000)
    expect((await post('/yield/tvl', body())).status).toBe(200)
  })
})

describe('the health check', () => {
  it('is healthy while everything it looks at is', async () => {
    const response = await start().get('/yield/health-check')
    expect(response.status).toBe(200)
    expect(await read(healthCheckResponseSchema, response)).toMatchObject({
      success: true,
      status: 'healthy',
      checks: {
        router: { ok: true, value: 'initialized' },
        database: { ok: true, value: 'connected' },
        error_rate: { ok: true, value: 0, limit: 75 },
        cpu: { ok: true, value: 10, limit: 95 },
        memory: { ok: true, value: 20, limit: 95 },
      },
    })
  })

  it.each([
    ['the database', { isDatabaseUp: false }, 'database'],
    ['the processors', { cpuPercent: 99, strainPercent: 95 }, 'cpu'],
    ['the memory', { memoryPercent: 99 }, 'memory'],
  ] as const)('is unhealthy for %s', async (_, change, check) => {
    const { get, world } = start()
    Object.assign(world, change)
    const response = await get('/yield/health-check')
    expect(response.status).toBe(503)
    const { success, status, checks } = await read(healthCheckResponseSchema, response)
    expect([success, status, checks[check]?.ok]).toEqual([false, 'unhealthy', false])
  })
})

async function expectError(
  answer: Response | Promise<Response>,
  expected: { status: number; type: string; step: string | undefined },
): Promise<void> {
  const response = await answer
  const body = await read(yieldErrorSchema, response.clone())
  expect({ status: response.status, type: body.error_type, step: body.step }, body.error).toEqual(expected)
  expect(body.request_id).toMatch(UUID_V4)
  expect(response.headers.get('x-request-id')).toBe(body.request_id)
  expect(JSON.stringify(body)).not.toMatch(/http:|10\.0\.0|\.ts/)
}

/** The deposits in a reserve, and the oracle's price of it in eight decimals. */
async function getClaims(symbol: string) {
  const { address, claim } = chain.token(symbol)
  const { publicClient, manifest } = chain
  const [supply, price] = await Promise.all([
    publicClient.readContract({
      address,
      abi: parseAbi(['function totalSupply() view returns (uint256)']),
      functionName: 'totalSupply',
    }),
    publicClient.readContract({
      address: manifest.contracts.aaveOracle,
      abi: parseAbi(['function getAssetPrice(address asset) view returns (uint256)']),
      functionName: 'getAssetPrice',
      args: [claim!.underlying],
    }),
  ])
  return { supply, price }
}

/** Calls a function of the lending pool's administrator, for USDC. */
async function configureReserve(
  functionName: 'setSupplyCap' | 'setReservePause' | 'setReserveFreeze',
  value: bigint | boolean,
): Promise<void> {
  const { publicClient, testClient } = chain
  const registry = await publicClient.readContract({
    address: at.pool as `0x${string}`,
    abi: administration,
    functionName: 'ADDRESSES_PROVIDER',
  })
  const address = await publicClient.readContract({
    address: registry,
    abi: administration,
    functionName: 'getPoolConfigurator',
  })
  const account = deriveAccounts().deployer(0)
  await testClient.impersonateAccount({ address: account })
  const data = encodeFunctionData({
    abi: administration,
    functionName,
    args: [at.usdc, value] as never,
  })
  const hash = await createWalletClient({
    account,
    chain: publicClient.chain,
    transport: custom(publicClient),
  }).sendTransaction({ to: address, data, gas: 1_000_000n })
  const { status } = await publicClient.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}

async function totalAssets(): Promise<string> {
  const total = await chain.publicClient.readContract({
    address: chain.manifest.contracts.vaults[0]!,
    abi: parseAbi(['function totalAssets() view returns (uint256)']),
    functionName: 'totalAssets',
  })
  return total.toString()
}
