import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { delegateAccount } from '../contracts/testing/delegate-account.ts'
import { startTestDevnet, type TestDevnet } from '../devnet/testing/devnet.ts'
import { createDevWallet, type DevWallet, type DevWalletOptions } from '../src/testing/dev-wallet.ts'
import { devWalletScript } from '../src/testing/dev-wallet-script.ts'

let devnet: TestDevnet
let options: DevWalletOptions
let wallet: DevWallet

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum', 'base'] })
  options = {
    rpcUrls: Object.fromEntries(devnet.manifest.chains.map(({ id, rpcUrl }) => [id, rpcUrl])),
    accounts: devnet.manifest.accounts.slice(0, 2).map(({ address }) => address),
    chainId: 31337,
  }
})
afterAll(() => devnet.stop())
beforeEach(() => {
  wallet = createDevWallet({ ...options, connected: true })
})

const ask = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })

describe('connection', () => {
  it('hides the accounts until the user allows them, and after the permission is revoked', async () => {
    wallet = createDevWallet(options)
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_requestAccounts')).toEqual(options.accounts)
    expect(await ask('eth_accounts')).toEqual(options.accounts)
    await ask('wallet_revokePermissions', { eth_accounts: {} })
    expect(await ask('eth_accounts')).toEqual([])
  })

  it('can be rejected once', async () => {
    wallet = createDevWallet({ ...options, behavior: { rejectNext: 'connect' } })
    await expect(ask('wallet_requestPermissions')).rejects.toMatchObject({ code: 4001 })
    await ask('wallet_requestPermissions')
    expect(await ask('eth_accounts')).toEqual(options.accounts)
  })

  it('can be confirmed by a user', async () => {
    const requested: string[] = []
    wallet = createDevWallet({
      ...options,
      confirm: async ({ kind }) => {
        requested.push(kind)
        return false
      },
    })
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    expect(requested).toEqual(['connect'])
  })
})

describe('chains', () => {
  it('are switched with an event, and only known ones', async () => {
    const seen: unknown[] = []
    wallet.provider.on('chainChanged', (id) => seen.push(id))
    await ask('wallet_switchEthereumChain', { chainId: '0x7a6a' })
    expect(await ask('eth_chainId')).toBe('0x7a6a')
    expect(seen).toEqual(['0x7a6a'])
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x5' })).rejects.toMatchObject({ code: 4902 })
  })

  it('can be added', async () => {
    await ask('wallet_addEthereumChain', { chainId: '0x5', rpcUrls: [options.rpcUrls[31337]] })
    expect(await ask('eth_chainId')).toBe('0x5')
  })

  it('use the RPC that was added last', async () => {
    const [from] = options.accounts
    const unreachable = 'http://localhost:9'
    await ask('wallet_addEthereumChain', { chainId: '0x7a69', rpcUrls: [unreachable] })
    await expect(ask('eth_sendTransaction', { from, to: from, value: '0x1' })).rejects.toThrow()
  })
})

describe('transactions', () => {
  it('get a gas limit if the page sets none', async () => {
    const [from] = options.accounts
    const hash = await ask('eth_sendTransaction', { from, to: from, value: '0x1' })
    const { gas } = await devnet.chain().publicClient.getTransaction({ hash: hash as `0x${string}` })
    expect(gas).toBe(29_400n)
  })

  it('are distinguished: an approval is not a swap', async () => {
    wallet.behavior.rejectNext = 'swap'
    const [from] = options.accounts
    const to = devnet.chain().token('USDC').address
    await ask('eth_sendTransaction', { from, to, data: `0x095ea7b3${'0'.repeat(63)}1${'0'.repeat(64)}` })
    await expect(ask('eth_sendTransaction', { from, to, data: '0x' })).rejects.toMatchObject({ code: 4001 })
  })

  it('are rejected from accounts the page may not see, and for another chain', async () => {
    const [from] = options.accounts
    const stranger = devnet.manifest.accounts[5]?.address
    await expect(ask('eth_sendTransaction', { from: stranger, to: from })).rejects.toMatchObject({
      code: 4100,
    })
    await expect(ask('eth_sendTransaction', { from, to: from, chainId: '0x1' })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('return the node’s own error', async () => {
    const [from] = options.accounts
    await expect(
      ask('eth_sendTransaction', { from, to: from, value: `0x${'f'.repeat(40)}`, gas: '0x5208' }),
    ).rejects.toMatchObject({ code: expect.any(Number) })
  })
})

describe('batches', () => {
  const batch = (calls: object[], atomicRequired = true) => ({
    version: '2.0.0',
    from: options.accounts[0],
    chainId: '0x7a69',
    atomicRequired,
    calls,
  })
  const status = async (id: string) =>
    (await ask('wallet_getCallsStatus', id)) as { status: number; receipts: object[] }
  const send = async (...of: Parameters<typeof batch>) => {
    const { id } = (await ask('wallet_sendCalls', batch(...of))) as { id: string }
    await expect.poll(async () => (await status(id)).status).not.toBe(100)
    return status(id)
  }
  const pay = (to = options.accounts[1]) => ({ to, value: '0x1', data: '0x' })
  /** A call that reverts, because nothing is approved. */
  const revert = () => ({ to: devnet.chain().token('USDC').address, data: `0x23b872dd${'0'.repeat(191)}1` })

  it('are sent sequentially if not atomic, and rejected if they must be atomic', async () => {
    wallet.behavior.batches = 'sequential'
    expect(await ask('wallet_getCapabilities')).toEqual({ '0x7a69': { atomic: { status: 'unsupported' } } })
    expect(await send([pay(), pay()], false)).toMatchObject({
      status: 200,
      atomic: false,
      receipts: [{}, {}],
    })
    await expect(ask('wallet_sendCalls', batch([pay()]))).rejects.toMatchObject({ code: 5760 })
  })

  it('are one atomic transaction of an account that delegates', async () => {
    await delegateAccount(devnet.chain())
    wallet.behavior.batches = 'atomic'
    const balance = () => devnet.chain().publicClient.getBalance({ address: options.accounts[1]! })
    const before = await balance()
    expect(await send([pay(), pay()])).toMatchObject({
      status: 200,
      atomic: true,
      receipts: [{ status: '0x1' }],
    })
    expect(await balance()).toBe(before + 2n)
    await expect(ask('wallet_sendCalls', batch([pay(), revert()]))).rejects.toThrow()
    expect(await balance()).toBe(before + 2n)
  })

  it('are unknown under another id', async () => {
    await expect(status('0x1')).rejects.toMatchObject({ code: 5730 })
  })
})

describe('signatures', () => {
  it('are made by the account', async () => {
    const [from] = options.accounts
    const { verifyMessage } = await import('viem')
    const signature = (await ask('personal_sign', '0x6869', from)) as `0x${string}`
    expect(await verifyMessage({ address: from!, message: 'hi', signature })).toBe(true)
  })
})

describe('in a page', () => {
  it('is announced, and again on request', () => {
    const page = new EventTarget()
    const names: string[] = []
    page.addEventListener('eip6963:announceProvider', (event) => {
      names.push((event as CustomEvent<{ info: { name: string } }>).detail.info.name)
    })
    const withdraw = wallet.announce(page)
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    withdraw()
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(names).toEqual(['Dev Wallet', 'Dev Wallet'])
  })

  it('can be injected as a self-contained script', async () => {
    const window = new EventTarget() as EventTarget & { devWallet: DevWallet }
    const page = createContext({ window, CustomEvent, fetch, setTimeout })
    runInContext(devWalletScript({ ...options, connected: true }), page)
    expect(await window.devWallet.provider.request({ method: 'eth_blockNumber' })).toMatch(/^0x/)
  })
})
