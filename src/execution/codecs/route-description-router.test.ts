import { decodeFunctionData, type Hex, parseEventLogs } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestChain } from '../../../devnet/testing/devnet.ts'
import { routeDescriptionAbi } from '../../../wire/abi/route-description.ts'
import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import { minimumOutput } from '../../../wire/lib/amount.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import { descriptionFixture, encodeRouteDescription } from '../../testing/route-description.ts'
import { reasonsToAsk } from '../machine/terms.ts'
import { deployRouteRouter, erc20Data, type RouteRouter } from '../testing/route-router.ts'
import type { SwapBench, SwapBenchOptions } from '../testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../testing/swap-suite.ts'

let suite: SwapSuite
let chain: TestChain
let route: RouteRouter
let bench: SwapBench

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
  chain = suite.chain
  route = await deployRouteRouter(suite)
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})
afterEach(async () => {
  await suite.reset()
  for (const token of ['WETH', 'USDC', 'DAI']) await chain.approve(token, route.router, 0n)
})

async function open({ config, ...options }: Partial<SwapBenchOptions> = {}): Promise<void> {
  bench = await suite.open({ ...options, config: { ...route.config, ...config } })
  bench.tamper = (quote) => route.describe(quote)
}

function described(data: string | undefined) {
  const { args } = decodeFunctionData({ abi: routeDescriptionAbi, data: data as Hex })
  const [executor, desc, interactions] = args
  return { executor, desc, interactions }
}

describe('route-description router', () => {
  it('approves exactly the amount, signs the agreed minimum and reports the received amount', async () => {
    await open()
    const amount = 3n * 10n ** 18n
    const before = await chain.balanceOf('USDC', bench.account)
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount })
    bench.execution.start(intent)
    const { outcome, verified, terms } = await bench.reaches('completed')

    const [approval, swap] = bench.signed()
    expect(bench.signed()).toHaveLength(2)
    expect(approval?.data).toBe(erc20Data('approve', [route.router, amount]))
    expect(swap?.to.toLowerCase()).toBe(route.router.toLowerCase())
    // The minimum of the quote allowed twice the slippage.
    expect(BigInt(verified.quote.minOutputAmount)).toBeLessThan(terms.minOutputAmount)
    expect(terms.minOutputAmount).toBe(minimumOutput(BigInt(intent.price.effectiveOutputAmount), 50))
    expect(described(swap?.data).desc.minOutputAmount).toBe(terms.minOutputAmount)

    const received = (await chain.balanceOf('USDC', bench.account)) - before
    expect(outcome).toMatchObject({ paid: amount, received })
    expect(received).toBe(verified.outputAmount)
    expect(verified.simulation?.success).toBe(true)
  })

  it('sends the native token as value', async () => {
    await open()
    const amount = 10n ** 18n
    const before = await chain.balanceOf('USDC', bench.account)
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    const { outcome } = await bench.reaches('completed')
    expect(outcome.paid).toBe(amount)
    expect(outcome.received).toBe((await chain.balanceOf('USDC', bench.account)) - before)
    expect(bench.signed()).toHaveLength(1)
  })

  it('reads the received native amount from the event of the router', async () => {
    await open()
    const amount = 5_000n * 10n ** 18n
    await chain.approve('DAI', route.router, amount)
    const before = await chain.balanceOf(NATIVE_TOKEN, bench.account)
    bench.execution.start(await bench.intent({ input: 'DAI', output: 'eth', amount }))
    const { outcome } = await bench.reaches('completed')
    const after = await chain.balanceOf(NATIVE_TOKEN, bench.account)
    expect(outcome.received).toBe(after - before + outcome.gasPaidWei!)
  })

  it('shows an understated quote with its own amounts before signing', async () => {
    await open()
    bench.tamper = (quote) =>
      route.describe(quote, { desc: { outputAmount: 1n, effectiveOutputAmount: 1n, minOutputAmount: 1n } })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 18n }))
    const { terms, verified } = await bench.reaches('reconfirm')
    expect(reasonsToAsk({ terms }, verified)).toEqual(['worse-price'])
    expect(verified.outputAmount).toBeLessThan(terms.minOutputAmount)
    expect(bench.signed()).toEqual([])
  })

  it('fails in the simulation when the route delivers less than the minimum', async () => {
    await open()
    bench.tamper = (quote) => route.describe(quote, { interactions: [] })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 18n }))
    const { error } = await bench.reaches('failed')
    expect(error).toMatchObject({ code: 'SIMULATION_FAILED', details: 'NegativeSlippageLimit()' })
    expect(bench.signed()).toEqual([])
  })

  it('rejects a quote made for another receiver', async () => {
    await open()
    bench.tamper = (quote) => route.describe(quote, { desc: { outputReceiver: chain.account(7) } })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 18n }))
    const { error } = await bench.reaches('failed')
    expect(error).toMatchObject({
      code: 'QUOTE_MISMATCH',
      details: expect.stringMatching(/^calldata\.outputReceiver/),
    })
    expect(bench.signed()).toEqual([])
  })
})

describe('route-description router without simulation', () => {
  const reader = { simulate: async () => undefined }
  const amount = 10n ** 18n

  it('fails as unverifiable, because the router does not measure the received amount', async () => {
    await open({ reader })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'UNVERIFIABLE' } })
    expect(bench.signed()).toEqual([])
  })

  it('waits for the user when the host allows unverified swaps, and still enforces the minimum', async () => {
    await open({ reader, config: { verification: 'warn' } })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    const { terms, verified } = await bench.reaches('reconfirm')
    expect(reasonsToAsk({ terms }, verified)).toEqual(['unchecked'])
    expect(bench.signed()).toEqual([])
    bench.execution.accept()
    await bench.reaches('completed')
    expect(described(bench.signed()[0]?.data).desc.minOutputAmount).toBe(terms.minOutputAmount)
  })
})

describe('fee-on-transfer output', () => {
  /**
   * ZOLL burns 1 % of every transfer. The executor pays from its own balance, because ZOLL has no
   * route.
   */
  const start = async (options: Partial<SwapBenchOptions>) => {
    const toll = chain.token('ZOLL')
    const usdc = chain.token('USDC').address
    const { router } = suite.service.clients
    const quote: typeof router.quote = (request, call) =>
      router.quote({ ...request, outputToken: usdc }, call)
    const clients = { ...suite.service.clients, router: { ...router, quote } }
    await open({ ...options, service: { ...suite.service, clients } })
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 18n })
    bench.tamper = async (answer) => {
      // The transfer to the router was already taxed once.
      const brought = (BigInt(answer.effectiveOutputAmount) * 100n) / 99n + 1n
      await chain.deal('ZOLL', route.executor, brought)
      const pay = {
        target: toll.address,
        value: 0n,
        callData: erc20Data('transfer', [route.router, brought]),
      }
      return route.describe({ ...answer, outputToken: toll.address }, { interactions: [pay] })
    }
    bench.execution.start({ ...intent, outputToken: { ...intent.outputToken, ...toll } })
  }

  it('rejects the swap after the simulation', async () => {
    await start({})
    const { error } = await bench.reaches('failed')
    expect(error).toMatchObject({
      code: 'QUOTE_MISMATCH',
      details: expect.stringMatching(/^simulation, /),
    })
    expect(bench.signed()).toEqual([])
  })

  it('reports the amount that arrived, not the amount that was paid out', async () => {
    await start({ reader: { simulate: async () => undefined }, config: { verification: 'warn' } })
    await bench.reaches('reconfirm')
    const before = await chain.balanceOf('ZOLL', bench.account)
    bench.execution.accept()
    const { outcome, terms } = await bench.reaches('completed')
    expect(outcome.received).toBe((await chain.balanceOf('ZOLL', bench.account)) - before)
    expect(outcome.received).toBeLessThan(terms.minOutputAmount)
  })
})

describe('payout of the router', () => {
  const partner = '0x7ea5000000000000000000000000000000000003'
  const usdc = () => chain.token('USDC').address

  /** Swaps one wei for an amount that the executor pays from its own balance. */
  async function swap(brought: bigint, shares: Partial<typeof descriptionFixture>) {
    const data = encodeRouteDescription({
      executor: route.executor,
      desc: {
        ...descriptionFixture,
        inputToken: NATIVE_TOKEN,
        outputToken: usdc(),
        inputReceiver: route.executor,
        outputReceiver: chain.account(8),
        partnerAddress: partner,
        inputAmount: 1n,
        minOutputAmount: 1n,
        ...shares,
      },
      interactions: [{ target: usdc(), value: 0n, callData: erc20Data('transfer', [route.router, brought]) }],
    })
    await chain.deal('USDC', route.executor, brought)
    const hash = await chain.send({ to: route.router, data, value: 1n })
    const { logs } = await chain.publicClient.getTransactionReceipt({ hash })
    const [event] = parseEventLogs({ abi: routeDescriptionAbi, eventName: 'Routed', logs })
    if (!event) throw new Error('The router emitted no event')
    return event.args
  }

  it('pays the receiver the whole output up to the effective output, whatever the shares', async () => {
    const { below } = createRandom(7)
    for (let i = 0; i < 24; i += 1) {
      const effectiveOutputAmount = 1_000_000n + BigInt(below(1_000_000))
      const outputAmount = effectiveOutputAmount + BigInt(below(3) * below(100_000))
      const brought = effectiveOutputAmount - 100_000n + BigInt(below(400_000))
      const partnerSlippageShare = BigInt(below(3_301))
      const before = await chain.balanceOf('USDC', chain.account(8))
      const { finalOutputAmount } = await swap(brought, {
        effectiveOutputAmount,
        outputAmount,
        routingFee: BigInt(below(1_000)),
        partnerFee: BigInt(below(1_000)),
        partnerSurplusShare: BigInt(below(5_001)),
        partnerSlippageShare,
        protocolSlippageShare: 10_000n - partnerSlippageShare - BigInt(below(3) * below(1_000)),
      })
      const received = (await chain.balanceOf('USDC', chain.account(8))) - before
      expect(received).toBe(finalOutputAmount)
      const promised = brought < effectiveOutputAmount ? brought : effectiveOutputAmount
      expect(received).toBeGreaterThanOrEqual(promised)
    }
  })
})

// Moves the market permanently, so this has to be the last test.
describe('front-run swap', () => {
  it('reverts when another trade moves the price beyond the slippage', async () => {
    await open()
    const amount = 10n ** 18n
    const whale = chain.account(6)
    await chain.deal(NATIVE_TOKEN, whale, 10n ** 24n)
    const overtaking = await whaleQuote(whale)
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount })
    const before = await chain.balanceOf('USDC', bench.account)

    await chain.testClient.setAutomine(false)
    bench.execution.start(intent)
    const { hash } = await bench.reaches('watching')
    await chain.wallet(6).sendTransaction({
      to: suite.settlement,
      data: overtaking.calldata ?? '0x',
      value: BigInt(overtaking.value),
      gas: 8_000_000n,
      maxPriorityFeePerGas: 10n ** 12n,
      maxFeePerGas: 10n ** 13n,
    })
    await chain.testClient.mine({ blocks: 1 })
    expect(await bench.reaches('failed')).toMatchObject({
      hash,
      error: { code: 'SLIPPAGE_EXCEEDED' },
    })
    expect(await chain.balanceOf('USDC', bench.account)).toBe(before)

    const [swap] = bench.signed()
    const { executor, desc, interactions } = described(swap?.data)
    const again = (minOutputAmount: bigint) =>
      bench.chain.simulate({
        chainId: chain.manifest.id,
        from: bench.account,
        calls: [
          {
            to: route.router,
            data: encodeRouteDescription({ executor, desc: { ...desc, minOutputAmount }, interactions }),
            value: amount,
          },
        ],
        accounts: [],
        tokens: [],
      })
    expect(await again(desc.minOutputAmount)).toMatchObject({ error: 'NegativeSlippageLimit()' })
    expect(await again(1n)).toMatchObject({ success: true })
  })

  async function whaleQuote(whale: `0x${string}`): Promise<QuoteResult> {
    await suite.service.caughtUp()
    const { value } = await suite.service.clients.router.quote({
      networkID: chain.manifest.id,
      inputToken: NATIVE_TOKEN,
      outputToken: chain.token('USDC').address,
      inputAmount: (5_000n * 10n ** 18n).toString(),
      userAddress: whale,
      outputReceiver: whale,
      uniquePID: 'sluice-tests',
      slippage: 5_000,
      deadlineSeconds: 604_800,
    })
    return value
  }
})
