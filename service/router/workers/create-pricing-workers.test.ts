import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { startWorker } from '../../lib/start-worker.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleV3Pool } from '../../modules/testing/sample-pools.ts'
import { arrangeMarket, createMarket, type Market } from '../market/market.ts'
import { type SearchRequest, toSearchRequest } from '../request/search-request.ts'
import { readTradeRequest } from '../request/trade-request.ts'
import { runSearch } from '../search/run-search.ts'
import { PRICE_WORK } from '../search/solve.ts'
import {
  createSampleChain,
  dai,
  loner,
  pair,
  samplePools,
  sampleRequest,
  USER,
  usdc,
  wbtc,
  weth,
} from '../testing/sample-chain.ts'
import { createPricingWorkers, type PricingOptions, type PricingWorkers } from './create-pricing-workers.ts'

const E18 = 10n ** 18n
const PATIENCE_MS = 30_000
const chain = createSampleChain()

const concentrated = sampleV3Pool(
  { tick: 196_200, positions: [{ lower: 190_020, upper: 202_020, delta: 10n ** 17n }] },
  { n: 9, tokens: [usdc.address, weth.address] },
)

let threads: PricingWorkers | undefined
afterEach(async () => {
  await threads?.close()
  threads = undefined
})

describe('a pricing worker', () => {
  let shared: PricingWorkers
  beforeAll(async () => {
    shared = await started()
    threads = undefined
  }, PATIENCE_MS)
  afterAll(() => shared.close())

  it.each([
    { what: 'a sale', changes: {} },
    { what: 'a large sale', changes: { inputAmount: (200n * E18).toString() } },
    { what: 'several hops', changes: { inputToken: wbtc.address, outputToken: dai.address } },
    { what: 'a purchase', changes: { orderType: 'BUY', outputAmount: '5000000000' } },
    { what: 'a partial fill', changes: { inputAmount: (900n * E18).toString(), isPartialFill: true } },
    { what: 'surge protection', changes: { inputAmount: (500n * E18).toString(), surgeProtection: true } },
    { what: 'a shared surplus', changes: { activateSurplusFee: true, partnerAddress: USER } },
    { what: 'a partner fee', changes: { partnerFee: 100, partnerAddress: USER } },
    { what: 'a hurry', changes: { fastMode: true, modulesFilter: ['delta-v2'] } },
    { what: 'native coins', changes: { inputToken: NATIVE_TOKEN } },
    { what: 'wrapping', changes: { inputToken: NATIVE_TOKEN, outputToken: weth.address } },
    { what: 'one module', changes: { modulesFilter: ['delta-v2'] } },
    { what: 'no solution', changes: { outputToken: loner.address } },
  ] satisfies { what: string; changes: Partial<PriceRequest> }[])(
    'returns the same result for $what as this thread',
    async ({ changes }) => {
      const market = getMarket([...samplePools, concentrated])
      const searchRequest = createSearch({ inputAmount: E18.toString(), ...changes })
      const { solved } = await shared.solver(searchRequest, market)
      expect(solved && toComparable(solved)).toEqual(solveHere(searchRequest, market))
    },
  )
})

describe('pricing workers', () => {
  it('use the market of each request, in any order of requests', async () => {
    threads = await started({ count: 2 })
    const first = getMarket(samplePools)
    const second = getMarket([
      pair(1, [usdc, 2_000_000_000_000n], [weth, 1_000n * E18]),
      concentrated,
      ...samplePools.slice(2),
    ])
    const third = getMarket(second.poolIndex.pools().slice(1))
    const fourth = next(third, [pair(2, [usdc, 900_000_000_000n], [weth, 301n * E18])], [])
    const fifth = next(fourth, [], [weth.address])
    const markets = [first, second, first, third, fourth, fifth, third, second, first, fifth]
    const searchRequest = createSearch({ inputAmount: (10n * E18).toString() })
    const { solver } = threads
    const answers = await Promise.all(markets.map((market) => solver(searchRequest, market)))
    expect(answers.map(({ solved }) => solved && toComparable(solved))).toEqual(
      markets.map((market) => solveHere(searchRequest, market)),
    )
    for (const [i, { solved }] of answers.entries()) {
      for (const { pool } of solved?.route.steps ?? []) expect(markets[i]!.poolIndex.pools()).toContain(pool)
    }
  })

  it('reject after a failed search and continue', async () => {
    threads = await started()
    const market = getMarket(samplePools)
    const searchRequest = createSearch()
    const senseless = { ...searchRequest, order: { type: 'SELL' } } as SearchRequest
    await expect(threads.solver(senseless, market)).rejects.toThrow(TypeError.name)
    const unsendable = { ...searchRequest, modules: [() => 'a function'] } as unknown as SearchRequest
    await expect(threads.solver(unsendable, market)).rejects.toThrow('could not be cloned')
    expect((await threads.solver(searchRequest, market)).solved).toBeDefined()
    expect(threads.state().workers).toBe(1)
  })

  it('do not delay a request before they are ready', async () => {
    threads = createPricingWorkers({ count: 1, chains: [chain.config], start: () => idle() })
    const searchRequest = createSearch()
    const market = getMarket(samplePools)
    expect(toComparable((await threads.solver(searchRequest, market)).solved!)).toEqual(
      solveHere(searchRequest, market),
    )
  })

  it('are replaced after a crash, without a lost request', async () => {
    const workers: Worker[] = []
    threads = await started({
      count: 2,
      start(chains) {
        const worker = startPricing(chains)
        workers.push(worker)
        return worker
      },
    })
    const market = getMarket(samplePools)
    const markets = Array.from({ length: 40 }, (_, i) =>
      threads!.solver(createSearch({ inputAmount: (E18 + BigInt(i)).toString() }), market),
    )
    await workers[0]!.terminate()
    for (const { solved } of await Promise.all(markets)) expect(solved).toBeDefined()
    await expect.poll(() => threads?.state().workers, { timeout: PATIENCE_MS }).toBe(2)
    expect(workers).toHaveLength(3)
  })

  it('reject a request during which two workers crashed', async () => {
    threads = await started({ count: 2, start: () => ready('process.exit(1)') })
    const answer = threads.solver(createSearch(), getMarket(samplePools))
    await expect(answer).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
  })

  it('reject requests above the limit', async () => {
    threads = await started({ start: () => ready('') })
    const market = getMarket(samplePools)
    const { solver } = threads
    const results = Array.from({ length: 300 }, () => solver(createSearch(), market).catch((error) => error))
    expect(await Promise.race(results)).toMatchObject({ status: 503, retryAfterSeconds: 1 })
    await threads.close()
    for (const refused of await Promise.all(results)) expect(refused).toMatchObject({ status: 503 })
  })

  it('exit after close()', async () => {
    const worker = startPricing([chain.config])
    threads = await started({ start: () => worker })
    const ended = once(worker, 'exit')
    await threads.close()
    await ended
    await expect(threads.solver(createSearch(), getMarket(samplePools))).rejects.toMatchObject({
      status: 503,
    })
  })
})

async function started(options: Partial<PricingOptions> = {}): Promise<PricingWorkers> {
  const { count = 1 } = options
  const created = createPricingWorkers({ chains: [chain.config], ...options, count })
  threads = created
  await vi.waitFor(() => expect(created.state().workers).toBe(count), PATIENCE_MS)
  return created
}

function startPricing(chains: PricingOptions['chains']): Worker {
  return startWorker(new URL('./pricing-worker-entry.ts', import.meta.url), { workerData: { chains } })
}

/** Returns a worker that never becomes ready. */
function idle(): Worker {
  return new Worker('setInterval(() => undefined, 1000)', { eval: true })
}

/** Returns a worker that runs `reaction` instead of a search. */
function ready(reaction: string): Worker {
  const code = `const { parentPort } = require('node:worker_threads')
    parentPort.on('message', () => { ${reaction} })
    parentPort.postMessage('ready')`
  return new Worker(code, { eval: true })
}

function getMarket(pools: readonly Pool[]): Market {
  return createMarket(chain, createSampleChain({ pools }).snapshot()!)
}

/** Returns the market after a block that changes these pools and makes these tokens untradable. */
function next(market: Market, pools: readonly Pool[], untradable: readonly string[]): Market {
  return arrangeMarket({
    ...market,
    poolIndex: market.poolIndex.with(new Map(pools.map((pool) => [pool.address, pool]))),
    tradable: market.tradable.with(new Map(untradable.map((token) => [token, undefined]))),
  })
}

function createSearch(changes: Partial<PriceRequest> = {}): SearchRequest {
  const request = sampleRequest(changes)
  const searchRequest = toSearchRequest(readTradeRequest(request, [chain]), PRICE_WORK)
  const { length } = request.modulesFilter
  return length > 0 ? searchRequest : { ...searchRequest, modules: [...searchRequest.modules, 'uniswap-v3'] }
}

type Solved = NonNullable<ReturnType<typeof runSearch>['solved']>

/** Returns a comparable copy of a result, with pools as addresses. */
function toComparable({ route, ...rest }: Solved) {
  const steps = route.steps.map(({ pool, swap: { amountIn, amountOut, gas }, ...step }) => ({
    ...step,
    pool: pool.address,
    swap: { amountIn, amountOut, gas },
  }))
  return { ...rest, route: { ...route, steps } }
}

function solveHere(searchRequest: SearchRequest, market: Market) {
  const { solved } = runSearch(searchRequest, market)
  return solved && toComparable(solved)
}
