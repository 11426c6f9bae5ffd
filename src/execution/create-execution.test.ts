import { decodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestChain } from '../../devnet/testing/devnet.ts'
import { takeL1Fees, takeNoL1Fees, takeOperatorFee } from '../../devnet/testing/op-stack.ts'
import { settlementAbi } from '../../wire/abi/settlement.ts'
import type { Address, Hex } from '../../wire/lib/address.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import type { ChainReader } from '../chain/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { FRESH_QUOTE_MS } from '../lib/thresholds.ts'
import { observePolls } from '../testing/observe-polls.ts'
import type { ExecutionState } from './machine/types.ts'
import type { SwapBench, SwapBenchOptions } from './testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from './testing/swap-suite.ts'

const NOTHING = { allow: [], deny: [], featured: [] }

let suite: SwapSuite
let chain: TestChain
let settlement: Address
let bench: SwapBench
let polls: ReturnType<typeof observePolls>

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite(['ethereum', 'base'])
  chain = suite.chain
  settlement = suite.settlement
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  polls = observePolls()
})
afterEach(async () => {
  polls.stop()
  await suite.reset()
})

async function open(options: Partial<SwapBenchOptions> = {}): Promise<void> {
  bench = await suite.open(options)
}

describe('an error before the wallet request', () => {
  it.each([
    ['Failed to fetch dynamically imported module: /chunks/run-stage.js', 'LOAD_FAILED', 0],
    ['x is not a function', 'UNKNOWN', 1],
  ])('of "%s" fails with %s, sends nothing and is reported %s times', async (message, code, times) => {
    const reportError = vi.fn()
    await open({ reportError })
    bench.tamper = () => {
      throw new TypeError(message)
    }
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { at, error } = await bench.reaches('failed')
    expect({ at, code: error.code }).toEqual({ at: 'quoting', code })
    expect(error.details).toContain(message)
    expect(bench.signed()).toEqual([])
    expect(reportError.mock.calls).toEqual(Array(times).fill([error]))
  })
})

describe('host hooks', () => {
  it('calls the approval hook and the swap hook before each wallet request', async () => {
    const asked: [string, object, number][] = []
    const hear = (name: string) => (request: object) => {
      asked.push([name, request, bench.signed().length])
      return true
    }
    await open({ config: { hooks: { onBeforeApproval: hear('approval'), onBeforeSwap: hear('swap') } } })
    const amount = 10n ** 18n
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount })
    bench.execution.start(intent)
    const { verified } = await bench.reaches('completed')
    const common = { routeId: intent.id, chainId: intent.chainId, account: bench.account }
    expect(asked).toEqual([
      [
        'approval',
        {
          ...common,
          kind: 'approval',
          token: intent.inputToken,
          spender: settlement,
          amount: amount.toString(),
        },
        0,
      ],
      [
        'swap',
        {
          ...common,
          receiver: bench.account,
          inputToken: intent.inputToken,
          outputToken: intent.outputToken,
          inputAmount: amount.toString(),
          maxInputAmount: amount.toString(),
          outputAmount: verified.outputAmount.toString(),
          minOutputAmount: verified.minOutputAmount?.toString(),
          router: verified.to,
          value: '0',
        },
        1,
      ],
    ])
  })

  it('sends no wallet request when the approval hook returns false', async () => {
    await open({ config: { hooks: { onBeforeApproval: async () => false } } })
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 18n }))
    expect(await bench.reaches('failed')).toMatchObject({
      at: 'approving',
      hash: undefined,
      error: { code: 'HOST_REJECTED' },
    })
    expect(bench.signed()).toEqual([])
  })

  it('stops a swap when the hook returns false, and starts the next one with a new quote', async () => {
    let isAllowed = false
    await open({ config: { hooks: { onBeforeSwap: () => isAllowed } } })
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 18n })
    bench.execution.start(intent)
    expect(await bench.reaches('failed')).toMatchObject({ at: 'signing', error: { code: 'HOST_REJECTED' } })
    expect(bench.signed()).toEqual([])
    isAllowed = true
    bench.execution.dismiss()
    bench.execution.start({ ...intent, id: 'again' })
    await bench.reaches('completed')
    expect(bench.stages().filter((stage) => stage === 'quoting')).toHaveLength(2)
  })

  it('rejects a quote that expired while the hook was pending', async () => {
    let now = Date.now()
    await open({
      now: () => now,
      config: {
        hooks: {
          onBeforeSwap: () => {
            now += FRESH_QUOTE_MS + 1
            return true
          },
        },
      },
    })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 18n }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'QUOTE_EXPIRED' } })
    expect(bench.signed()).toEqual([])
  })
})

describe('host rules that change during a hook', () => {
  it('rejects a swap that the host forbids by then', async () => {
    const rules = { isForbidden: false }
    await open({
      rules: (config) =>
        rules.isForbidden ? { ...config, tokens: { [chain.manifest.id]: NOTHING } } : config,
      config: {
        hooks: {
          onBeforeSwap: () => {
            rules.isForbidden = true
            return true
          },
        },
      },
    })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 18n }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'PAIR_NOT_OFFERED' } })
    expect(bench.signed()).toEqual([])
  })
})

describe('swap', () => {
  it('approves exactly the amount, fetches a new quote, sends the swap and reports the received amount', async () => {
    await open()
    const amount = 3n * 10n ** 18n
    const before = await chain.balanceOf('USDC', bench.account)
    const wethBefore = await chain.balanceOf('WETH', bench.account)
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount })
    bench.execution.start(intent)
    const { outcome, verified } = await bench.reaches('completed')

    const received = (await chain.balanceOf('USDC', bench.account)) - before
    expect(outcome).toMatchObject({ paid: amount, received, replacedHash: undefined })
    expect(received).toBe(verified.outputAmount)
    expect(wethBefore - (await chain.balanceOf('WETH', bench.account))).toBe(amount)
    expect(outcome.gasPaidWei).toBe(outcome.receipt.gasUsed * outcome.receipt.effectiveGasPrice)
    expect(bench.stages()).toEqual([
      'quoting',
      'verifying',
      'approving',
      'quoting',
      'verifying',
      'signing',
      'watching',
      'completed',
    ])
    const [approval, swap] = bench.signed()
    expect(bench.signed()).toHaveLength(2)
    expect(approval?.data).toBe(approveData(settlement, amount))
    expect(swap?.to.toLowerCase()).toBe(settlement.toLowerCase())
  })

  it('shows the combined network cost of approval and swap before the first approval', async () => {
    await open()
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 18n }))
    const { plan } = await bench.reaches('approving')
    expect(plan).toMatchObject({ steps: ['approval'], amount: 10n ** 18n, currentAllowance: 0n })
    expect(plan.totalGasWei).toBeGreaterThan(0n)
    await bench.reaches('completed')
  })

  it('pauses once before the approval, and not again before the swap', async () => {
    await open()
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 18n })
    bench.execution.start(intent, { pausesBeforeSigning: true })
    const { verified } = await bench.reaches('reconfirm')
    expect(verified.approvals?.steps).toEqual(['approval'])
    expect(bench.signed()).toEqual([])
    bench.execution.accept()
    await bench.reaches('completed')
    expect(bench.signed()).toHaveLength(2)
    expect(bench.stages().filter((stage) => stage === 'reconfirm')).toHaveLength(1)
  })

  it('simulates everything, approvals included, before anything is signed', async () => {
    await open()
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 18n }))
    await bench.reaches('completed')
    const verified = bench.states.flatMap((state) => ('verified' in state && state.verified) || [])
    for (const { simulation } of verified) expect(simulation?.success).toBe(true)
    expect(bench.states.find(({ stage }) => stage === 'approving')).toBeDefined()
  })

  it('gives a contract account a deadline of one day, because its signers may take hours', async () => {
    await open({ reader: { accountActivity: async () => ({ isContract: true, isUsed: true }) } })
    const { timestamp } = await chain.publicClient.getBlock()
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 18n }))
    const { verified } = await bench.reaches('completed')
    const [swap] = bench.signed()
    const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data: swap!.data as Hex })
    expect(functionName === 'swap' && args[0].deadline).toBe(BigInt(verified.chainDeadline ?? 0))
    expect(verified.chainDeadline).toBeGreaterThanOrEqual(Number(timestamp) + 86_000)
  })

  it('includes the L1 data fee of approval and swap in the cost, and requires a balance for it', async () => {
    await open()
    const swap = async (symbol: 'WETH' | 'eth') =>
      bench.execution.start(await bench.intent({ input: symbol, output: 'USDC', amount: 10n ** 18n }))
    const cost = async () => {
      await swap('WETH')
      const { plan, verified } = await bench.reaches('approving')
      await bench.reaches('completed')
      bench.execution.dismiss()
      return { approvals: plan.totalGasWei ?? 0n, swap: verified?.gasCostWei ?? 0n }
    }
    const plain = await cost()
    await takeL1Fees(chain.testClient, { baseFee: 10n ** 15n, blobBaseFee: 10n ** 15n })
    const withData = await cost()
    const fee = withData.swap - plain.swap
    expect(fee).toBeGreaterThan(10n ** 17n)
    expect(withData.approvals - plain.approvals).toBeGreaterThan(fee + 10n ** 16n)

    const before = await chain.publicClient.getBalance({ address: bench.account })
    await chain.testClient.setBalance({ address: bench.account, value: 10n ** 18n + fee / 2n })
    await swap('eth')
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'INSUFFICIENT_GAS' } })
    // The chain does not revert a change that no block made.
    await chain.testClient.setBalance({ address: bench.account, value: before })
    await takeNoL1Fees(chain.testClient)
  })

  it('includes the operator fee of approval and swap in the cost', async () => {
    await open()
    await takeL1Fees(chain.testClient, { baseFee: 0n, blobBaseFee: 0n })
    await takeOperatorFee(chain.testClient, { scalar: 1_000n, constant: 5n })
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 18n }))
    const { plan, verified } = await bench.reaches('approving')
    const { gasCostWei, gas, simulation } = verified!
    const [approval = 0n, swap = 0n] = simulation!.gasUsed
    const fee = (units: bigint) => 100_000n * units + 5n
    expect(gasCostWei).toBe(swap * gas.priceWei! + fee(swap))
    expect(plan.totalGasWei).toBe((approval + swap) * gas.priceWei! + fee(approval) + fee(swap))
    await bench.reaches('completed')
    await takeNoL1Fees(chain.testClient)
  })

  it('adds the fees beside gas to the paid network cost, from the receipt and from the oracle at its block', async () => {
    const L1_FEE = 10n ** 12n
    const asked = vi.fn<ChainReader['feesBesideGas']>()
    await open({
      reader: {
        async watch(query) {
          const found = await bench.chain.watch(query)
          return 'receipt' in found ? { ...found, receipt: { ...found.receipt, l1Fee: L1_FEE } } : found
        },
        async feesBesideGas(mined) {
          asked(mined)
          // The node that answers does not have the block yet.
          if (asked.mock.calls.length === 1) throw new SluiceError('RPC_UNAVAILABLE')
          return bench.chain.feesBesideGas(mined)
        },
      },
    })
    await takeL1Fees(chain.testClient, { baseFee: 0n, blobBaseFee: 0n })
    await takeOperatorFee(chain.testClient, { scalar: 1_000n, constant: 5n })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 18n }))
    const { outcome } = await bench.reaches('completed')
    const { gasUsed, effectiveGasPrice, blockNumber } = outcome.receipt
    expect(outcome.gasPaidWei).toBe(gasUsed * effectiveGasPrice + L1_FEE + 100_000n * gasUsed + 5n)
    expect(asked).toHaveBeenCalledTimes(2)
    expect(asked.mock.lastCall).toMatchObject([{ gasUsed, blockNumber }])
    await takeNoL1Fees(chain.testClient)
  })

  it('reports success when the fees beside gas stay unknown', async () => {
    await open({ reader: { feesBesideGas: () => new Promise(() => {}) } })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 18n }))
    const { outcome } = await bench.reaches('completed')
    expect(outcome.gasPaidWei).toBeUndefined()
    expect(outcome.received).toBeGreaterThan(0n)
  })

  it('swaps the native token without an approval and sends exactly the amount', async () => {
    await open()
    const amount = 10n ** 18n
    const before = await chain.balanceOf('USDC', bench.account)
    const etherBefore = await chain.publicClient.getBalance({ address: bench.account })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount }))
    const { outcome } = await bench.reaches('completed')
    expect(await chain.balanceOf('USDC', bench.account)).toBe(before + (outcome.received ?? 0n))
    const spent = etherBefore - (await chain.publicClient.getBalance({ address: bench.account }))
    expect(spent).toBe(amount + outcome.gasPaidWei!)
    expect(outcome.paid).toBe(amount)
    expect(bench.signed()).toHaveLength(1)
  })

  it('reports the received amount of the native token', async () => {
    await open()
    const before = await chain.publicClient.getBalance({ address: bench.account })
    bench.execution.start(await bench.intent({ input: 'DAI', output: 'eth', amount: 5_000n * 10n ** 18n }))
    const { outcome } = await bench.reaches('completed')
    const approvals = bench.states.filter((state) => state.stage === 'watching')[0]
    const gas = await getGas(approvals?.stage === 'watching' ? approvals.done : [])
    const after = await chain.publicClient.getBalance({ address: bench.account })
    expect(after - before).toBe((outcome.received ?? 0n) - outcome.gasPaidWei! - gas)
  })

  it('pays the configured fee to the partner', async () => {
    await open()
    const partner = { address: chain.account(5), feeBps: 100 }
    const before = await chain.balanceOf('USDC', partner.address)
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n, partner }))
    const { outcome } = await bench.reaches('completed')
    const paid = (await chain.balanceOf('USDC', partner.address)) - before
    expect(paid).toBeGreaterThan(0n)
    const receipt = outcome.partnerFee
    expect(receipt?.amount).toBe(paid.toString())
    const { logs } = await chain.publicClient.getTransactionReceipt({ hash: outcome.receipt.hash })
    expect(logs.find(({ logIndex }) => logIndex === receipt?.logIndex)?.address).toBe(
      settlement.toLowerCase(),
    )
  })

  it('uses an existing allowance that is large enough', async () => {
    await open()
    await chain.approve('DAI', settlement, 10n ** 21n)
    bench.execution.start(await bench.intent({ input: 'DAI', output: 'USDC', amount: 10n ** 20n }))
    await bench.reaches('completed')
    expect(bench.approvals()).toEqual([])
  })

  it('resets an existing allowance first for a token that requires it', async () => {
    await open()
    await chain.approve('USDT', settlement, 5n)
    const amount = 1_000n * 10n ** 6n
    bench.execution.start(await bench.intent({ input: 'USDT', output: 'DAI', amount }))
    const { plan } = await bench.reaches('approving')
    expect(plan).toMatchObject({ steps: ['approval-reset', 'approval'], currentAllowance: 5n })
    await bench.reaches('completed')
    expect(bench.approvals()).toEqual([approveData(settlement, 0n), approveData(settlement, amount)])
  })

  it('raises an existing allowance without a reset for a token that allows it', async () => {
    await open()
    await chain.approve('DAI', settlement, 5n)
    bench.execution.start(await bench.intent({ input: 'DAI', output: 'USDC', amount: 10n ** 20n }))
    await bench.reaches('completed')
    expect(bench.approvals()).toHaveLength(1)
  })

  it('sends the swap with a gas margin', async () => {
    await open()
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { outcome } = await bench.reaches('completed')
    const { gas } = await chain.publicClient.getTransaction({ hash: outcome.receipt.hash })
    expect(gas).toBeGreaterThan((outcome.receipt.gasUsed * 11n) / 10n)
  })
})

describe('wallet that sends another transaction', () => {
  it('does not report success', async () => {
    await open()
    const other = { from: bench.account, to: chain.account(6), value: '0x1' }
    bench.port.sendTransaction = async () =>
      (await bench.wallet.provider.request({ method: 'eth_sendTransaction', params: [other] })) as Hex
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { error, at } = await bench.reaches('failed')
    expect(error).toMatchObject({ code: 'WALLET_ERROR', txHash: expect.stringMatching(/^0x/) })
    expect(at).toBe('watching')
  })
})

describe('lost wallet response', () => {
  /** Sends the transaction or not, then fails like a lost connection. */
  const losesAnswer = (isSent: boolean, error: unknown = new Error('socket hang up')) => {
    const { sendTransaction } = bench.port
    bench.port.sendTransaction = async (request) => {
      if (isSent) await sendTransaction(request)
      throw error
    }
  }
  const start = async () =>
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))

  it('finds a swap that was sent, and reports it with its receipt', async () => {
    await open()
    const before = await chain.balanceOf('USDC', bench.account)
    losesAnswer(true)
    await start()
    const { outcome } = await bench.reaches('completed')
    expect((await chain.balanceOf('USDC', bench.account)) - before).toBe(outcome.received)
    expect(bench.states).toContainEqual(expect.objectContaining({ stage: 'watching', isUncertain: true }))
  })

  it('finds a reverted swap, which leaves no logs', async () => {
    await open()
    await chain.approve('DAI', settlement, 10n ** 20n)
    await chain.testClient.setAutomine(false)
    const balance = await chain.balanceOf('DAI', bench.account)
    losesAnswer(true)
    bench.execution.start(await bench.intent({ input: 'DAI', output: 'USDC', amount: 10n ** 20n }))
    await bench.reaches('watching')
    await chain.deal('DAI', bench.account, 0n)
    await chain.testClient.mine({ blocks: 1 })
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'TRANSACTION_REVERTED' } })
    await chain.deal('DAI', bench.account, balance)
  })

  it('reports no failure while the swap may still be mined, and lets the user stop the search', async () => {
    await open()
    losesAnswer(false)
    await start()
    await bench.reaches('watching')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(bench.execution.getState()).toMatchObject({
      stage: 'watching',
      hash: undefined,
      isUncertain: true,
    })
    bench.execution.giveUp()
    expect(bench.execution.getState()).toMatchObject({
      stage: 'failed',
      error: { code: 'TRANSACTION_DROPPED' },
    })
  })

  it('drops the swap once the chain is past its deadline', async () => {
    const searched = vi.fn(async () => undefined)
    await open({ reader: { findSent: searched } })
    // The node is unreachable from the moment of the wallet request.
    const { blockNumber } = bench.chain
    let asked = 0
    bench.chain.blockNumber = (chainId) =>
      asked++ === 0 ? blockNumber(chainId) : Promise.reject(new Error('offline'))
    losesAnswer(false)
    await start()
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'TRANSACTION_DROPPED' } })
    expect(searched).toHaveBeenCalledWith(expect.objectContaining({ fromBlock: expect.any(BigInt) }))
  })

  it.each([4100, 4200, -32_601, -32_602])(
    'fails immediately when the wallet rejects the request with code %s',
    async (code) => {
      await open()
      losesAnswer(false, Object.assign(new Error('no'), { code }))
      await start()
      expect(await bench.reaches('failed')).toMatchObject({ at: 'signing' })
    },
  )
})

describe('chain and account', () => {
  it('switches the chain of the wallet first', async () => {
    await open({ walletChainId: suite.devnet.chain('base').manifest.id })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { done } = await bench.reaches('completed')
    expect(bench.stages()[0]).toBe('switching')
    expect(done).toEqual([{ type: 'chain-switch' }])
  })

  it('ends the swap after a rejected chain switch, and lets the user start it again', async () => {
    await open({ walletChainId: suite.devnet.chain('base').manifest.id })
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n })
    bench.wallet.behavior.rejectNext = 'switch'
    bench.execution.start(intent)
    expect(await bench.reaches('failed')).toMatchObject({
      at: 'switching',
      error: { code: 'USER_REJECTED' },
      intent,
    })
    bench.execution.start(intent)
    await bench.reaches('completed')
  })

  it('requests nothing when the chain changed just before signing', async () => {
    await open()
    bench.tamper = (quote) => {
      bench.wallet.setChain(suite.devnet.chain('base').manifest.id)
      return quote
    }
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    expect(await bench.reaches('failed')).toMatchObject({ at: 'signing', error: { code: 'CHAIN_MISMATCH' } })
    expect(bench.signed()).toEqual([])
  })

  it('requests nothing when the account changed just before signing', async () => {
    await open()
    bench.tamper = (quote) => {
      bench.wallet.setAccounts([chain.account(3)])
      return quote
    }
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'ACCOUNT_CHANGED' } })
    expect(bench.signed()).toEqual([])
  })
})

describe('rejected request', () => {
  it('changes nothing after a rejected approval, and lets the user start the swap again', async () => {
    await open()
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 18n })
    bench.wallet.behavior.rejectNext = 'approve'
    bench.execution.start(intent)
    const failed = await bench.reaches('failed')
    expect(failed).toMatchObject({ at: 'approving', error: { code: 'USER_REJECTED' }, hash: undefined })
    expect(failed.intent).toBe(intent)
    bench.execution.start(intent)
    await bench.reaches('completed')
  })

  it('keeps the approval after a rejected swap', async () => {
    await open()
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 18n })
    bench.wallet.behavior.rejectNext = 'swap'
    bench.execution.start(intent)
    const failed = await bench.reaches('failed')
    expect(failed).toMatchObject({ at: 'signing', error: { code: 'USER_REJECTED' }, intent })
    bench.execution.start(intent)
    await bench.reaches('completed')
    expect(bench.approvals()).toHaveLength(1)
  })
})

describe('approval', () => {
  it('reports an allowance that the user lowered in the wallet, whatever the wallet returned', async () => {
    await open({
      onWallet({ provider }) {
        const { request } = provider
        provider.request = (args) => {
          const [transaction] = (args.params ?? []) as { data?: string }[]
          if (!transaction?.data?.startsWith('0x095ea7b3')) return request(args)
          const data = `${transaction.data.slice(0, 74)}${'5'.padStart(64, '0')}`
          return request({ ...args, params: [{ ...transaction, data }] })
        }
      },
    })
    bench.execution.start(await bench.intent({ input: 'DAI', output: 'USDC', amount: 10n ** 20n }))
    expect(await bench.reaches('failed')).toMatchObject({
      at: 'approving',
      error: { code: 'ALLOWANCE_TOO_LOW' },
    })
    expect(bench.approvals()).toHaveLength(1)
    expect(bench.signed()).toHaveLength(1)
  })

  it('completes when the node returns the allowance seconds after the receipt', async () => {
    let receiptAt = Number.POSITIVE_INFINITY
    const amount = 10n ** 20n
    await open({
      reader: {
        allowance: async (query) => {
          if (bench.approvals().length > 0) receiptAt = Math.min(receiptAt, performance.now())
          return performance.now() < receiptAt + 5_000 ? 0n : bench.chain.allowance(query)
        },
      },
    })
    bench.execution.start(await bench.intent({ input: 'DAI', output: 'USDC', amount }))
    const { done } = await bench.reaches('completed')
    expect(done).toMatchObject([{ type: 'approval', amount }])
    expect(bench.approvals()).toHaveLength(1)
  })

  it('completes when the node never returns the allowance and the simulation succeeds', async () => {
    await open({ reader: { allowance: async () => 0n } })
    bench.execution.start(await bench.intent({ input: 'DAI', output: 'USDC', amount: 10n ** 20n }))
    const { done } = await bench.reaches('completed')
    expect(done).toMatchObject([{ type: 'approval', isLagging: true }])
    expect(bench.approvals()).toHaveLength(1)
  })
})

describe('transaction on chain', () => {
  it('fails with the revert reason of a mined transaction', async () => {
    await open()
    await chain.approve('DAI', settlement, 10n ** 20n)
    await chain.testClient.setAutomine(false)
    const balance = await chain.balanceOf('DAI', bench.account)
    bench.execution.start(await bench.intent({ input: 'DAI', output: 'USDC', amount: 10n ** 20n }))
    const { hash } = await bench.reaches('watching')
    await chain.deal('DAI', bench.account, 0n)
    await chain.testClient.mine({ blocks: 1 })
    const failed = await bench.reaches('failed')
    expect(failed).toMatchObject({
      at: 'watching',
      hash,
      error: { code: 'TRANSACTION_REVERTED', txHash: hash },
    })
    await chain.deal('DAI', bench.account, balance)
  })

  it('follows a transaction that was sped up in the wallet under its new hash', async () => {
    await open()
    await chain.testClient.setAutomine(false)
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { hash } = await bench.reaches('watching')
    const replacement = await replace(hash!, 'same')
    const { outcome } = await bench.reaches('completed')
    expect(outcome).toMatchObject({ receipt: { hash: replacement }, replacedHash: hash })
    expect(outcome.received).toBeGreaterThan(0n)
  })

  it('follows a transaction with a suffix appended by the wallet, sped up or with a lost response', async () => {
    await open()
    const { sendTransaction } = bench.port
    const mark = `62635f6274617765743107${'8021'.repeat(8)}`
    const sendMarked: typeof sendTransaction = ({ data, gas, ...request }) =>
      sendTransaction({ ...request, data: `${data}${mark}`, gas: gas && gas + 10_000n })
    bench.port.sendTransaction = sendMarked
    await chain.testClient.setAutomine(false)
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { hash } = await bench.reaches('watching')
    const replacement = await replace(hash!, 'same')
    const { outcome } = await bench.reaches('completed')
    expect(outcome).toMatchObject({ receipt: { hash: replacement }, replacedHash: hash })
    bench.execution.dismiss()

    await chain.testClient.setAutomine(true)
    bench.port.sendTransaction = async (request) => {
      await sendMarked(request)
      throw new Error('socket hang up')
    }
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 2n * 10n ** 17n })
    bench.execution.start({ ...intent, id: 'second' })
    expect((await bench.reaches('completed')).outcome.paid).toBe(2n * 10n ** 17n)
  })

  it('ignores the receipt of an earlier swap whose hash the wallet returns', async () => {
    await open()
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { outcome } = await bench.reaches('completed')
    bench.execution.dismiss()
    await chain.testClient.mine({ blocks: 3 })
    const { sendTransaction } = bench.port
    let late: (() => Promise<Hex>) | undefined
    bench.port.sendTransaction = async (request) => {
      late = () => sendTransaction(request)
      return outcome.receipt.hash
    }
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 3n * 10n ** 17n })
    bench.execution.start({ ...intent, id: 'second' })
    await bench.reaches('watching')
    await sleep(500)
    expect(bench.execution.getState().stage).toBe('watching')
    // The request that the wallet still shows is found once it is signed.
    const sent = await late?.()
    const second = await bench.reaches('completed')
    expect(second.outcome).toMatchObject({ receipt: { hash: sent }, paid: 3n * 10n ** 17n })
  })

  it('reports no success for a transaction that was cancelled in the wallet', async () => {
    await open()
    await chain.testClient.setAutomine(false)
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { hash } = await bench.reaches('watching')
    const replacement = await replace(hash!, 'cancel')
    expect(await bench.reaches('failed')).toMatchObject({
      error: { code: 'TRANSACTION_CANCELLED', txHash: replacement },
    })
  })

  it('reports a transaction that disappeared from the mempool', async () => {
    await open()
    await chain.testClient.setAutomine(false)
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { hash } = await bench.reaches('watching')
    await polls.polled(hash!)
    await chain.testClient.dropTransaction({ hash: hash! })
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'TRANSACTION_DROPPED' } })
  })

  it('keeps watching a transaction that no node ever returned until the user gives it up', async () => {
    await open({
      reader: {
        watch: ({ onUnseen }) => {
          onUnseen?.(true)
          return new Promise(() => {})
        },
      },
    })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { hash } = await bench.reaches('watching')
    await expect.poll(() => bench.execution.getState()).toMatchObject({ stage: 'watching', isUnseen: true })
    bench.execution.giveUp()
    expect(bench.execution.getState()).toMatchObject({
      stage: 'failed',
      hash,
      error: { code: 'TRANSACTION_DROPPED', txHash: hash },
    })
  })

  it('reports an insufficient input balance before anything is signed', async () => {
    await open()
    const balance = await chain.balanceOf('DAI', bench.account)
    const intent = await bench.intent({ input: 'DAI', output: 'USDC', amount: 10n ** 20n })
    await chain.deal('DAI', bench.account, 10n ** 20n - 1n)
    bench.execution.start(intent)
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'INSUFFICIENT_BALANCE' } })
    await chain.deal('DAI', bench.account, balance)
    expect(bench.signed()).toEqual([])
  })
})

describe('concurrent swaps', () => {
  it('runs one swap after ten clicks', async () => {
    await open()
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n })
    for (let click = 0; click < 10; click++) bench.execution.start({ ...intent, id: `route-${click}` })
    expect(await bench.reaches('completed')).toMatchObject({ intent: { id: 'route-0' } })
    bench.execution.start({ ...intent, id: 'again' })
    expect(bench.execution.getState()).toMatchObject({ intent: { id: 'again' } })
    await bench.reaches('completed')
    expect(bench.signed()).toHaveLength(2)
  })

  it('drops a quote that arrives after the user cancelled', async () => {
    await open()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    bench.tamper = async (quote) => {
      await held
      return quote
    }
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    bench.execution.cancel()
    release()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(bench.execution.getState()).toEqual({ stage: 'idle' })
  })

  it('watches a swap that was signed after the user cancelled', async () => {
    await open()
    bench.wallet.behavior.delayMs = 400
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    await bench.reaches('signing')
    await expect.poll(() => bench.signed().length).toBe(1)
    bench.execution.cancel()
    expect(bench.execution.getState().stage).toBe('idle')
    await bench.reaches('completed')
  })

  it('watches an approval that was signed after the user cancelled, and swaps nothing', async () => {
    await open()
    bench.wallet.behavior.delayMs = 400
    const amount = 10n ** 17n
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount }))
    await bench.reaches('approving')
    await expect.poll(() => bench.signed().length).toBe(1)
    bench.execution.cancel()
    const left = () => bench.execution.getBackgroundSwaps()
    await expect
      .poll(left, { timeout: 5_000 })
      .toMatchObject([{ stage: 'failed', at: 'approving', done: [{ type: 'approval', amount }] }])
    expect(left()[0]).toMatchObject({ error: { code: 'USER_REJECTED' }, hash: expect.stringMatching(/^0x/) })
    expect(bench.execution.getState().stage).toBe('idle')
    expect(bench.execution.isWatching()).toBe(false)
    expect(bench.signed()).toHaveLength(1)
    bench.execution.dismissBackgroundSwap(left()[0]!)
    expect(left()).toEqual([])
  })

  it('lists an approval that was pending when the user cancelled, until the swap is started again', async () => {
    await open()
    await chain.testClient.setAutomine(false)
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 17n })
    bench.execution.start(intent)
    await expect
      .poll(() => bench.execution.getState())
      .toMatchObject({ stage: 'approving', hash: expect.any(String) })
    bench.execution.cancel()
    expect(bench.execution.getBackgroundSwaps()).toMatchObject([{ at: 'approving', done: [] }])
    expect(bench.execution.isWatching()).toBe(true)
    await chain.testClient.mine({ blocks: 1 })
    await expect
      .poll(() => bench.execution.getBackgroundSwaps())
      .toMatchObject([{ done: [{ type: 'approval' }] }])
    await chain.testClient.setAutomine(true)
    bench.execution.start(intent)
    expect(bench.execution.getBackgroundSwaps()).toEqual([])
    await bench.reaches('completed')
    expect(bench.approvals()).toHaveLength(1)
  })

  it('reports an abandoned swap once when the wallet rejects it later', async () => {
    await open()
    bench.wallet.behavior.delayMs = 300
    bench.wallet.behavior.rejectNext = 'swap'
    const left: ExecutionState[] = []
    bench.execution.onBackgroundSwap((_, now) => left.push(now))
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    await bench.reaches('signing')
    await expect.poll(() => bench.signed().length).toBe(1)
    bench.execution.cancel()
    await expect.poll(() => left).toMatchObject([{ stage: 'failed', error: { code: 'USER_REJECTED' } }])
    expect(bench.execution.getState().stage).toBe('idle')
    expect(bench.execution.isWatching()).toBe(false)
  })

  it('reports a swap that was abandoned before the wallet request once, and requests nothing', async () => {
    await open()
    const left: ExecutionState[] = []
    bench.execution.onBackgroundSwap((_, now) => left.push(now))
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    await bench.reaches('signing')
    bench.execution.cancel()
    await expect.poll(() => left).toMatchObject([{ stage: 'failed', error: { code: 'USER_REJECTED' } }])
    expect(bench.signed()).toEqual([])
  })

  it('watches an abandoned and later signed swap while another swap runs', async () => {
    await open()
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n })
    const left: ExecutionState[] = []
    bench.execution.onBackgroundSwap((_, now) => left.push(now))
    bench.wallet.behavior.delayMs = 400
    bench.execution.start(intent)
    await bench.reaches('signing')
    await expect.poll(() => bench.signed().length).toBe(1)
    bench.execution.cancel()
    bench.port.forgetPrompt()
    bench.execution.start({ ...intent, id: 'other' })
    const { intent: done } = await bench.reaches('completed')
    expect(done.id).toBe('other')
    await expect.poll(() => left.map(({ stage }) => stage)).toEqual(['watching', 'completed'])
    expect(left.at(-1)).toMatchObject({ intent: { id: intent.id } })
    expect(bench.execution.isWatching()).toBe(false)
  })

  it('watches a pending swap while the next one runs', async () => {
    await open()
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n })
    const left: ExecutionState[] = []
    bench.execution.onBackgroundSwap((_, now) => left.push(now))
    await chain.testClient.setAutomine(false)
    bench.execution.start(intent)
    await bench.reaches('watching')
    bench.execution.start({ ...intent, id: 'other' })
    expect(bench.execution.getBackgroundSwaps()).toMatchObject([
      { stage: 'watching', intent: { id: intent.id } },
    ])
    await bench.reaches('watching')
    await chain.testClient.mine({ blocks: 1 })
    expect(await bench.reaches('completed')).toMatchObject({ intent: { id: 'other' } })
    await expect.poll(() => left).toMatchObject([{ stage: 'completed', intent: { id: intent.id } }])
    expect(bench.execution.isWatching()).toBe(false)

    const [ended] = bench.execution.getBackgroundSwaps()
    expect(ended).toMatchObject({ stage: 'completed', intent: { id: intent.id } })
    bench.execution.dismissBackgroundSwap(ended!)
    expect(bench.execution.getBackgroundSwaps()).toEqual([])
  })

  it('requests a new approval for the next swap when a pending swap uses up the allowance', async () => {
    await open()
    const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 17n })
    await chain.approve('WETH', settlement, 10n ** 17n)
    await chain.testClient.setAutomine(false)
    bench.execution.start(intent)
    await bench.reaches('watching')
    bench.execution.start({ ...intent, id: 'other' })
    await bench.reaches('approving')
    await expect.poll(() => bench.signed().length).toBe(2)
    await chain.testClient.setAutomine(true)
    await chain.testClient.mine({ blocks: 1 })
    expect(await bench.reaches('completed')).toMatchObject({ intent: { id: 'other' } })
  })

  it('lets the user cancel a request that the wallet never answers, and request it again', async () => {
    await open()
    const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n })
    bench.wallet.behavior.ignore = 'swap'
    bench.execution.start(intent)
    await bench.reaches('signing')
    await expect.poll(() => bench.signed().length).toBe(1)
    bench.execution.cancel()
    bench.wallet.behavior.ignore = undefined
    bench.execution.start(intent)
    await expect(bench.reaches('completed')).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    expect(bench.signed()).toHaveLength(1)
    bench.port.forgetPrompt()
    bench.execution.start(intent)
    await bench.reaches('completed')
    expect(bench.signed()).toHaveLength(2)
  })

  it('does nothing after it is destroyed', async () => {
    await open()
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    bench.execution.destroy()
    const known = bench.states.length
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(bench.states.length).toBe(known)
    expect(bench.signed()).toEqual([])
  })
})

function approveData(spender: Address, amount: bigint): string {
  return `0x095ea7b3${spender.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
}

async function getGas(done: readonly { type: string; hash?: Hex }[]): Promise<bigint> {
  let gas = 0n
  for (const { hash } of done) {
    if (!hash) continue
    const receipt = await chain.publicClient.getTransactionReceipt({ hash })
    gas += receipt.gasUsed * receipt.effectiveGasPrice
  }
  return gas
}

/** Replaces a transaction as wallets do to speed it up or cancel it, and mines it. */
async function replace(hash: Hex, how: 'same' | 'cancel'): Promise<Hex> {
  await polls.polled(hash!)
  const { nonce, to, input, value, gas } = await chain.publicClient.getTransaction({ hash })
  const fee = 10n ** 11n
  const call = how === 'same' ? { to, data: input, value } : { to: bench.account, value: 0n }
  const replacement = await chain.wallet().sendTransaction({
    ...call,
    nonce,
    gas,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
  })
  await chain.testClient.mine({ blocks: 1 })
  return replacement
}
