import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { decodeSwap, encodeSwap } from '../../contracts/testing/settlement-calldata.ts'
import { type Hex, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { maximumInput } from '../../wire/lib/amount.ts'
import type { QuoteResult } from '../../wire/quote.ts'
import type { SwapBench, SwapBenchOptions } from './testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from './testing/swap-suite.ts'

let suite: SwapSuite
let bench: SwapBench

beforeAll(async () => {
  // Wallets announce themselves on `window`.
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
})
afterEach(() => suite.reset())
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})

const open = async (options?: Partial<SwapBenchOptions>) => {
  bench = await suite.open(options)
}
const USDC_BOUGHT = 2_500n * 10n ** 6n
const trade = (data: string) => decodeSwap(data as Hex)?.trade

describe('purchase', () => {
  it('passes the signed maximum input to the host hook', async () => {
    const asked: { inputAmount: string; maxInputAmount: string }[] = []
    await open({ config: { hooks: { onBeforeSwap: (request) => void asked.push(request) } } })
    bench.execution.start(
      await bench.intent({ input: 'eth', output: 'USDC', amount: USDC_BOUGHT, buys: true }),
    )
    const { verified } = await bench.reaches('completed')
    expect(asked).toMatchObject([
      {
        inputAmount: `${verified.inputAmount}`,
        maxInputAmount: `${verified.maxInputAmount}`,
        value: `${verified.value}`,
      },
    ])
    expect(verified.maxInputAmount).toBeGreaterThan(verified.inputAmount)
  })

  it('approves the maximum, delivers the exact amount and takes no more than the cost', async () => {
    await open()
    const { chain } = suite
    const account = bench.account
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: USDC_BOUGHT, buys: true })
    const most = maximumInput(intent.inputAmount, 50)
    const before = {
      weth: await chain.balanceOf('WETH', account),
      usdc: await chain.balanceOf('USDC', account),
    }

    bench.execution.start(intent)
    const { plan } = await bench.reaches('approving')
    expect(plan).toMatchObject({ steps: ['approval'], amount: most })
    const { outcome, verified } = await bench.reaches('completed')

    expect((await chain.balanceOf('USDC', account)) - before.usdc).toBe(USDC_BOUGHT)
    const paid = before.weth - (await chain.balanceOf('WETH', account))
    expect(outcome).toMatchObject({ paid, received: USDC_BOUGHT })
    expect(paid).toBe(verified.inputAmount)
    expect(paid).toBeLessThan(most)
    expect(verified.maxInputAmount).toBeLessThanOrEqual(most)
    expect(trade(bench.signed().at(-1)?.data ?? '0x')).toMatchObject({
      inputAmount: verified.maxInputAmount,
      minOutputAmount: USDC_BOUGHT,
    })
  })

  it('sends the maximum of the native token and receives the rest back', async () => {
    await open()
    const { chain } = suite
    const account = bench.account
    const balance = () => chain.publicClient.getBalance({ address: account })
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: USDC_BOUGHT, buys: true })
    const before = { eth: await balance(), usdc: await chain.balanceOf('USDC', account) }

    bench.execution.start(intent)
    const { outcome, verified } = await bench.reaches('completed')

    expect((await chain.balanceOf('USDC', account)) - before.usdc).toBe(USDC_BOUGHT)
    expect(outcome.paid).toBe(before.eth - (await balance()) - outcome.gasPaidWei!)
    expect(verified.value).toBe(maximumInput(verified.inputAmount, 50))
    expect(outcome.paid).toBeLessThan(verified.value)
    expect(bench.approvals()).toEqual([])
  })

  it('delivers the exact amount of the native token', async () => {
    await open()
    const { chain } = suite
    const account = bench.account
    await chain.approve('DAI', suite.settlement, 10n ** 24n)
    const before = await chain.publicClient.getBalance({ address: account })
    bench.execution.start(await bench.intent({ input: 'DAI', output: 'eth', amount: 10n ** 18n, buys: true }))
    const { outcome } = await bench.reaches('completed')
    const after = await chain.publicClient.getBalance({ address: account })
    expect(after - before + outcome.gasPaidWei!).toBe(10n ** 18n)
    expect(outcome.received).toBe(10n ** 18n)
  })

  it('is rejected before the wallet opens when the balance covers the estimate but not the maximum', async () => {
    await open()
    const { chain } = suite
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: USDC_BOUGHT, buys: true })
    await chain.deal('WETH', bench.account, intent.inputAmount)
    bench.execution.start(intent)
    const { error } = await bench.reaches('failed')
    expect(error.code).toBe('INSUFFICIENT_BALANCE')
    expect(bench.signed()).toEqual([])
  })

  it('needs another confirmation when the firm quote costs more, and takes no more than was accepted', async () => {
    await open()
    await suite.chain.approve('DAI', suite.settlement, 10n ** 24n)
    const intent = await bench.intent({ input: 'DAI', output: 'WETH', amount: 10n ** 18n, buys: true })
    // The screen showed one percent less than the cost.
    const shown = { ...intent, inputAmount: (intent.inputAmount * 99n) / 100n }
    bench.execution.start(shown)
    const { verified, terms } = await bench.reaches('reconfirm')
    expect(terms.maxInputAmount).toBe(maximumInput(shown.inputAmount, 50))
    expect(verified.inputAmount).toBeGreaterThan(terms.maxInputAmount)
    expect(bench.signed()).toEqual([])
    bench.execution.accept()
    const { outcome } = await bench.reaches('completed')
    expect(outcome.paid).toBeLessThanOrEqual(verified.maxInputAmount)
    expect(trade(bench.signed().at(-1)?.data ?? '0x')?.inputAmount).toBe(verified.maxInputAmount)
  })
})

describe('purchase whose price rises while its approval is mined', () => {
  /** Sells so much ether for dollars that each dollar costs more of it. */
  async function moveMarket(): Promise<void> {
    const { chain, service } = suite
    const account = chain.account(2)
    await service.caughtUp()
    const { value: quote } = await service.clients.router.quote({
      networkID: chain.manifest.id,
      inputToken: NATIVE_TOKEN,
      outputToken: chain.token('USDC').address,
      inputAmount: (200n * 10n ** 18n).toString(),
      userAddress: account,
      outputReceiver: account,
      uniquePID: service.config.integrator,
      slippage: 500,
    })
    await chain.publicClient.request({
      method: 'eth_sendTransaction',
      params: [
        {
          from: account,
          to: quote.router,
          data: quote.calldata,
          value: `0x${(200n * 10n ** 18n).toString(16)}`,
        },
      ],
    } as never)
  }

  it('is shown again, approved once more for the larger amount, and delivered', async () => {
    await open({
      onWallet: ({ behavior }) => {
        behavior.delayMs = 1_500
      },
    })
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: USDC_BOUGHT, buys: true })
    bench.execution.start(intent)
    const { plan } = await bench.reaches('approving')
    await moveMarket()
    const { verified, terms } = await bench.reaches('reconfirm')
    expect(verified.maxInputAmount).toBeGreaterThan(terms.maxInputAmount)
    expect(verified.approvals?.amount).toBe(verified.maxInputAmount)
    bench.execution.accept()
    const { outcome, done } = await bench.reaches('completed')
    expect(outcome.received).toBe(USDC_BOUGHT)
    expect(done).toMatchObject([
      { type: 'approval', amount: plan.amount },
      { type: 'approval', amount: verified.maxInputAmount },
    ])
  })
})

describe('service that sells the whole maximum instead of buying', () => {
  const sellsAll = (quote: QuoteResult): QuoteResult => {
    const call = decodeSwap(quote.calldata ?? '0x')
    if (!call) throw new Error('no swap')
    // Without the prefix and the amount of a buying route. One step is the same in either order.
    return { ...quote, calldata: encodeSwap({ ...call, route: `0x${call.route.slice(2 + 66)}` }) }
  }

  it('is detected by the simulation, so the real cost is shown and confirmed', async () => {
    await open({ config: { routing: { modulesFilter: ['uniswap-v3'] } } })
    await suite.chain.approve('WETH', suite.settlement, 10n ** 24n)
    const intent = await bench.intent({
      input: 'WETH',
      output: 'USDC',
      amount: USDC_BOUGHT / 100n,
      buys: true,
    })
    bench.tamper = sellsAll
    bench.execution.start(intent)
    const { verified } = await bench.reaches('reconfirm')
    expect(verified.inputAmount).toBe(verified.maxInputAmount)
    expect(bench.signed()).toEqual([])
  })
})
