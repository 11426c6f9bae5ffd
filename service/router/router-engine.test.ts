import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { type PriceRequest, priceRequestSchema } from '../../wire/price-request.ts'
import { quoteResultSchema } from '../../wire/quote.ts'
import { priceResultSchema } from '../../wire/router.ts'
import { sampleStableswapNgPool } from '../modules/stableswap-ng/testing/sample-stableswap-ng-pool.ts'
import { sampleAddress } from '../modules/testing/sample-pools.ts'
import { createRouterEngine } from './router-engine.ts'
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
} from './testing/sample-chain.ts'
import { solveUnlimited } from './testing/unlimited-solver.ts'

const E18 = 10n ** 18n
const NO_SOLUTION = 'Unable to fetch a solution for the user request'
const router = createRouterEngine({ chains: [createSampleChain()], solver: solveUnlimited })
const price = (changes?: Partial<PriceRequest>) => router.price(sampleRequest(changes))

describe('a price', () => {
  it('has the fields of the API and calls no node', async () => {
    const result = await price({ computeStable: true })
    expect(v.is(priceResultSchema, result)).toBe(true)
    expect(result).toMatchObject({
      inputToken: weth.address,
      outputToken: usdc.address,
      feeToken: usdc.address,
      inputSender: USER,
      inputAmount: E18.toString(),
      effectiveInputAmount: E18.toString(),
      routingFee: '0',
      isNativeTokenInput: false,
      value: '0',
      blockNumber: 7,
      inputAmountUSD: '3000',
    })
    const gross = BigInt(result.outputAmount)
    const net = gross - (gross * 3n) / 10_000n
    expect(result.settlementFee).toBe((gross - net).toString())
    expect(result.effectiveOutputAmount).toBe(net.toString())
    expect(result.minOutputAmount).toBe(((net * 9_950n) / 10_000n).toString())
  })

  it('omits USD values by default, and returns null for unknown values', async () => {
    expect(await price()).not.toHaveProperty('inputAmountUSD')
    const unpriced = createRouterEngine({
      chains: [createSampleChain({ config: { referenceStable: loner.address } })],
    })
    const result = await unpriced.price(sampleRequest({ computeStable: true }))
    expect(result).toMatchObject({ inputAmountUSD: null, outputAmountUSD: null, gasCostUSD: null })
    expect(result.settlementFee).not.toBe('0')
  })

  it('has a large impact in a pool of a worthless token and a small impact in the other direction', async () => {
    const lopsided = sampleStableswapNgPool(
      { balances: [57n * 10n ** 24n, 2n * 10n ** 9n], amplification: 2_700n },
      { decimals: [18, 18], tokens: [loner.address, weth.address] },
    )
    const shared = { index: 11, module: lopsided.module, name: lopsided.origin.name }
    const source = { ...shared, kind: 'stableswap-ng', factory: sampleAddress(0xfac) } as const
    const chain = createSampleChain({ pools: [...samplePools, lopsided], config: { sources: [source] } })
    const engine = createRouterEngine({ chains: [chain], solver: solveUnlimited })
    const small = { inputToken: weth.address, outputToken: loner.address, computeStable: true }
    for (const inputAmount of ['1000000', '100000000', '10000000000']) {
      const { priceImpactBps } = await engine.price(sampleRequest({ ...small, inputAmount }))
      expect(Number(priceImpactBps)).toBeGreaterThan(0)
      expect(Number(priceImpactBps)).toBeLessThanOrEqual(10_000)
    }
  })

  it('lists its steps in order', async () => {
    const result = await price({ inputToken: wbtc.address, outputToken: dai.address, inputAmount: '1000000' })
    expect(result.liquidityModules.map(({ path }) => path.map((token) => token.toLowerCase()))).toEqual([
      [wbtc.address, weth.address],
      [weth.address, usdc.address],
      [usdc.address, dai.address],
    ])
    expect(
      result.liquidityModules.every(({ portionBps, kind }) => portionBps === 10_000 && kind === 'dex'),
    ).toBe(true)
  })

  it('trades the native token as its wrapped token, and wraps one to one', async () => {
    const sold = await price({ inputToken: NATIVE_TOKEN })
    expect(sold).toMatchObject({ isNativeTokenInput: true, value: E18.toString(), inputToken: NATIVE_TOKEN })
    expect(sold.outputAmount).toBe((await price()).outputAmount)
    const wrapped = await price({ inputToken: NATIVE_TOKEN, outputToken: weth.address })
    expect(wrapped).toMatchObject({ outputAmount: E18.toString(), surgeValue: 0 })
    expect(wrapped.liquidityModules).toMatchObject([{ module: 'wrapped-native', kind: 'wrap' }])
  })

  it('subtracts the partner fee from the output', async () => {
    const plain = await price()
    const shared = await price({
      partnerFee: 100,
      partnerAddress: '0x0000000000000000000000000000000000002002',
    })
    const gross = BigInt(plain.outputAmount)
    expect(shared.outputAmount).toBe(plain.outputAmount)
    expect(shared.partnerFee).toBe((gross / 100n).toString())
    expect(BigInt(shared.effectiveOutputAmount)).toBe(BigInt(plain.effectiveOutputAmount) - gross / 100n)
  })

  it('uses only permitted modules', async () => {
    const cheap = await price({ inputAmount: '1000000000', modulesFilter: ['delta-v2'] }).catch(String)
    expect(cheap).toContain(NO_SOLUTION)
    const only = await price({ modulesFilter: ['delta-v2'] })
    expect(only.liquidityModules.map(({ module }) => module)).toEqual(['delta-v2'])
    await expect(price({ modulesFilter: ['wrapped-native'] })).rejects.toThrow(NO_SOLUTION)
    await expect(price({ modulesFilter: ['delta-v2'], modulesDisabled: ['delta-v2'] })).rejects.toThrow(
      NO_SOLUTION,
    )
    await expect(
      price({ inputToken: NATIVE_TOKEN, outputToken: weth.address, modulesDisabled: ['wrapped-native'] }),
    ).rejects.toThrow(NO_SOLUTION)
  })

  it('has no solution for untraded tokens, taxed tokens, and amounts beyond the liquidity', async () => {
    await expect(price({ outputToken: loner.address })).rejects.toThrow(NO_SOLUTION)
    await expect(price({ inputAmount: (2n ** 159n).toString() })).rejects.toThrow(NO_SOLUTION)
    const taxing = createSampleChain()
    taxing.setTaxed(usdc.address)
    const other = createRouterEngine({ chains: [taxing] })
    await expect(other.price(sampleRequest())).rejects.toThrow(NO_SOLUTION)
  })

  it('rejects a pool as the receiver', async () => {
    await expect(price({ outputReceiver: samplePools[0]!.address })).rejects.toThrow(
      'Invalid outputReceiver provided',
    )
  })

  it('is rejected while the head is stale', async () => {
    const chain = createSampleChain()
    chain.setStale()
    const stale = createRouterEngine({ chains: [chain] })
    await expect(stale.price(sampleRequest())).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
  })

  it('includes the loss of selling back, also in fast mode', async () => {
    expect((await price()).surgeValue).toBe(1)
    expect((await price({ fastMode: true })).surgeValue).toBe(1)
  })

  it('accepts accounts that a quote rejects', async () => {
    const precompile: Address = '0x0000000000000000000000000000000000000001'
    const request = sampleRequest({ userAddress: precompile, outputReceiver: precompile })
    expect((await router.price(request)).inputSender).toBe(precompile)
    await expect(router.quote(request)).rejects.toThrow('Invalid userAddress provided')
  })

  it('accepts a network id as the chain, and module ids with underscores', async () => {
    for (const chainID of [31337, '31337']) {
      const request = v.parse(priceRequestSchema, {
        ...sampleRequest(),
        chainID,
        modulesFilter: ['uniswap_v2', 'delta_v2'],
      })
      expect((await router.price(request)).liquidityModules).not.toEqual([])
    }
    await expect(price({ chainID: '31337', networkID: 1 })).rejects.toThrow('Invalid networkID provided')
    await expect(price({ chainID: '1' })).rejects.toThrow('Invalid chainID provided')
  })

  it('includes USD values of effective amounts by default', async () => {
    const result = await price()
    expect(Number(result.effectiveInputAmountUSD)).toBeGreaterThan(1_000)
    expect(Number(result.effectiveOutputAmountUSD)).toBeGreaterThan(1_000)
    expect(result.estimatedNetSurplus).toBe('0')
    expect(result.inputAmountUSD).toBeUndefined()
  })

  it('includes USD values of each amount: of a purchase without fees, and of both inputs of a partial fill', async () => {
    const fee = { partnerFee: 1_000, partnerAddress: sampleAddress(0x1234) }
    const bought = await price({
      ...{ orderType: 'BUY', outputAmount: '100000000' },
      ...{ ...fee, computeStable: true },
    })
    expect(bought).toMatchObject({ outputAmount: '100000000', outputAmountUSD: '100' })
    expect(bought.effectiveOutputAmountUSD).toBe('100')
    expect(Number(bought.feeCostUSD)).toBeGreaterThan(10)

    const wanted = { inputAmount: (1_000n * E18).toString(), isPartialFill: true, slippage: 100 }
    const part = await price({ ...wanted, computeStable: true })
    expect(part.inputAmountUSD).toBe('3000000')
    const filled = Number(part.effectiveInputAmount) / 1e18
    expect(filled).toBeLessThan(100)
    expect(Number(part.effectiveInputAmountUSD)).toBeCloseTo(3_000 * filled, 3)
  })
})

describe('a quote', () => {
  it('can be requested without a simulation', async () => {
    const now = 1_700_000_100_000
    const engine = createRouterEngine({ chains: [createSampleChain({ hasNode: true })], now: () => now })
    const result = await engine.quote(sampleRequest({ computeEstimate: false, deadlineSeconds: 60 }))
    expect(v.is(quoteResultSchema, result)).toBe(true)
    expect(result).toMatchObject({ revert: false, simulation: null, lowBalance: false })
    expect(result.calldata).toMatch(/^0x8037a0ec/)
    expect(result.computationUnits).toBeGreaterThan(100_000)
    expect(result.expiresAt).toBe(new Date(now + 60_000).toISOString())
  })

  it('uses the later of two clocks for its deadline', async () => {
    const engine = createRouterEngine({
      chains: [createSampleChain({ hasNode: true })],
      now: () => 1_600_000_000_000,
    })
    const result = await engine.quote(sampleRequest({ computeEstimate: false }))
    expect(result.expiresAt).toBe(new Date((1_700_000_000 + 120) * 1000).toISOString())
  })

  it('has no calldata if surge protection rejects it', async () => {
    const large = sampleRequest({ inputAmount: (500n * E18).toString(), surgeProtection: true })
    const engine = createRouterEngine({
      chains: [createSampleChain({ hasNode: true })],
      solver: solveUnlimited,
    })
    const result = await engine.quote(large)
    expect(result).toMatchObject({ revert: true, error: expect.stringContaining('Surge protection') })
    expect(result.calldata).toBeUndefined()
  })

  it.each([{}, { computeEstimate: false }])('is unavailable without a node: %o', async (changes) => {
    await expect(router.quote(sampleRequest(changes))).rejects.toMatchObject({ status: 503 })
  })
})

describe('the list of modules', () => {
  it('includes modules with a pool that can trade', () => {
    expect(router.liquidity()).toEqual({
      chains: [{ chainID: 'ethereum', networkID: 31337 }],
      liquidityModules: { ethereum: ['delta-v2', 'uniswap-v2', 'wrapped-native'] },
    })
  })

  it('excludes modules without such a pool', () => {
    const broken = pair(1, [usdc, 0n], [weth, 0n], 'delta-v2')
    const engine = createRouterEngine({ chains: [createSampleChain({ pools: [broken] })] })
    expect(engine.liquidity().liquidityModules).toEqual({ ethereum: ['wrapped-native'] })
  })
})
