import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestChain } from '../../../devnet/testing/devnet.ts'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { SettlementTrade } from '../codecs/settlement-codec.ts'
import { reasonsToAsk } from '../machine/terms.ts'
import type { SwapBench, SwapBenchOptions } from '../testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../testing/swap-suite.ts'

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

describe('network cost', () => {
  it('fails before anything is signed when the account cannot pay it', async () => {
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

describe('quote that differs from the screen', () => {
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
    // After the selector come the ten words of the trade, then two offsets.
    const at = 10 + index * 64
    return `${data.slice(0, at)}${word.toString(16).padStart(64, '0')}${data.slice(at + 64)}` as Hex
  }

  it('rejects another router', async () => {
    await open()
    bench.tamper = (quote) => ({ ...quote, router: getStranger() })
    await start()
    await refused('UNTRUSTED_ROUTER')
  })

  it('rejects another recipient', async () => {
    await open()
    bench.tamper = async (quote) => ({
      ...quote,
      calldata: await withWord(4, BigInt(getStranger()))(quote),
    })
    await start()
    await refused('QUOTE_MISMATCH', 'calldata\\.outputReceiver')
    expect(bench.execution.getState()).toMatchObject({ error: { supportId: expect.any(String) } })
  })

  it('rejects a lower minimum', async () => {
    await open()
    bench.tamper = async (quote) => ({ ...quote, calldata: await withWord(3, 1n)(quote) })
    await start()
    await refused('QUOTE_MISMATCH', 'calldata\\.minOutputAmount')
  })

  it('rejects another partner', async () => {
    await open()
    bench.tamper = async (quote) => ({
      ...quote,
      calldata: await withWord(5, BigInt(getStranger()))(quote),
    })
    await start()
    await refused('QUOTE_MISMATCH', 'calldata\\.partner')
  })

  it('rejects another value', async () => {
    await open()
    bench.tamper = (quote) => ({ ...quote, value: (10n ** 18n).toString() })
    await start()
    await refused('QUOTE_MISMATCH', 'value')
  })

  it('rejects a route that pays less than the quote claims', async () => {
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

describe('firm quote worse than shown', () => {
  const worse = async (bps: bigint) => {
    await open()
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n })
    const shown = (BigInt(intent.price.effectiveOutputAmount) * 10_000n) / (10_000n - bps)
    return { ...intent, price: { ...intent.price, effectiveOutputAmount: shown.toString() } }
  }

  it('signs a quote within the tolerance without asking, with the shown minimum', async () => {
    const intent = await worse(9n)
    bench.execution.start(intent)
    const { verified, terms } = await bench.reaches('completed')
    expect(verified.minOutputAmount).toBe(terms.minOutputAmount)
    expect(bench.stages()).not.toContain('reconfirm')
  })

  it('shows a quote beyond the tolerance, and proceeds when it is accepted', async () => {
    const intent = await worse(100n)
    bench.execution.start(intent)
    const { verified, terms } = await bench.reaches('reconfirm')
    expect(verified.outputAmount).toBeLessThan(terms.outputAmount)
    expect(bench.signed()).toEqual([])
    bench.execution.accept()
    const completed = await bench.reaches('completed')
    expect(completed.terms.outputAmount).toBe(verified.outputAmount)
  })

  it('returns to idle when the user declines', async () => {
    const intent = await worse(100n)
    bench.execution.start(intent)
    await bench.reaches('reconfirm')
    bench.execution.cancel()
    expect(bench.execution.getState()).toEqual({ stage: 'idle' })
    expect(bench.signed()).toEqual([])
  })
})

describe('quote that understates its output', () => {
  const amount = 10n ** 18n
  /** Claims one unit, takes no fee and encodes a minimum of one unit; its route is unchanged. */
  const understated = (quote: QuoteResult): QuoteResult => {
    const calldata = withTrade(quote, { minOutputAmount: 1n, settlementFee: 0n })
    return { ...quote, outputAmount: '1', effectiveOutputAmount: '1', minOutputAmount: '1', calldata }
  }

  it('shows the quote with its own amounts, and never lowers the agreed minimum unasked', async () => {
    await open()
    bench.tamper = understated
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    const { verified } = await bench.reaches('reconfirm')
    expect(verified).toMatchObject({ outputAmount: 1n, minOutputAmount: 1n })
    expect(bench.signed()).toEqual([])
  })

  it('shows the quote after an approval as well', async () => {
    await open()
    bench.tamper = (quote) => (bench.approvals().length > 0 ? understated(quote) : quote)
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount }))
    const { verified } = await bench.reaches('reconfirm')
    expect(verified.minOutputAmount).toBe(1n)
    expect(bench.signed()).toHaveLength(1)
  })
})

describe('token decimals', () => {
  it.each(['input', 'output'] as const)(
    'rejects a swap whose %s token has wrong decimals in the catalogue',
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

  it('fails when the chain does not return the decimals', async () => {
    const lost = new SluiceError('RPC_UNAVAILABLE')
    await open({ reader: { decimals: () => Promise.reject(lost) } })
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 16n }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'RPC_UNAVAILABLE' } })
    expect(bench.signed()).toEqual([])
  })
})

describe('gas limit', () => {
  const amount = 10n ** 17n
  const claim = async () => 29_000_000n

  it('is confirmed by the user when it far exceeds the simulated gas, and sends the shown limit', async () => {
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

  it('is compared with the quote when a node inflates the simulation too', async () => {
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

  it('is rejected for an approval far above the simulated gas', async () => {
    await open({ reader: { estimateGas: claim } })
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'UNVERIFIABLE' } })
    expect(bench.signed()).toEqual([])
  })
})

describe('expiry of a quote', () => {
  const amount = 10n ** 17n

  it('rejects an expired quote', async () => {
    await open()
    bench.tamper = (quote) => ({ ...quote, expiresAt: new Date(Date.now() - 60_000).toISOString() })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'QUOTE_EXPIRED' } })
    expect(bench.signed()).toEqual([])
  })

  it('compares with the date of the response, not with a wrong clock of the browser', async () => {
    await open({ serverTimeMs: () => Date.now() + 400_000 })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'QUOTE_EXPIRED' } })
    expect(bench.signed()).toEqual([])
  })

  it.each([-1, 1])('throws CLOCK_WRONG when the date of the response is a day away: %s', async (days) => {
    await open({ serverTimeMs: () => Date.now() + days * 86_400_000 })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'CLOCK_WRONG' } })
    expect(bench.signed()).toEqual([])
  })

  it('does not extend the deadline when the response is dated ahead', async () => {
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

  it('sets the deadline that the host configured', async () => {
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

  it('replaces a later deadline of the quote', async () => {
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

describe('RPC that cannot simulate', () => {
  const reader = { simulate: async () => undefined }

  it('swaps when the calldata can be decoded', async () => {
    await open({ reader })
    await chain.approve('USDT', settlement, 5n)
    const amount = 1_000n * 10n ** 6n
    bench.execution.start(await bench.intent({ input: 'USDT', output: 'DAI', amount }))
    await bench.reaches('completed')
    expect(bench.approvals()).toHaveLength(2)
  })

  it('fails as unverifiable for a foreign router', async () => {
    await open({ reader, config: foreign() })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'UNVERIFIABLE' } })
    expect(bench.signed()).toEqual([])
  })

  it('waits for the user before anything is signed when the host allows unverified swaps', async () => {
    await open({ reader, config: { ...foreign(), verification: 'warn' } })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { terms, verified } = await bench.reaches('reconfirm')
    expect(reasonsToAsk({ terms }, verified)).toEqual(['unchecked'])
    expect(bench.signed()).toEqual([])
    bench.execution.accept()
    await bench.reaches('completed')
  })

  it('waits for the user once, and not again after the approval', async () => {
    await open({ reader, config: { ...foreign(), verification: 'warn' } })
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 17n }))
    await bench.reaches('reconfirm')
    bench.execution.accept()
    await bench.reaches('completed')
    expect(bench.stages().filter((stage) => stage === 'reconfirm')).toHaveLength(1)
  })
})

describe('foreign router', () => {
  const multicall = () => chain.manifest.contracts.multicall3
  const amount = 10n ** 18n

  /**
   * A router that takes the input and pays from its own balance; `extra` is an additional action.
   */
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

  it('signs only after the user accepts that no minimum is enforced', async () => {
    await pays()
    const { terms, verified } = await bench.reaches('reconfirm')
    expect(reasonsToAsk({ terms }, verified)).toEqual(['no-minimum'])
    expect(bench.signed()).toEqual([])
    bench.execution.cancel()
    expect(bench.execution.getState().stage).toBe('idle')
    expect(bench.signed()).toEqual([])
    await end()
  })

  it('swaps when the simulation matches the screen', async () => {
    await pays()
    await bench.reaches('reconfirm')
    bench.execution.accept()
    const { outcome } = await bench.reaches('completed')
    expect(bench.stages().filter((stage) => stage === 'reconfirm')).toHaveLength(1)
    expect(outcome.paid).toBe(amount)
    expect(outcome.received).toBeGreaterThan(0n)
    await end()
  })

  it('rejects a swap when another token leaves the account as well', async () => {
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

  it('rejects a swap that takes more than the input', async () => {
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
  if (functionName !== 'swap') throw new Error(`Expected a call of swap, got ${functionName}`)
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
