import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { delegateAccount } from '../../contracts/testing/delegate-account.ts'
import type { SwapBench } from '../../src/execution/testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../../src/execution/testing/swap-suite.ts'
import { createDevWallet, type DevWallet } from '../../src/testing/dev-wallet.ts'
import { stubPage } from '../../src/testing/pages/stub-page.ts'
import { createOddWallet, type OddBehavior, type OddWallet } from './odd-wallet.ts'
import { type OpenOptions, openWidget } from './open-widget.ts'

/**
 * Checks how a whole widget ends a swap with wallets that answer send requests in unusual ways, or
 * not at all.
 */
let suite: SwapSuite
let bench: SwapBench
let dev: DevWallet
let odd: OddWallet
let opened: ReturnType<typeof openWidget>

beforeAll(async () => {
  stubPage()
  suite = await startSwapSuite()
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  amount += 1n
  localStorage.clear()
  bench = await suite.open()
})
afterEach(async () => {
  opened?.widget.destroy()
  await suite.reset()
})

/**
 * A different amount for each test: a swap keeps its claim for a second, and Web Locks outlive a
 * test.
 */
let amount = 10n ** 17n
type Answer = NonNullable<OddBehavior['answers']>[string]
const never = () => new Promise<never>(() => {})

/** Sends the transaction and never answers. */
const sendsSilently: Answer = async (honest) => {
  await honest()
  return never()
}

async function open(behavior: OddBehavior, options: Partial<OpenOptions> = {}) {
  dev = createDevWallet({
    rpcUrls: Object.fromEntries(suite.devnet.manifest.chains.map(({ id, rpcUrl }) => [id, rpcUrl])),
    accounts: [bench.account],
    chainId: suite.chain.manifest.id,
    connected: true,
  })
  odd = createOddWallet(dev, behavior)
  opened = openWidget(suite, { provider: odd.provider, ...options })
  await expect.poll(() => opened.widget.wallet.getState().status).toBe('connected')
}

const execution = () => opened.widget.execution
const stage = () => execution().getState().stage
/** Uses its own id, because a swap of the same id in another test could still be claimed. */
async function price(input = 'eth') {
  const intent = await bench.intent({ input, output: input === 'eth' ? 'USDC' : 'DAI', amount })
  return { ...intent, id: crypto.randomUUID() }
}

async function start(input?: string) {
  const intent = await price(input)
  execution().start(intent)
  return intent
}

const isOver = () => stage() === 'completed' || stage() === 'failed'

describe('wallet that reports a rejection by its user', () => {
  const rejection = { code: 4001, message: 'no' }
  it.each<[string, unknown]>([
    ['a string', 'User rejected'],
    ['an error without a code', new Error('Request rejected')],
    ['an internal error with the code in data', { code: -32603, message: 'Internal error', data: rejection }],
    ['an original error in data', { code: -32603, data: { originalError: rejection } }],
    ['WalletConnect 5000', { code: 5000, message: 'User rejected.' }],
    ['WalletConnect 5001', { code: 5001, message: 'User disapproved requested chains' }],
    ['WalletConnect 5002', { code: 5002, message: 'User rejected methods.' }],
    ['ethers', Object.assign(new Error('x'), { code: 'ACTION_REJECTED', info: { error: rejection } })],
    ['a nested error', { error: rejection }],
    ['a nested cause', new Error('failed', { cause: new Error('failed', { cause: rejection }) })],
    ['a localized text', new Error('用户拒绝了请求')],
  ])('fails as rejected: %s', async (_, thrown) => {
    await open({ answers: { eth_sendTransaction: () => Promise.reject(thrown) } })
    const { id } = await start()
    await expect.poll(isOver).toBe(true)
    expect(execution().getState()).toMatchObject({ stage: 'failed', error: { code: 'USER_REJECTED' } })
    expect(opened.ends(id)).toEqual(['USER_REJECTED'])
    expect(opened.entries()).toEqual([])
  })
})

describe('wallet with an ambiguous response', () => {
  const fails =
    (thrown: unknown): Answer =>
    async (honest) => {
      await honest()
      throw thrown
    }
  const answers =
    (answer: unknown): Answer =>
    async (honest) => {
      await honest()
      return answer
    }
  it.each<[string, Answer]>([
    ['undefined thrown', fails(undefined)],
    ['null thrown', fails(null)],
    ['an internal error', fails({ code: -32603, message: 'Internal JSON-RPC error.' })],
    ['a rejection by a node', fails({ code: -32003, message: 'Transaction rejected' })],
    ['a closed socket', fails(new Error('socket hang up'))],
    ['null', answers(null)],
    ['undefined', answers(undefined)],
    ['an empty string', answers('')],
    ['a short hash', answers('0x12')],
    ['an object', answers({ hash: '0x12' })],
    ['no response', sendsSilently],
  ])('completes a swap that the chain shows: %s', async (_, answer) => {
    await open({ answers: { eth_sendTransaction: answer } })
    const { id } = await start()
    await expect.poll(stage).toBe('completed')
    expect(opened.ends(id)).toEqual(['completed'])
    await expect.poll(opened.entries).toMatchObject([{ id, status: 'done' }])
    expect(opened.widget.wallet.getState().prompt).toBeUndefined()
    expect(odd.asked('eth_sendTransaction')).toHaveLength(1)
  })
})

describe('wallet that never answers', () => {
  it('reports a swap that is mined after the user cancelled', async () => {
    let send = async (): Promise<unknown> => undefined
    await open({
      answers: {
        eth_sendTransaction: (honest) => {
          send = honest
          return never()
        },
      },
    })
    const { id } = await start()
    await expect.poll(() => opened.widget.wallet.getState().prompt).toBeDefined()
    execution().cancel()
    expect(stage()).toBe('idle')
    expect(opened.ends(id)).toEqual([])
    await expect
      .poll(() => opened.widget.activity.getState().unanswered)
      .toMatchObject([{ inputAmount: `${amount}` }])
    await send()
    await expect.poll(() => opened.ends(id)).toEqual(['completed'])
    await expect.poll(opened.entries).toMatchObject([{ id, status: 'done' }])
    expect(opened.widget.activity.getState().unanswered).toEqual([])
    expect(opened.widget.wallet.getState().prompt).toBeUndefined()
  })

  it('keeps one end for a swap that the wallet answers after the chain has shown it', async () => {
    let answer = (_: unknown) => {}
    await open({
      answers: {
        eth_sendTransaction: async (honest) => {
          await honest()
          return new Promise((_, reject) => (answer = reject))
        },
      },
    })
    const { id } = await start()
    await expect.poll(stage).toBe('completed')
    answer({ code: 4001 })
    await new Promise(setImmediate)
    expect(opened.ends(id)).toEqual(['completed'])
  })

  it('reports a hash that comes after Cancel', async () => {
    let answer = () => {}
    await open({
      answers: {
        eth_sendTransaction: async (honest) => {
          await new Promise<void>((resolve) => (answer = resolve))
          return honest()
        },
      },
    })
    const { id } = await start()
    await expect.poll(() => opened.widget.wallet.getState().prompt).toBeDefined()
    execution().cancel()
    answer()
    await expect.poll(() => opened.ends(id)).toEqual(['completed'])
    await expect.poll(opened.entries).toMatchObject([{ id, status: 'done' }])
  })

  it('searches for a swap beside a later one that completes', async () => {
    const sends: (() => Promise<unknown>)[] = []
    await open({
      answers: {
        eth_sendTransaction: (honest) => {
          sends.push(honest)
          return sends.length === 1 ? never() : honest()
        },
      },
    })
    const first = await start()
    await expect.poll(() => sends).toHaveLength(1)
    execution().cancel()
    opened.widget.wallet.forgetPrompt()
    const second = { ...(await price()), id: 'second' }
    execution().start(second)
    await expect.poll(() => opened.ends('second')).toEqual(['completed'])
    await sends[0]?.()
    await expect.poll(() => opened.ends(first.id)).toEqual(['completed'])
    expect(opened.entries()).toMatchObject([{ status: 'done' }, { status: 'done' }])
  })

  it('completes after a silent approval, with one approval request', async () => {
    await open({
      answers: {
        eth_sendTransaction: (honest, { params }) => {
          const [{ data }] = params as [{ data: string }]
          return data.startsWith('0x095ea7b3') ? sendsSilently(honest, { method: '' }) : honest()
        },
      },
    })
    const { id } = await start('WETH')
    await expect.poll(stage).toBe('completed')
    expect(opened.ends(id)).toEqual(['completed'])
    expect(odd.asked('eth_sendTransaction')).toHaveLength(2)
  })

  it('completes after an approval that was answered with null', async () => {
    await open({
      answers: {
        eth_sendTransaction: async (honest, { params }) => {
          const [{ data }] = params as [{ data: string }]
          const hash = await honest()
          return data.startsWith('0x095ea7b3') ? null : hash
        },
      },
    })
    const { id } = await start('WETH')
    await expect.poll(stage).toBe('completed')
    expect(opened.ends(id)).toEqual(['completed'])
  })

  it('lists a silent approval that is mined after Cancel', async () => {
    let send = async (): Promise<unknown> => undefined
    await open({
      answers: {
        eth_sendTransaction: (honest) => {
          send = honest
          return never()
        },
      },
    })
    const { id } = await start('WETH')
    await expect.poll(() => opened.widget.wallet.getState().prompt).toBeDefined()
    execution().cancel()
    expect(opened.ends(id)).toEqual(['USER_REJECTED'])
    await send()
    await expect
      .poll(() => execution().getBackgroundSwaps())
      .toMatchObject([{ stage: 'failed', at: 'approving' }])
    await expect.poll(opened.entries).toMatchObject([{ id, approvalHashes: [expect.any(String)] }])
    expect(opened.ends(id)).toEqual(['USER_REJECTED'])
  })

  it('completes a wrap', async () => {
    await open({ answers: { eth_sendTransaction: sendsSilently } })
    const { address, decimals, name, symbol } = suite.chain.token('WETH')
    const intent = await price()
    const outputToken = { chainId: intent.chainId, address, decimals, name, symbol }
    execution().start({ ...intent, outputToken, wrapper: address })
    await expect.poll(stage).toBe('completed')
    expect(opened.ends(intent.id)).toEqual(['completed'])
  })

  it('lists a wrap that was cancelled as unanswered, and reports it once it is mined', async () => {
    let send = async (): Promise<unknown> => undefined
    await open({
      answers: {
        eth_sendTransaction: (honest) => {
          send = honest
          return never()
        },
      },
    })
    const { address, decimals, name, symbol } = suite.chain.token('WETH')
    const intent = await price()
    const outputToken = { chainId: intent.chainId, address, decimals, name, symbol }
    execution().start({ ...intent, outputToken, wrapper: address })
    await expect.poll(() => opened.widget.wallet.getState().prompt).toBeDefined()
    execution().cancel()
    const unanswered = () => opened.widget.activity.getState().unanswered
    await expect.poll(unanswered).toMatchObject([{ inputAmount: `${amount}` }])
    await send()
    await expect.poll(() => opened.ends(intent.id)).toEqual(['completed'])
    expect(unanswered()).toEqual([])
  })

  it('completes a batch', async () => {
    await delegateAccount(suite.chain)
    await open({ answers: { wallet_sendCalls: sendsSilently } }, { config: { approvals: { batches: true } } })
    dev.behavior.batches = 'atomic'
    const { id } = await start('WETH')
    await expect.poll(stage).toBe('completed')
    expect(odd.asked('wallet_sendCalls')).toHaveLength(1)
    expect(opened.ends(id)).toEqual(['completed'])
  })

  /** This test has to be last, because it moves the clock of the chain ahead. */
  it('fails once the deadline of a swap that was never sent has passed on both clocks', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await open({ answers: { eth_sendTransaction: never } })
    const { id } = await start()
    await expect.poll(() => opened.widget.wallet.getState().prompt).toBeDefined()
    execution().cancel()
    const { chainDeadline = 0 } = opened.widget.activity.getState().unanswered?.[0] ?? {}
    await suite.chain.testClient.setNextBlockTimestamp({ timestamp: BigInt(chainDeadline + 4_000) })
    await suite.chain.testClient.mine({ blocks: 2 })
    vi.setSystemTime((chainDeadline + 4_000) * 1_000)
    await expect.poll(() => opened.ends(id)).toHaveLength(1)
    expect(opened.ends(id)).toEqual(['QUOTE_EXPIRED'])
    expect(opened.entries()).toEqual([])
  })
})
