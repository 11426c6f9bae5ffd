import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { delegateAccount } from '../../contracts/testing/delegate-account.ts'
import type { Hex } from '../../wire/lib/address.ts'
import { UNLIMITED } from '../lib/unlimited.ts'
import { createDevWallet, type DevWallet, type DevWalletBehavior } from '../testing/dev-wallet.ts'
import type { SwapBench, SwapBenchOptions } from './testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from './testing/swap-suite.ts'

let suite: SwapSuite
let bench: SwapBench
const AMOUNT = 10n ** 18n

interface SentBatch {
  calls: { to: string; data: string }[]
  atomicRequired: boolean
}

beforeAll(async () => {
  // Wallets announce themselves on `window`.
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
  await delegateAccount(suite.chain)
})
afterEach(() => suite.reset())
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})

const open = async (
  batches: DevWalletBehavior['batches'] = 'atomic',
  { onWallet, ...options }: Partial<SwapBenchOptions> = {},
) => {
  bench = await suite.open({
    ...options,
    onWallet(wallet: DevWallet) {
      wallet.behavior.batches = batches
      onWallet?.(wallet)
    },
  })
}
const intent = (input = 'WETH', output = 'USDC') => bench.intent({ input, output, amount: AMOUNT })
const sent = () =>
  bench.wallet.requests
    .filter(({ method }) => method === 'wallet_sendCalls')
    .map(({ params }) => (params as SentBatch[])[0])
const allowance = () =>
  bench.chain.allowance({
    chainId: suite.chain.manifest.id,
    token: suite.chain.token('WETH').address,
    owner: bench.account,
    spender: suite.settlement,
  })

/** Answers the wallet's requests of one method differently. */
const answering = (
  method: string,
  answer: (honest: () => Promise<unknown>) => Promise<unknown>,
): Partial<SwapBenchOptions> => ({
  onWallet({ provider }) {
    const { request } = provider
    provider.request = (args) => (args.method === method ? answer(() => request(args)) : request(args))
  },
})
const failing = (code: number) => () => Promise.reject(Object.assign(new Error('no'), { code }))

describe('atomic batches', () => {
  it('approves exactly the amount and swaps in one transaction, and reads the amounts from its receipt', async () => {
    await open()
    const before = await suite.chain.balanceOf('USDC', bench.account)
    bench.execution.start(await intent())
    const { outcome, verified, done } = await bench.reaches('completed')
    expect(bench.stages()).toEqual(['quoting', 'verifying', 'signing', 'watching', 'completed'])
    expect(done).toEqual([])
    expect(bench.signed()).toEqual([])
    const { calls = [], atomicRequired } = sent()[0] ?? {}
    expect(atomicRequired).toBe(true)
    expect(calls).toHaveLength(2)
    expect(BigInt(`0x${calls[0]?.data.slice(-64)}`)).toBe(AMOUNT)
    expect(calls[1]).toMatchObject({ to: suite.settlement.toLowerCase(), data: verified.data })
    expect(outcome.paid).toBe(AMOUNT)
    expect(outcome.received).toBe((await suite.chain.balanceOf('USDC', bench.account)) - before)
    expect(await allowance()).toBe(0n)
  })

  it('resets an existing allowance in the same batch for a token that requires it', async () => {
    await suite.chain.approve('USDT', suite.settlement, 5n)
    await open()
    bench.execution.start(await bench.intent({ input: 'USDT', output: 'WETH', amount: 500n * 10n ** 6n }))
    await bench.reaches('completed')
    expect(sent()[0]?.calls).toHaveLength(3)
  })

  it('sends a batch instead of a permit, unless the host turns batches off', async () => {
    await open()
    bench.execution.start(await intent('wstETH'))
    await bench.reaches('completed')
    expect(sent()).toHaveLength(1)
    bench.stop()
    await open('atomic', { config: { approvals: { batches: false, permits: false } } })
    bench.execution.start(await intent())
    await bench.reaches('completed')
    expect(sent()).toEqual([])
  })

  it('sends no batch when no approval is needed', async () => {
    await open()
    bench.execution.start(await intent('eth'))
    await bench.reaches('completed')
    expect(sent()).toEqual([])
  })

  it('approves an unlimited amount when the user chose it', async () => {
    await open('atomic', { config: { approvals: { unlimited: true } } })
    bench.execution.start(await intent(), { unlimitedApproval: true })
    await bench.reaches('completed')
    const { calls = [] } = sent()[0] ?? {}
    expect(BigInt(`0x${calls[0]?.data.slice(-64)}`)).toBe(UNLIMITED)
  })

  it('sends nothing and requests nothing else after the user rejects the batch', async () => {
    await open('atomic', { onWallet: ({ behavior }) => Object.assign(behavior, { rejectNext: 'batch' }) })
    bench.execution.start(await intent())
    expect(await bench.reaches('failed')).toMatchObject({ at: 'signing', error: { code: 'USER_REJECTED' } })
    expect(bench.signed()).toEqual([])
    expect(await allowance()).toBe(0n)
  })

  it('calls the host hooks of the approval and of the swap before the batch', async () => {
    const asked: string[] = []
    await open('atomic', {
      config: {
        hooks: {
          onBeforeApproval: ({ kind, amount }) => void asked.push(`${kind} ${amount}`),
          onBeforeSwap: () => {
            asked.push('swap')
            return false
          },
        },
      },
    })
    bench.execution.start(await intent())
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'HOST_REJECTED' } })
    expect(asked).toEqual([`batch ${AMOUNT}`, 'swap'])
    expect(sent()).toEqual([])
  })

  it('leaves no approval behind when the swap in the batch reverts', async () => {
    await open()
    await suite.chain.testClient.setAutomine(false)
    bench.execution.start(await intent())
    const state = await bench.reaches('watching')
    expect(state.hash).toBeUndefined()
    expect(state.batchId).toMatch(/^0x/)
    await suite.chain.deal('WETH', bench.account, 0n)
    await suite.chain.testClient.setAutomine(true)
    await suite.chain.testClient.mine({ blocks: 1 })
    const failed = await bench.reaches('failed')
    expect(failed).toMatchObject({ at: 'watching', error: { code: 'TRANSACTION_REVERTED' } })
    await suite.chain.deal('WETH', bench.account, 100n * AMOUNT)
    expect(await allowance()).toBe(0n)
  })
})

describe('fallback to separate transactions', () => {
  it.each([5700, 5710, 5740, 5750, 5760, 4200, -32601, -32602])(
    'requests the batch once when the wallet rejects it with code %s',
    async (code) => {
      let asked = 0
      await open(
        'atomic',
        answering('wallet_sendCalls', () => {
          asked += 1
          return failing(code)()
        }),
      )
      bench.execution.start(await intent())
      expect((await bench.reaches('reconfirm')).batchRefused).toBe(true)
      expect(bench.signed()).toEqual([])
      bench.execution.accept()
      await bench.reaches('completed')
      expect(asked).toBe(1)
      expect(bench.approvals()).toHaveLength(1)
      expect(bench.signed()).toHaveLength(2)
    },
  )

  it.each<[string, (honest: () => Promise<unknown>) => Promise<unknown>]>([
    ['reports that it is not atomic', async () => ({ '0x7a69': { atomic: { status: 'unsupported' } } })],
    ['would have to upgrade the account first', async () => ({ '0x7a69': { atomic: { status: 'ready' } } })],
    ['is atomic on another chain', async () => ({ '0x1': { atomic: { status: 'supported' } } })],
    ['does not support wallet_getCapabilities', failing(-32601)],
    ['returns null', async () => null],
  ])('approves and swaps separately when the wallet %s', async (_, answer) => {
    await open('atomic', answering('wallet_getCapabilities', answer))
    bench.execution.start(await intent())
    await bench.reaches('completed')
    expect(sent()).toEqual([])
    expect(bench.signed()).toHaveLength(2)
  })

  it('approves and swaps separately when the wallet executes batches sequentially', async () => {
    await open('sequential')
    bench.execution.start(await intent())
    await bench.reaches('completed')
    expect(sent()).toEqual([])
  })
})

describe('draft versions of EIP-5792', () => {
  it('reads the capabilities and status of a draft', async () => {
    await open('atomic', {
      onWallet({ provider }) {
        const { request } = provider
        provider.request = async (args) => {
          if (args.method === 'wallet_getCapabilities') return { 31337: { atomicBatch: { supported: true } } }
          const answer = (await request(args)) as Record<string, unknown>
          if (args.method === 'wallet_sendCalls') return answer.id
          if (args.method !== 'wallet_getCallsStatus') return answer
          return { ...answer, status: answer.status === 200 ? 'CONFIRMED' : 'PENDING' }
        }
      },
    })
    bench.execution.start(await intent())
    await bench.reaches('completed')
    expect(bench.signed()).toEqual([])
  })
})

describe('batches with an ambiguous response', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['fails without proving that nothing was sent', failing(-32603)],
    ['returns no id', async () => ({})],
  ])('sends nothing a second time when the wallet %s', async (_, answer) => {
    await open('atomic', answering('wallet_sendCalls', answer))
    bench.execution.start(await intent())
    expect(await bench.reaches('watching')).toMatchObject({ hash: undefined, isUncertain: true })
    expect(bench.signed()).toEqual([])
  })

  it('finds the batch on chain when its response was lost', async () => {
    await open(
      'atomic',
      answering('wallet_sendCalls', async (honest) => {
        await honest()
        throw new Error('socket hang up')
      }),
    )
    bench.execution.start(await intent())
    expect(await bench.reaches('completed')).toMatchObject({ outcome: { paid: AMOUNT } })
    expect(bench.signed()).toEqual([])
  })

  it('ignores the status of a batch from another connected wallet and reads the chain', async () => {
    await open()
    const other = createDevWallet({
      rpcUrls: Object.fromEntries(suite.devnet.manifest.chains.map(({ id, rpcUrl }) => [id, rpcUrl])),
      accounts: [bench.account],
      chainId: suite.chain.manifest.id,
      rdns: 'com.other',
    })
    const { request } = other.provider
    other.provider.request = async (args) =>
      args.method === 'wallet_getCallsStatus' ? { status: 400 } : request(args)
    const stop = other.announce(window)
    await suite.chain.testClient.setAutomine(false)
    bench.execution.start(await intent())
    await bench.reaches('watching')
    await bench.port.connect('com.other')
    await new Promise((resolve) => setTimeout(resolve, 4_500))
    await suite.chain.testClient.setAutomine(true)
    await suite.chain.testClient.mine({ blocks: 1 })
    await bench.reaches('completed')
    stop()
  })

  it('reads success from the chain, whatever status the wallet reports', async () => {
    let isFalse = true
    await open(
      'atomic',
      answering('wallet_getCallsStatus', async (honest) => {
        const answer = (await honest()) as { receipts?: { transactionHash: Hex }[] }
        if (!isFalse) return answer
        isFalse = false
        // The receipt of a transaction that was never sent.
        return { status: 200, receipts: [{ transactionHash: `0x${'1'.repeat(64)}`, status: '0x1' }] }
      }),
    )
    bench.execution.start(await intent())
    const { outcome } = await bench.reaches('completed')
    expect(outcome.receipt.hash).not.toBe(`0x${'1'.repeat(64)}`)
  })

  it('drops the swap when the wallet reports that it does not execute the batch', async () => {
    await open('atomic', {
      onWallet({ provider }) {
        provider.request = answerBatches(provider.request)
      },
    })
    bench.execution.start(await intent())
    expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'TRANSACTION_DROPPED' } })
  })
})

/** A wallet that accepts each batch and reports that it executes none. */
function answerBatches(request: DevWallet['provider']['request']): typeof request {
  return async (args) => {
    if (args.method === 'wallet_sendCalls') return { id: '0x01' }
    return args.method === 'wallet_getCallsStatus' ? { status: 400 } : request(args)
  }
}
