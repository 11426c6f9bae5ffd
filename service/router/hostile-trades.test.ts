import { describe, expect, it } from 'vitest'
import { NATIVE_TOKEN, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import type { QuoteResult } from '../../wire/quote.ts'
import type { PriceResult } from '../../wire/router.ts'
import { sampleAavePool } from '../modules/aave-v3/testing/sample-aave-pool.ts'
import { sampleAlgebraPool } from '../modules/algebra/testing/sample-algebra-pool.ts'
import { sampleAlgebraV1Pool } from '../modules/algebra/testing/sample-algebra-v1-pool.ts'
import { sampleWeightedPool } from '../modules/balancer-v2/testing/sample-weighted-pool.ts'
import { sampleBalancerV3Pool } from '../modules/balancer-v3/testing/sample-balancer-v3-pool.ts'
import type { Pool } from '../modules/core/pool.ts'
import { CODES } from '../modules/cryptoswap/crypto-code.ts'
import { sampleCryptoswapPool } from '../modules/cryptoswap/testing/sample-cryptoswap-pool.ts'
import { sampleVaultPool } from '../modules/erc4626/testing/sample-vault-pool.ts'
import { samplePsmPool } from '../modules/psm/testing/sample-psm-pool.ts'
import { sampleSlipstreamPool } from '../modules/slipstream/testing/sample-slipstream-pool.ts'
import { sampleSolidlyPool } from '../modules/solidly/testing/sample-solidly-pool.ts'
import { sampleStableswapPool } from '../modules/stableswap/testing/sample-stableswap-pool.ts'
import { sampleStableswapNgPool } from '../modules/stableswap-ng/testing/sample-stableswap-ng-pool.ts'
import { sampleAddress, sampleV3Pool } from '../modules/testing/sample-pools.ts'
import { sampleV4Pool } from '../modules/uniswap-v4/testing/sample-v4-pool.ts'
import { sampleWstEthPool } from '../modules/wsteth/testing/sample-wsteth-pool.ts'
import { createHostileTrades } from '../testing/hostile-trades.ts'
import { judgeTrade, type SoundTrade, type TradeWorld } from '../testing/judge-trade.ts'
import { createTestApp } from '../testing/test-app.ts'
import { createRouterEngine } from './router-engine.ts'
import { createSampleChain, dai, loner, samplePools, usdc, weth } from './testing/sample-chain.ts'

/** `npm test` draws the first of what `npm run proof fuzz` draws. */
const ROUNDS = process.env.SLUICE_FUZZ === 'all' ? 20_000 : 2_000
/** A search takes about 25 ms at most; the rest is for a machine that has more to do. */
const SLOWEST_MS = 30_000
const NO_SOLUTION = 'Unable to fetch a solution for the user request'
const E18 = 10n ** 18n

/** A concentrated pool of USDC and WETH. */
const TICKS = { tick: 196_260, positions: [{ lower: 180_000, upper: 210_000, delta: 10n ** 18n }] }

/** Pools of every kind with consistent prices, so that amounts of any size reach every curve. */
const POOLS: readonly Pool[] = [
  ...samplePools,
  sampleV3Pool(TICKS, { n: 12 }),
  sampleV4Pool(TICKS),
  sampleAlgebraPool(TICKS),
  sampleAlgebraV1Pool(TICKS),
  sampleSlipstreamPool(TICKS),
  sampleSolidlyPool(
    { reserve0: 900_000_000_000n, reserve1: 300n * E18 },
    { isStable: false, units: [10n ** 6n, E18] },
  ),
  sampleStableswapPool(
    { balances: [800_000n * E18 + 7n, 1_100_000_000_003n] },
    [1n, 10n ** 12n],
    [dai.address, usdc.address],
  ),
  sampleStableswapNgPool(
    { balances: [900_000n * E18 + 7n, 600_000_000_003n] },
    { decimals: [18, 6], tokens: [dai.address, usdc.address] },
  ),
  sampleCryptoswapPool(
    { balances: [900_000_000_000n, 310n * E18], priceScale: [E18, 3_000n * E18] },
    { code: CODES['v2.0.0'][2], decimals: [6, 18], tokens: [usdc.address, weth.address] },
  ),
  sampleWeightedPool({ balances: [3_000_000_000_000n, 1_000n * E18], weights: [E18 / 2n, E18 / 2n] }),
  sampleBalancerV3Pool(
    { balances: [700_000n * E18 + 3n, 900_000_000_001n] },
    { tokens: [dai.address, usdc.address] },
  ),
  samplePsmPool(
    { daiStock: 500_000n * E18, gemsHeld: 700_000_000_000n },
    { tokens: [usdc.address, dai.address] },
  ),
  sampleAavePool({}, [dai.address, loner.address]),
  sampleWstEthPool({ ether: 1_000_001n * E18, shares: 1_000_000n * E18 }, [dai.address, loner.address]),
  sampleVaultPool({ totalAssets: 1_000_000_000n, totalSupply: 1_000n * E18 }, [usdc.address, loner.address]),
]
const SOURCES = [
  'uniswap-v2',
  'delta-v2',
  'uniswap-v3',
  'balancer-v2',
  'balancer-v3',
  'aave-v3',
  'erc4626',
  'uniswap-v4',
  'algebra',
  'algebra-v1',
  'slipstream',
  'solidly',
  'curve',
  'curve-ng',
  'curve-tricrypto',
  'psm',
  'wsteth',
]
const MODULES = [...SOURCES, 'wrapped-native']

describe.each([
  ['/router/v1/price', 20_260_101],
  ['/router/v1/quote', 20_260_102],
])(`hostile requests to %s`, (path, seed) => {
  it(`get what the interface says, ${ROUNDS} times`, async () => {
    const chains = [getChain('ethereum', 31337), getChain('base', 31338)]
    const { app, logged } = createTestApp({ chains, router: createRouterEngine({ chains }) })
    const world = getWorld(chains, path)
    const next = createHostileTrades(seed, getPlaces(world))
    const counted: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round += 1) {
      const { bytes, contentType } = next()
      const about = `round ${round}: ${contentType} ${Buffer.from(bytes).toString('utf8').slice(0, 1_500)}`
      const started = performance.now()
      const response = await app.fetch(getRequest(path, bytes, contentType))
      expect(performance.now() - started, about).toBeLessThan(SLOWEST_MS)
      const verdict = judgeTrade({ bytes, contentType }, world)
      const answer = { status: response.status, body: await response.json() }
      counted[`${verdict.kind} ${answer.status}`] = (counted[`${verdict.kind} ${answer.status}`] ?? 0) + 1
      expect(response.headers.get('content-type'), about).toBe('application/json')
      switch (verdict.kind) {
        case 'wrong type':
          expect(answer, about).toEqual(refusal(415, 'Content-Type must be application/json'))
          break
        case 'too long':
          expect(answer, about).toEqual(refusal(413, 'Request body too large'))
          break
        case 'invalid': {
          const words = [...verdict.faults].map((parameter) => `Invalid ${parameter} provided`)
          expect({ words, ...answer.body }, about).toEqual({
            words,
            statusCode: 400,
            error: expect.any(String),
          })
          expect(words, `${answer.body.error} for ${about}`).toContain(answer.body.error)
          break
        }
        default:
          expectSound(answer, verdict.trade, about)
      }
    }
    // Each kind was really met.
    expect(counted['invalid 400']).toBeGreaterThan(ROUNDS / 2)
    expect(counted['sound 200']).toBeGreaterThan(ROUNDS / 25)
    expect(Math.min(counted['too long 413'] ?? 0, counted['wrong type 415'] ?? 0)).toBeGreaterThan(
      ROUNDS / 1_000,
    )
    expectQuietLog(logged)
    expect({}).not.toHaveProperty('polluted')
  })
})

function expectSound(answer: { status: number; body: SearchResult }, trade: SoundTrade, about: string) {
  if (answer.status === 503) {
    // The sample chain has no node for a simulation.
    expect(trade.wantsSimulation, about).toBe(true)
    return
  }
  if (answer.status === 400) {
    expect(answer, about).toEqual(refusal(400, NO_SOLUTION))
    return
  }
  const { statusCode, result } = answer.body
  expect({ status: answer.status, statusCode }, about).toEqual({ status: 200, statusCode: 200 })
  if (!result) throw new Error(`No result for ${about}`)
  const { slippageBps, partnerFeeBps } = trade
  const gross = BigInt(result.outputAmount)
  const net = BigInt(result.effectiveOutputAmount)
  const isNative = trade.inputToken === NATIVE_TOKEN.toLowerCase()
  const used = BigInt(result.effectiveInputAmount)
  const most = trade.isBuy ? BigInt(result.maxInputAmount ?? 0) : used
  expect(
    [result.inputToken, result.outputToken, result.inputSender, result.outputReceiver].map((address) =>
      address.toLowerCase(),
    ),
    about,
  ).toEqual([trade.inputToken, trade.outputToken, trade.userAddress, trade.outputReceiver])
  expect(result, about).toMatchObject({
    feeToken: result.outputToken,
    routingFee: '0',
    isNativeTokenInput: isNative,
    value: isNative ? most.toString() : '0',
  })
  expect(trade.modules, about).toEqual(
    expect.arrayContaining(result.liquidityModules.map(({ module }) => module)),
  )
  if (trade.isBuy) {
    expect([gross, net, BigInt(result.minOutputAmount)], about).toEqual([
      trade.amount,
      trade.amount,
      trade.amount,
    ])
    expect(most, about).toBeGreaterThanOrEqual(used)
    expect(most, about).toBeLessThanOrEqual((used * (10_000n + slippageBps)) / 10_000n + 1n)
    return
  }
  expect(BigInt(result.inputAmount), about).toBe(trade.amount)
  expect(trade.isPartial ? used <= trade.amount : used === trade.amount, about).toBe(true)
  expect(BigInt(result.partnerFee), about).toBe((gross * partnerFeeBps) / 10_000n)
  const kept = gross - BigInt(result.partnerFee) - BigInt(result.settlementFee ?? 0)
  expect(trade.sharesSurplus ? net <= kept : net === kept, about).toBe(true)
  const least = (net * (10_000n - slippageBps)) / 10_000n
  expect(BigInt(result.minOutputAmount), about).toBe(least > 0n ? least : 1n)
  if ('calldata' in result) expect(result.revert, about).toBe(false)
}

interface SearchResult {
  statusCode: number
  error?: string
  result?: PriceResult & Partial<QuoteResult>
}

/** Expects no unforeseen failure, and no text of a stranger in the log. */
function expectQuietLog(logged: readonly { level: string; fields: Record<string, unknown> }[]) {
  expect(logged.filter(({ level }) => level !== 'info')).toEqual([])
  expect(new Set(logged.flatMap(({ fields }) => Object.keys(fields)))).toEqual(
    new Set(['requestId', 'route', 'method', 'status', 'tier', 'keyId', 'durationMs']),
  )
  expect(new Set(logged.map(({ fields }) => `${fields.route} ${fields.keyId}`)).size).toBe(1)
}

function refusal(status: number, error: string) {
  return { status, body: { statusCode: status, error } }
}

function getRequest(path: string, bytes: Uint8Array, contentType: string): Request {
  const headers = { 'content-type': contentType, 'x-api-key': 'dev-enterprise' }
  return new Request(`http://service.test${path}`, { method: 'POST', headers, body: Buffer.from(bytes) })
}

function getChain(name: string, id: number) {
  const [source] = createSampleChain().config.sources
  if (!source) throw new Error('The sample configuration has no source')
  const sources = SOURCES.map((module, index) => ({ ...source, index, module }))
  return createSampleChain({ pools: POOLS, config: { name, id, sources }, hasNode: true })
}

function getWorld(chains: readonly ReturnType<typeof createSampleChain>[], path: string): TradeWorld {
  return {
    maxBodyBytes: 16 * 1024,
    chains: chains.map(({ config, tokens }) => ({
      name: config.name,
      id: config.id,
      modules: MODULES,
      forbidden: [
        ...[ZERO_ADDRESS, NATIVE_TOKEN],
        // A price pays no account, so it accepts accounts that no quote pays.
        ...(path.endsWith('quote') ? [1, 2, 0x11].map(sampleAddress) : []),
        ...[
          config.settlement,
          config.executor,
          config.permit2,
          config.multicall3,
          config.tickLens!,
          config.weth,
        ],
        ...config.sources.map(({ factory }) => factory),
        ...tokens().map(({ address }) => address),
        ...POOLS.map(({ address }) => address),
      ].map((address) => address.toLowerCase()),
    })),
  }
}

function getPlaces({ chains }: TradeWorld) {
  const [chain] = chains
  return {
    tokens: [NATIVE_TOKEN, ...[0xa1, 0xa2, 0xa3, 0xa5, 0xa6, 0xbad].map(sampleAddress)],
    people: [0x1001, 0x1002, 0x2002].map(sampleAddress),
    forbidden: chain?.forbidden ?? [],
    modules: MODULES,
  }
}
