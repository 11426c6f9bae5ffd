import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../devnet/testing/devnet.ts'
import { NATIVE_TOKEN } from '../wire/lib/address.ts'
import { liquidityResponseSchema } from '../wire/liquidity.ts'
import { privateRpcsResponseSchema } from '../wire/private-rpcs.ts'
import { quoteResponseSchema } from '../wire/quote.ts'
import { ratesResponseSchema } from '../wire/rates.ts'
import { priceResponseSchema } from '../wire/router.ts'
import { SEARCH_TOKENS_QUERY, TOKENS_BY_TYPE_QUERY, TOKENS_QUERY } from '../wire/token-queries.ts'
import {
  searchTokensResponseSchema,
  tokensByTypeResponseSchema,
  tokensResponseSchema,
} from '../wire/tokens.ts'
import { createMemoryKeyStore } from './access/api-key.ts'
import { createAccess } from './access/create-access.ts'
import { devKeys } from './access/dev-keys.ts'
import { type App, createApp } from './app.ts'
import { type ChainFollower, createFollowedChain } from './chain/followed-chain.ts'
import { createLogger } from './observability/logger.ts'
import { createRouterEngine } from './router/router-engine.ts'
import { solveUnlimited } from './router/testing/unlimited-solver.ts'
import { ERROR_CASES, routerErrorCases } from './testing/error-cases.ts'

const KEY = { 'x-api-key': 'dev-enterprise' }

let devnet: TestDevnet
let chains: ChainFollower[]
let app: App

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum', 'base'] })
  chains = devnet.serviceConfig.chains.map((config) => createFollowedChain(config))
  await Promise.all(chains.map((chain) => chain.start()))
  const nowMs = () => performance.now()
  const keys = createMemoryKeyStore(devKeys({ playgroundOrigin: 'http://localhost:5173' }))
  const router = createRouterEngine({ chains, solver: solveUnlimited })
  const anonymous = { rates: { perSecond: 1000, burst: 1000 }, tokens: { perSecond: 1000, burst: 1000 } }
  app = createApp({
    router,
    chains,
    access: createAccess({ keys, nowMs, anonymous }),
    logger: createLogger('silent'),
    nowMs,
  })
})

afterAll(async () => {
  await Promise.all((chains ?? []).map((chain) => chain.stop()))
  await devnet?.stop()
})

describe('router over real pools', () => {
  it('prices and quotes the same trade, and the quote can be executed', async () => {
    const body = await trade()
    const price = v.parse(priceResponseSchema, await read(post('/router/v1/price', body))).result
    const quote = v.parse(quoteResponseSchema, await read(post('/router/v1/quote', body))).result
    expect(BigInt(price.effectiveOutputAmount)).toBeGreaterThan(0n)
    expect(BigInt(price.minOutputAmount)).toBeLessThan(BigInt(price.effectiveOutputAmount))
    expect(quote.effectiveOutputAmount).toBe(price.effectiveOutputAmount)
    expect(quote).toMatchObject({ revert: false, calldata: expect.stringMatching(/^0x[0-9a-f]{8}/) })
    expect(quote.router).toMatch(/^0x/)
  })

  it('lists the modules with pools', async () => {
    const response = app.fetch(new Request('http://service.test/router/liquidity', { headers: KEY }))
    const { chains: listed, liquidityModules } = v.parse(liquidityResponseSchema, await read(response))
    expect(listed).toEqual([
      { chainID: 'ethereum', networkID: 31337 },
      { chainID: 'base', networkID: 31338 },
    ])
    expect(liquidityModules.ethereum?.length).toBeGreaterThan(1)
  })

  it('offers the private RPCs of its config after they responded for their chain', async () => {
    const response = app.fetch(new Request('http://service.test/router/private-rpcs', { headers: KEY }))
    const { privateRpcs } = v.parse(privateRpcsResponseSchema, await read(response))
    expect(privateRpcs).toEqual(
      devnet.serviceConfig.chains.map(({ name, id, rpcUrls }) => ({
        chainID: name,
        networkID: id,
        url: `${rpcUrls[0]}/?private`,
      })),
    )
  })

  it('returns no solution for untraded tokens', async () => {
    const body = { ...(await trade()), outputToken: `0x${'ab'.repeat(20)}` }
    const response = await post('/router/v1/price', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      statusCode: 400,
      error: 'Unable to fetch a solution for the user request',
    })
  })

  it('rejects invalid requests with the exact errors of the interface', async () => {
    for (const refused of [...ERROR_CASES, ...routerErrorCases(await trade())]) {
      const headers = { ...(refused.key !== undefined && { 'x-api-key': refused.key }), ...refused.headers }
      const response = await post(refused.path, refused.body, headers)
      const { status: statusCode, error } = refused
      const { message: _, ...body } = await response.json()
      expect(body, `${refused.path}: ${refused.name}`).toEqual({ statusCode, error })
    }
  })
})

describe('catalogue of a real chain', () => {
  it('lists the native token and every token with a pool', async () => {
    const { data } = v.parse(
      tokensResponseSchema,
      await read(
        post('/tokens/graphql', { query: TOKENS_QUERY, variables: { chain: 'ethereum', limit: 100 } }),
      ),
    )
    const items = data?.tokens.items ?? []
    for (const symbol of ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC']) {
      expect(items.find((item) => item.symbol === symbol)).toMatchObject({ priority: expect.any(Number) })
    }
    expect(items.find((item) => item.tokenAddress === NATIVE_TOKEN)).toMatchObject({ decimals: 18 })
    expect(data?.tokens).toMatchObject({ total: items.length, hasMore: false })
    expect(items.map(({ priority }) => priority)).toEqual(
      items.map(({ priority }) => priority).sort((a, b) => b - a),
    )
    expect(items[0]?.priority).toBeGreaterThan(0)
  })

  it('filters and searches tokens', async () => {
    const usdc = devnet.chain().token('USDC')
    const byType = v.parse(
      tokensByTypeResponseSchema,
      await read(
        post('/tokens/graphql', {
          query: TOKENS_BY_TYPE_QUERY,
          variables: { chain: 'ETHEREUM', tokenType: 'stable' },
        }),
      ),
    )
    expect(byType.data?.tokensByType.items.map(({ symbol }) => symbol)).toContain('USDC')
    const found = v.parse(
      searchTokensResponseSchema,
      await read(
        post('/tokens/graphql', {
          query: SEARCH_TOKENS_QUERY,
          variables: { chain: 'ethereum', pattern: usdc.address.slice(2, 12).toUpperCase() },
        }),
      ),
    )
    expect(found.data?.searchTokens.items).toEqual([
      { tokenAddress: usdc.address, symbol: 'USDC', name: usdc.name },
    ])
  })
})

describe('exchange rates over real pools', () => {
  it("match the router's output in both directions and across chains", async () => {
    const weth = devnet.chain().token('WETH').address
    const usdc = devnet.chain().token('USDC').address
    const usdcOnBase = devnet.chain('base').token('USDC').address
    const rates = v
      .parse(
        ratesResponseSchema,
        await read(
          post('/rates', [
            pair('ethereum', weth, 'ethereum', usdc),
            pair('ethereum', usdc, 'ethereum', weth),
            pair('ethereum', NATIVE_TOKEN, 'ethereum', usdc),
            pair('ethereum', weth, 'base', usdcOnBase),
            pair('ethereum', `0x${'ab'.repeat(20)}`, 'ethereum', usdc),
          ]),
        ),
      )
      .map(({ price }) => price)
    const [there = 0, back = 0, native, across, unknown] = rates
    expect(Number(there) * Number(back)).toBeCloseTo(1, 12)
    expect(native).toBe(there)
    expect(across).toBe(there)
    expect(unknown).toBeNull()

    const body = { ...(await trade()), inputAmount: (10n ** 16n).toString() }
    const { result } = v.parse(priceResponseSchema, await read(post('/router/v1/price', body)))
    const paid = Number(result.outputAmount) / 1e6 / 0.01
    expect(Math.abs(paid / Number(there) - 1)).toBeLessThan(0.02)
  })

  it('are consistent for each pair, in both directions, and through any third token of any chain', async () => {
    const tokens = (['ethereum', 'base'] as const).flatMap((name) =>
      devnet.chain(name).manifest.tokens.map(({ address }) => ({ name, address })),
    )
    const request = async (pairs: ReturnType<typeof pair>[]) =>
      v.parse(ratesResponseSchema, await read(post('/rates', pairs))).map(({ price }) => price)
    const usdc = devnet.chain().token('USDC').address
    const known: ((typeof tokens)[number] & { price: number })[] = []
    for (let start = 0; start < tokens.length; start += 25) {
      const some = tokens.slice(start, start + 25)
      const prices = await request(some.map(({ name, address }) => pair(name, address, 'ethereum', usdc)))
      for (const [i, token] of some.entries()) if (prices[i]) known.push({ ...token, price: prices[i] })
    }
    expect(known.length).toBeGreaterThan(15)
    for (const [i, one] of known.entries()) {
      const other = known[(i * 7 + 3) % known.length]!
      const [there, back] = await request([
        pair(one.name, one.address, other.name, other.address),
        pair(other.name, other.address, one.name, one.address),
      ])
      expect(Number(there) / (one.price / other.price)).toBeCloseTo(1, 12)
      expect(Number(there) * Number(back)).toBeCloseTo(1, 12)
    }
  })
})

describe('health endpoint', () => {
  it('returns the block of each chain', async () => {
    const response = await app.fetch(new Request('http://service.test/healthz'))
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      status: 'up',
      chains: [{ chainID: 'ethereum', blockNumber: expect.stringMatching(/^[0-9]+$/), isStale: false }, {}],
    })
  })
})

async function trade() {
  const chain = devnet.chain()
  const user = chain.account(0)
  const amount = 10n ** 18n
  await chain.deal('WETH', user, 10n * amount)
  return {
    chainID: 'ethereum',
    inputToken: chain.token('WETH').address,
    outputToken: chain.token('USDC').address,
    inputAmount: amount.toString(),
    userAddress: user,
    outputReceiver: user,
    uniquePID: 'test',
    computeStable: true,
  }
}

function pair(from: string, fromToken: string, to: string, toToken: string) {
  return {
    domestic_blockchain: from,
    domestic_token: fromToken,
    foreign_blockchain: to,
    foreign_token: toToken,
  }
}

function post(path: string, body: unknown, headers: Record<string, string> = KEY): Promise<Response> {
  return app.fetch(
    new Request(`http://service.test${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
}

async function read(response: Promise<Response>): Promise<unknown> {
  return (await response).json()
}
