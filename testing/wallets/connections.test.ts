import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SwapBench } from '../../src/execution/testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../../src/execution/testing/swap-suite.ts'
import { createDevWallet, type DevWallet } from '../../src/testing/dev-wallet.ts'
import { stubPage } from '../../src/testing/pages/stub-page.ts'
import { createOddWallet, type OddBehavior, type OddWallet } from './odd-wallet.ts'
import { openWidget } from './open-widget.ts'

/**
 * Checks how a whole widget follows wallets that report chains and accounts in unusual ways, or not
 * at all.
 */
let suite: SwapSuite
let bench: SwapBench
let dev: DevWallet
let odd: OddWallet
let opened: ReturnType<typeof openWidget>
let page: EventTarget

beforeAll(async () => {
  stubPage()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  suite = await startSwapSuite(['ethereum', 'base'])
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

const BASE = 31_338
const ETHEREUM = 31_337
/**
 * A different amount for each test: a swap keeps its claim for a second, and Web Locks outlive a
 * test.
 */
let amount = 10n ** 17n
const state = () => opened.widget.wallet.getState()
const other = () => suite.chain.account(1)

async function open(behavior: OddBehavior = {}, chainId = ETHEREUM) {
  dev = createDevWallet({
    rpcUrls: Object.fromEntries(suite.devnet.manifest.chains.map(({ id, rpcUrl }) => [id, rpcUrl])),
    accounts: [bench.account],
    chainId,
    connected: true,
  })
  odd = createOddWallet(dev, behavior)
  opened = openWidget(suite, { provider: odd.provider })
  await expect.poll(() => state().status).toBe('connected')
}

async function swap() {
  const intent = await bench.intent({ input: 'eth', output: 'USDC', amount })
  const started = { ...intent, id: crypto.randomUUID() }
  opened.widget.execution.start(started)
  const isOver = () => ['completed', 'failed'].includes(opened.widget.execution.getState().stage)
  await expect.poll(isOver).toBe(true)
  return opened.ends(started.id)
}

describe('chain ids', () => {
  it.each<[string, (id: number) => unknown]>([
    ['a number', (id) => id],
    ['decimal text', String],
    ['padded hex', (id) => `0x${id.toString(16).padStart(16, '0')}`],
    ['upper case', (id) => `0X${id.toString(16).toUpperCase()}`],
  ])('reads %s in responses and events, and swaps', async (_, format) => {
    await open({
      answers: { eth_chainId: async (honest) => format(Number(await honest())) },
      events: { chainChanged: (id) => format(Number(id)) },
    })
    expect(state().chainId).toBe(ETHEREUM)
    dev.setChain(BASE)
    await expect.poll(() => state().chainId).toBe(BASE)
    expect(await swap()).toEqual(['completed'])
    expect(state().chainId).toBe(ETHEREUM)
  })

  it.each([undefined, null, {}, 'mainnet', -1])(
    'reads the chain again after an event with %j',
    async (payload) => {
      await open({ events: { chainChanged: () => payload } })
      dev.setChain(BASE)
      await expect.poll(() => state().chainId).toBe(BASE)
    },
  )
})

describe('chain switch', () => {
  it.each<[string, OddBehavior]>([
    ['without events', { events: { chainChanged: undefined } }],
    ['without `on`', { on: false, removeListener: false }],
    ['with a late `on`', { on: 'later' }],
    ['with an event without payload', { events: { chainChanged: () => undefined } }],
    [
      'that never settles',
      { answers: { wallet_switchEthereumChain: (honest) => honest().then(() => new Promise(() => {})) } },
    ],
    [
      'that takes effect after it resolved',
      {
        answers: {
          wallet_switchEthereumChain: (honest) => {
            setTimeout(honest, 500)
            return null
          },
        },
      },
    ],
  ])('is followed %s', async (_, behavior) => {
    await open(behavior, BASE)
    expect(await swap()).toEqual(['completed'])
    expect(state()).toMatchObject({ chainId: ETHEREUM, prompt: undefined })
  })

  it.each<[string, unknown, string]>([
    ['4001', { code: 4001, message: 'no' }, 'USER_REJECTED'],
    ['text', new Error('User rejected the request'), 'USER_REJECTED'],
    ['4200', { code: 4200, message: 'no' }, 'CHAIN_SWITCH_UNSUPPORTED'],
    ['-32601', { code: -32601, message: 'no such method' }, 'CHAIN_SWITCH_UNSUPPORTED'],
    ['an unlisted text', { code: -32603, message: 'Permission was not given' }, 'WALLET_ERROR'],
    ['an unlisted code', { code: 7_777 }, 'WALLET_ERROR'],
    ['a code of another reason', { code: 4100, message: 'Not authorized for this network' }, 'WALLET_ERROR'],
    ['4001 in a 4902', { code: 4902, cause: { code: 4001 } }, 'USER_REJECTED'],
  ])('fails once when the wallet rejects: %s', async (_, thrown, code) => {
    await open({ answers: { wallet_switchEthereumChain: () => Promise.reject(thrown) } }, BASE)
    expect(await swap()).toEqual([code])
    expect(odd.asked('wallet_addEthereumChain')).toEqual([])
    expect(odd.asked('eth_sendTransaction')).toEqual([])
  })

  it('fails when it resolves without switching', async () => {
    await open({ answers: { wallet_switchEthereumChain: () => null } }, BASE)
    expect(await swap()).toEqual(['CHAIN_MISMATCH'])
    expect(odd.asked('eth_sendTransaction')).toEqual([])
  })

  it.each<[string, unknown]>([
    ['4902', { code: 4902, message: 'Unrecognized chain ID' }],
    ['4902 as text', { code: '4902' }],
    ['an internal error', { code: -32603, message: 'Unrecognized chain ID "0x7a69".' }],
    ['4902 in data', { code: -32603, data: { originalError: { code: 4902 } } }],
    ['4902 only in data', { code: -32603, data: { code: 4902 } }],
    ['4902 in a cause', new Error('x', { cause: { code: 4902 } })],
    ['a text', 'Chain is not configured'],
    ['another code', { code: -32000, message: 'unknown chain' }],
    ['another text', { code: -32603, message: 'The network with this ID has not been added' }],
  ])('adds a chain that the wallet does not know: %s', async (_, thrown) => {
    let isKnown = false
    await open(
      {
        answers: {
          wallet_switchEthereumChain: (honest) => (isKnown ? honest() : Promise.reject(thrown)),
          wallet_addEthereumChain: (honest) => {
            isKnown = true
            return honest()
          },
        },
      },
      BASE,
    )
    expect(await swap()).toEqual(['completed'])
    expect(odd.asked('wallet_addEthereumChain')).toHaveLength(1)
  })
})

describe('account payloads', () => {
  it.each<[string, (account: string) => unknown]>([
    ['undefined', () => undefined],
    ['null', () => null],
    ['[undefined]', () => [undefined]],
    ['an object', () => ({})],
    ['an upper-case prefix', (account) => [`0X${account.slice(2).toUpperCase()}`]],
    ['upper case', (account) => [`0x${account.slice(2).toUpperCase()}`]],
    ['lower case', (account) => [account.toLowerCase()]],
    ['text', (account) => account],
    ['several', (account) => [account, bench.account]],
  ])('never throw in the wallet’s emitter, and are followed: %s', async (_, format) => {
    await open()
    dev.setAccounts([other()])
    expect(() => odd.emit('accountsChanged', format(other()))).not.toThrow()
    await expect.poll(() => state()).toMatchObject({ status: 'connected', address: other() })
  })

  it.each([undefined, null, [undefined], ['0x']])(
    'keep the account that the wallet still has: %j',
    async (payload) => {
      await open()
      expect(() => odd.emit('accountsChanged', payload)).not.toThrow()
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(state()).toMatchObject({ status: 'connected', address: bench.account })
    },
  )
})

describe('lock', () => {
  it('is followed, and the unlock as well', async () => {
    await open()
    dev.setAccounts([])
    await expect.poll(() => state().status).toBe('disconnected')
    dev.setAccounts([bench.account])
    await expect.poll(() => state()).toMatchObject({ status: 'connected', address: bench.account })
    expect(await swap()).toEqual(['completed'])
  })

  it('is followed for a wallet of the page', async () => {
    await open()
    const { port, wallet, account } = bench
    wallet.setAccounts([])
    await expect.poll(() => port.getState().status).toBe('disconnected')
    wallet.setAccounts([account])
    await expect.poll(() => port.getState()).toMatchObject({ status: 'connected', address: account })
    expect(wallet.requests.map(({ method }) => method)).not.toContain('wallet_requestPermissions')
    await port.disconnect()
    wallet.setAccounts([account])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(port.getState().status).toBe('disconnected')
  })

  it('fails a running swap once', async () => {
    await open({ events: { accountsChanged: undefined } })
    odd.behavior.answers = {
      eth_accounts: (honest) => {
        dev.setAccounts([])
        return honest()
      },
    }
    expect(await swap()).toEqual(['ACCOUNT_CHANGED'])
    expect(odd.asked('eth_sendTransaction')).toEqual([])
  })
})

describe('wallet that disconnects while its transaction is pending', () => {
  it('completes the swap', async () => {
    await open({
      answers: {
        eth_sendTransaction: async (honest) => {
          const hash = await honest()
          odd.emit('disconnect', { code: 4900, message: 'disconnected' })
          return hash
        },
      },
    })
    expect(await swap()).toEqual(['completed'])
  })
})

describe('wallet without events', () => {
  const silent: OddBehavior = { on: false, removeListener: false }

  it('is read again when the user returns to the page', async () => {
    await open(silent)
    dev.setChain(BASE)
    dev.setAccounts([other()])
    page.dispatchEvent(new Event('focus'))
    await expect.poll(() => state()).toMatchObject({ chainId: BASE, address: other() })
    dev.setAccounts([])
    page.dispatchEvent(new Event('focus'))
    await expect.poll(() => state().status).toBe('disconnected')
    dev.setAccounts([bench.account])
    page.dispatchEvent(new Event('focus'))
    await expect.poll(() => state()).toMatchObject({ status: 'connected', address: bench.account })
  })

  it('shows an account that changed before a signature', async () => {
    await open(silent)
    dev.setAccounts([other()])
    expect(await swap()).toEqual(['ACCOUNT_CHANGED'])
    expect(state().address).toBe(other())
  })
})

it('calls no listener of a destroyed widget if the wallet has no `removeListener`', async () => {
  await open({ removeListener: false })
  opened.widget.destroy()
  const requests = dev.requests.length
  odd.emit('accountsChanged', [other()])
  odd.emit('chainChanged', '0x1')
  await new Promise(setImmediate)
  expect(dev.requests.length).toBe(requests)
})

it.each([null, undefined, [], [null]])('rejects a connection without an account: %j', async (accounts) => {
  await open()
  await opened.widget.wallet.disconnect()
  odd.behavior.answers = { eth_requestAccounts: () => accounts }
  await expect(opened.widget.wallet.connect('host')).rejects.toMatchObject({ code: 'WALLET_ERROR' })
  expect(state()).toMatchObject({ status: 'disconnected', address: undefined })
})
