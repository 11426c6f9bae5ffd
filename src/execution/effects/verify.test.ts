import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestChain } from '../../../testing/devnet.ts'
import type { SwapBench, SwapBenchOptions } from '../../../testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../../../testing/swap-suite.ts'
import { settlementAbi } from '../../abi/settlement.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Address, Hex } from '../../lib/address.ts'
import type { QuoteResult } from '../../wire/quote.ts'
import type { SettlementTrade } from '../codecs/settlement-codec.ts'
import { reasonsToAsk } from '../machine/terms.ts'

let suite: SwapSuite
let chain: TestChain
let settlement: Address
let bench: SwapBench

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
  chain = suite.chain
  settlement = suite.settlement
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})
afterEach(() => suite.reset())

async function open(options: Partial<SwapBenchOptions> = {}): Promise<void> {
  bench = await suite.open(options)
}

describe('the network fee', () => {
  it('that cannot be paid is told before anything is signed', async () => {
    await open()
    const intent = await bench.intent({ input: 'DAI', output: 'USDC', amount: 10n ** 20n })
    const balance = await chain.publicClient.getBalance({ address: bench.account })
    await chain.testClient.setBalance({ address: bench.account, value: 1n })
    bench.execution.start(intent)
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'INSUFFICIENT_GAS' } })
    expect(bench.signed()).toEqual([])
    await chain.testClient.setBalance({ address: bench.account, value: balance })
  })
})

describe('a quote that is not what the screen says is refused before any signature', () => {
  const getStranger = () => chain.account(7)
  const refused = async (code: string, field?: string) => {
    const { error } = await bench.reaches('failed')
    expect(error).toMatchObject({ code })
    if (field) expect(error.details).toMatch(new RegExp(`^${field}`))
    expect(bench.signed()).toEqual([])
  }
  const start = async () =>
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))

  /** Replaces a word of the calldata. The fields of the trade start at the fourth word. */
  const withWord = (index: number, word: bigint) => async (quote: { calldata?: Hex | undefined }) => {
    const data = quote.calldata ?? '0x'
    // After the selector: the ten words of the trade, then two offsets.
    const at = 10 + index * 64
    return `${data.slice(0, at)}${word.toString(16).padStart(64, '0')}${data.slice(at + 64)}` as Hex
  }

  it('another router', async () => {
    await open()
    bench.tamper = (quote) => ({ ...quote, router: getStranger() })
    await start()
    await refused('UNTRUSTED_ROUTER')
  })

  it('another recipient', async () => {
    await open()
    bench.tamper = async (quote) => ({
      ...quote,
      calldata: await withWord(4, BigInt(getStranger()))(quote),
    })
    await start()
    await refused('QUOTE_MISMATCH', 'calldata\\.outputReceiver')
    expect(bench.execution.getState()).toMatchObject({ error: { supportId: expect.any(String) } })
  })

  it('a lower minimum', async () => {
    await open()
    bench.tamper = async (quote) => ({ ...quote, calldata: await withWord(3, 1n)(quote) })
    await start()
    await refused('QUOTE_MISMATCH', 'calldata\\.minOutputAmount')
  })

  it('another partner', async () => {
    await open()
    bench.tamper = async (quote) => ({
      ...quote,
      calldata: await withWord(5, BigInt(getStranger()))(quote),
    })
    await start()
    await refused('QUOTE_MISMATCH', 'calldata\\.partner')
  })

  it('another value', async () => {
    await open()
    bench.tamper = (quote) => ({ ...quote, value: (10n ** 18n).toString() })
    await start()
    await refused('QUOTE_MISMATCH', 'value')
  })

  it('a route that pays less than the quote says', async () => {
    await open()
    const lie = 2n
    bench.tamper = async (quote) => ({
      ...quote,
      effectiveOutputAmount: (BigInt(quote.effectiveOutputAmount) * lie).toString(),
      settlementFee: (BigInt(quote.settlementFee ?? '0') * lie).toString(),
      calldata: await withWord(3, BigInt(quote.minOutputAmount) * lie + 1n)(quote),
    })
    await start()
    await refused('SIMULATION_FAILED', 'InsufficientOutput')
  })
})

describe('a firm quote that is worse than shown', () => {
  const worse = async (bps: bigint) => {
    await open()
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n })
    const shown = (BigInt(intent.price.effectiveOutputAmount) * 10_000n) / (10_000n - bps)
    return { ...intent, price: { ...intent.price, effectiveOutputAmount: shown.toString() } }
  }

  it('by no more than the tolerance is signed without asking, with the minimum that was shown', async () => {
    const intent = await worse(9n)
    bench.execution.start(intent)
    const { verified, terms } = await bench.reaches('completed')
    expect(verified.minOutputAmount).toBe(terms.minOutputAmount)
    expect(bench.stages()).not.toContain('reconfirm')
  })

  it('by more stops, and goes on when accepted', async () => {
    const intent = await worse(100n)
    bench.execution.start(intent)
    const { verified, terms } = await bench.reaches('reconfirm')
    expect(verified.outputAmount).toBeLessThan(terms.outputAmount)
    expect(bench.signed()).toEqual([])
    bench.execution.accept()
    const completed = await bench.reaches('completed')
    expect(completed.terms.outputAmount).toBe(verified.outputAmount)
  })

  it('ends without a trace when declined', async () => {
    const intent = await worse(100n)
    bench.execution.start(intent)
    await bench.reaches('reconfirm')
    bench.execution.cancel()
    expect(bench.execution.getState()).toEqual({ stage: 'idle' })
    expect(bench.signed()).toEqual([])
  })
})

describe('a quote that claims less than it gives', () => {
  const amount = 10n ** 18n
  /** Claims one unit, takes no fee and encodes a minimum of one unit; its route is unchanged. */
  const understated = (quote: QuoteResult): QuoteResult => {
    const calldata = withTrade(quote, { minOutputAmount: 1n, settlementFee: 0n })
    return { ...quote, outputAmount: '1', effectiveOutputAmount: '1', minOutputAmount: '1', calldata }
  }

  it('is shown first with its own figures: the agreed minimum is never lowered unasked', async () => {
    await open()
    bench.tamper = understated
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    const { verified } = await bench.reaches('reconfirm')
    expect(verified).toMatchObject({ outputAmount: 1n, minOutputAmount: 1n })
    expect(bench.signed()).toEqual([])
  })

  it('is shown first after an approval as well', async () => {
    await open()
    bench.tamper = (quote) => (bench.approvals().length > 0 ? understated(quote) : quote)
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount }))
    const { verified } = await bench.reaches('reconfirm')
    expect(verified.minOutputAmount).toBe(1n)
    expect(bench.signed()).toHaveLength(1)
  })
})

describe('decimals', () => {
  it.each(['input', 'output'] as const)(
    'of the %s token that the catalogue tells wrong stop the swap',
    async (side) => {
      await open()
      const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 16n })
      const token = { ...intent[`${side}Token`], decimals: 16 }
      bench.execution.start({ ...intent, [`${side}Token`]: token })
      const { error } = await bench.reaches('failed')
      expect(error).toMatchObject({ code: 'TOKEN_MISMATCH', details: expect.stringContaining(token.address) })
      expect(bench.signed()).toEqual([])
    },
  )

  it('that the chain does not tell stop it as well: unknown is not fine', async () => {
    const lost = new SluiceError('RPC_UNAVAILABLE')
    await open({ reader: { decimals: () => Promise.reject(lost) } })
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 16n }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'RPC_UNAVAILABLE' } })
    expect(bench.signed()).toEqual([])
  })
})

describe('gas', () => {
  const amount = 10n ** 17n
  const claim = async () => 29_000_000n

  it('far above what the simulation took is asked about, and the limit that was shown is what is sent', async () => {
    await open({ reader: { estimateGas: claim } })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    const { terms, verified } = await bench.reaches('reconfirm')
    expect(reasonsToAsk({ terms }, verified)).toEqual(['unusual-gas'])
    expect(bench.signed()).toEqual([])
    bench.execution.accept()
    const { outcome } = await bench.reaches('completed')
    const { gas } = await chain.publicClient.getTransaction({ hash: outcome.receipt.hash })
    expect(gas).toBe(verified.gas.limit)
  })

  it('of a node that lies in its simulation too is held against the quote', async () => {
    await open({
      reader: {
        estimateGas: claim,
        simulate: async (query) => {
          const run = await bench.chain.simulate(query)
          return run && { ...run, gasUsed: run.gasUsed.map(() => 29_000_000n) }
        },
      },
    })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    await bench.reaches('reconfirm')
    expect(bench.signed()).toEqual([])
  })

  it('of an approval far above what the simulation took is refused', async () => {
    await open({ reader: { estimateGas: claim } })
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'UNVERIFIABLE' } })
    expect(bench.signed()).toEqual([])
  })
})

describe('a quote that has expired', () => {
  const amount = 10n ** 17n

  it('is not signed', async () => {
    await open()
    bench.tamper = (quote) => ({ ...quote, expiresAt: new Date(Date.now() - 60_000).toISOString() })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'QUOTE_EXPIRED' } })
    expect(bench.signed()).toEqual([])
  })

  it('is judged by the date of its answer, not by a wrong clock in the browser', async () => {
    await open({ serverTimeMs: () => Date.now() + 400_000 })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'QUOTE_EXPIRED' } })
    expect(bench.signed()).toEqual([])
  })

  it.each([-1, 1])('is not judged at all where its date is a day off, which is told: %s', async (days) => {
    await open({ serverTimeMs: () => Date.now() + days * 86_400_000 })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'CLOCK_WRONG' } })
    expect(bench.signed()).toEqual([])
  })

  it('cannot stretch the deadline by dating its answers ahead', async () => {
    const ahead = 500_000
    await open({ serverTimeMs: () => Date.now() + ahead })
    bench.tamper = (quote) => ({
      ...quote,
      expiresAt: new Date(Date.now() + ahead + 300_000).toISOString(),
    })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    await bench.reaches('completed')
    const { trade } = decodeSwap(bench.signed()[0]?.data as Hex)
    expect(Number(trade.deadline)).toBeLessThan(Date.now() / 1_000 + 600)
  })

  it('may be executed for as long as the host says, and no longer', async () => {
    await open({ config: { deadlineSeconds: 86_400 } })
    let expiresAt = 0
    bench.tamper = (quote) => {
      expiresAt = Date.parse(quote.expiresAt ?? '')
      return quote
    }
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    await bench.reaches('completed')
    const { trade } = decodeSwap(bench.signed()[0]?.data as Hex)
    expect(expiresAt).toBeGreaterThan(Date.now() + 80_000_000)
    expect(Number(trade.deadline)).toBeGreaterThan(Date.now() / 1_000 + 80_000)
    expect(Number(trade.deadline)).toBeLessThanOrEqual(Date.now() / 1_000 + 86_400)
  })

  it('carries our own deadline, however far away the quote put it', async () => {
    await open()
    bench.tamper = (quote) => ({
      ...quote,
      calldata: withTrade(quote, { deadline: BigInt(Math.floor(Date.now() / 1_000) + 3_000) }),
    })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    await bench.reaches('completed')
    const [swap] = bench.signed()
    const { trade } = decodeSwap(swap?.data as Hex)
    expect(Number(trade.deadline)).toBeLessThanOrEqual(Date.now() / 1_000 + 300)
  })
})

describe('an RPC that cannot simulate', () => {
  const reader = { simulate: async () => undefined }

  it('is no hindrance where the calldata can be read', async () => {
    await open({ reader })
    await chain.approve('USDT', settlement, 5n)
    const amount = 1_000n * 10n ** 6n
    bench.execution.start(await bench.intent({ input: 'USDT', output: 'DAI', amount }))
    await bench.reaches('completed')
    expect(bench.approvals()).toHaveLength(2)
  })

  it('leaves a foreign router unverifiable', async () => {
    await open({ reader, config: foreign() })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'UNVERIFIABLE' } })
    expect(bench.signed()).toEqual([])
  })

  it('lets the person decide where the host says so: nothing is signed before they do', async () => {
    await open({ reader, config: { ...foreign(), verification: 'warn' } })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { terms, verified } = await bench.reaches('reconfirm')
    expect(reasonsToAsk({ terms }, verified)).toEqual(['unchecked'])
    expect(bench.signed()).toEqual([])
    bench.execution.accept()
    await bench.reaches('completed')
  })

  it('asks the person once, not again after the approval', async () => {
    await open({ reader, config: { ...foreign(), verification: 'warn' } })
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 17n }))
    await bench.reaches('reconfirm')
    bench.execution.accept()
    await bench.reaches('completed')
    expect(bench.stages().filter((stage) => stage === 'reconfirm')).toHaveLength(1)
  })
})

describe('a foreign router', () => {
  const multicall = () => chain.manifest.contracts.multicall3
  const amount = 10n ** 18n

  /** A router that takes the input and pays from its own balance; `extra` is an additional action. */
  const pays = async (extra: (data: typeof erc20Data) => { target: Address; callData: Hex }[] = () => []) => {
    const config = { chains: foreign(multicall()).chains }
    await open({ config })
    const weth = chain.token('WETH').address
    const usdc = chain.token('USDC').address
    await chain.deal('USDC', multicall(), 10n ** 12n)
    bench.tamper = (quote) => {
      const calls = [
        { target: weth, callData: erc20Data('transferFrom', [bench.account, multicall(), amount]) },
        {
          target: usdc,
          callData: erc20Data('transfer', [bench.account, BigInt(quote.effectiveOutputAmount)]),
        },
        ...extra(erc20Data),
      ].map((call) => ({ ...call, allowFailure: false }))
      const calldata = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
      return { ...quote, router: multicall(), calldata }
    }
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount }))
  }
  const end = async () => {
    await chain.approve('WETH', multicall(), 0n)
    await chain.approve('DAI', multicall(), 0n)
  }

  it('is signed only after the person acknowledges that no minimum is enforced', async () => {
    await pays()
    const { terms, verified } = await bench.reaches('reconfirm')
    expect(reasonsToAsk({ terms }, verified)).toEqual(['no-minimum'])
    expect(bench.signed()).toEqual([])
    bench.execution.cancel()
    expect(bench.execution.getState().stage).toBe('idle')
    expect(bench.signed()).toEqual([])
    await end()
  })

  it('is used when the simulation shows exactly what the screen says', async () => {
    await pays()
    await bench.reaches('reconfirm')
    bench.execution.accept()
    const { outcome } = await bench.reaches('completed')
    expect(bench.stages().filter((stage) => stage === 'reconfirm')).toHaveLength(1)
    expect(outcome.paid).toBe(amount)
    expect(outcome.received).toBeGreaterThan(0n)
    await end()
  })

  it('is refused when another token leaves the account as well', async () => {
    await chain.approve('DAI', multicall(), 10n ** 18n)
    await pays((data) => [
      {
        target: chain.token('DAI').address,
        callData: data('transferFrom', [bench.account, chain.account(7), 1n]),
      },
    ])
    const { error } = await bench.reaches('failed')
    expect(error).toMatchObject({ code: 'QUOTE_MISMATCH' })
    expect(error.details).toMatch(/leaves the account/)
    expect(bench.signed()).toEqual([])
    await end()
  })

  it('is refused when it takes more than the input', async () => {
    await chain.approve('WETH', multicall(), 3n * amount)
    await pays((data) => [
      {
        target: chain.token('WETH').address,
        callData: data('transferFrom', [bench.account, chain.account(7), 1n]),
      },
    ])
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'QUOTE_MISMATCH' } })
    expect(bench.signed()).toEqual([])
    await end()
  })
})

function decodeSwap(data: Hex) {
  const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data })
  if (functionName !== 'swap') throw new Error(`${functionName} is no swap`)
  const [trade, route, permit] = args
  return { trade, route, permit }
}

/** The calldata of a quote with changed fields of its trade. */
function withTrade({ calldata = '0x' }: QuoteResult, change: Partial<SettlementTrade>): Hex {
  const { trade, route, permit } = decodeSwap(calldata)
  return encodeFunctionData({
    abi: settlementAbi,
    functionName: 'swap',
    args: [{ ...trade, ...change }, route, permit],
  })
}

function foreign(routerAddress = settlement) {
  return {
    chains: suite.service.config.chains.map((entry) => ({ ...entry, routerAddress, codec: 'none' as const })),
  }
}

const multicall3Abi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable',
])
const erc20Abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
])

function erc20Data(functionName: 'transfer' | 'transferFrom', args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
