import { afterEach, expect, it, vi } from 'vitest'
import type { Connector } from 'wagmi'
import { createDevWallet } from '../../testing/dev-wallet.ts'
import { discoverWallets } from '../wallet/wallet-discovery.ts'
import { createRequests } from '../wallet/wallet-requests.ts'
import { createPageWallets } from './frame-provider.ts'
import { createFrameWallets } from './frame-wallets.ts'
import { createPortCalls, type PortCalls } from './port-calls.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** The wallets of a page, as a frame finds them. */
function bridge() {
  const wallet = createDevWallet({ rpcUrls: { 1: 'http://rpc.test' }, accounts: [ACCOUNT], chainId: 1 })
  const { port1, port2 } = new MessageChannel()
  const page = createFrameWallets((url) => url === 'https://rpc.test')
  const host = createPortCalls(port1, { walletRequest: page.request, walletListen: page.listen })
  const frame = createPageWallets(() => calls)
  const calls: PortCalls = createPortCalls(port2, frame.handlers)
  const found = discoverWallets(frame.target)
  ends.push(wallet.announce(window), page.stop, host.close, calls.close, found.destroy)
  page.start(host)
  return { wallet, page, frame, found }
}

it('finds each wallet of the page once, also one that comes late, and none of its own', async () => {
  const { found } = bridge()
  await vi.waitFor(() => expect(found.list().map(({ name }) => name)).toEqual(['Dev Wallet']))
  const info = { uuid: '2', name: 'Late Wallet', icon: 'data:image/png;base64,AA', rdns: 'dev.late' }
  window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: { info, provider: { request: async () => 'late' } },
    }),
  )
  await vi.waitFor(() => expect(found.list()).toHaveLength(2))
  const late = found.find('dev.late')
  expect(late?.icon).toBe(info.icon)
  expect(await late?.provider.request({ method: 'eth_chainId' })).toBe('late')
})

it('asks the wallet of the page, and hears its events', async () => {
  const { wallet, found } = bridge()
  await vi.waitFor(() => expect(found.list()).toHaveLength(1))
  const provider = found.list()[0]?.provider
  const heard = vi.fn()
  provider?.on?.('accountsChanged', heard as never)
  expect(await provider?.request({ method: 'eth_requestAccounts' })).toEqual([ACCOUNT])
  wallet.setAccounts([])
  await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith([]))
})

it.each([
  'eth_sign',
  'personal_sign',
  'eth_signTransaction',
  'wallet_invokeSnap',
  'eth_getEncryptionPublicKey',
])('does not pass %s on: the wallet is not asked', async (method) => {
  const { wallet, found } = bridge()
  await vi.waitFor(() => expect(found.list()).toHaveLength(1))
  const asked = found.list()[0]?.provider.request({ method, params: [ACCOUNT, '0x00'] })
  await expect(asked).rejects.toMatchObject({ code: 4200 })
  expect(wallet.requests).toEqual([])
})

it.each([
  ['another RPC', [{ chainId: '0x1', rpcUrls: ['https://evil.test'] }]],
  [
    'another RPC beside one of the page',
    [{ chainId: '0x1', rpcUrls: ['https://rpc.test', 'https://evil.test'] }],
  ],
  ['another RPC in a second chain', [{ rpcUrls: ['https://rpc.test'] }, { rpcUrls: ['https://evil.test'] }]],
  ['another RPC in no list', { chainId: '0x1', rpcUrls: 'https://evil.test' }],
  ['no RPC', [{ chainId: '0x1' }]],
])('has the wallet add no chain with %s, and one with an RPC of the page', async (_, params) => {
  const { wallet, found } = bridge()
  await vi.waitFor(() => expect(found.list()).toHaveLength(1))
  const request = (given: unknown) =>
    found.list()[0]?.provider.request({ method: 'wallet_addEthereumChain', params: given })
  await expect(request(params)).rejects.toMatchObject({ code: 4200 })
  expect(wallet.requests).toEqual([])
  await request([{ chainId: '0x1', rpcUrls: ['https://rpc.test'] }])
  expect(wallet.requests).toHaveLength(1)
})

it('tells a contract account, which has a day to sign, from others', async () => {
  const { page, frame } = bridge()
  const isContract = (code: string) => {
    const request = async ({ method }: { method: string }) => (method === 'eth_getCode' ? code : undefined)
    const provider = frame.provider(page.hostWallet({ request }))
    const connector = { id: 'host', getProvider: async () => provider } as unknown as Connector
    return createRequests(connector, { current: () => undefined }).isContract(ACCOUNT)
  }
  expect(await isContract('0x6001')).toBe(true)
  expect(await isContract('0x')).toBe(false)
})

it('keeps the code of a refusal of the wallet', async () => {
  const { wallet, found } = bridge()
  wallet.behavior.rejectNext = 'connect'
  await vi.waitFor(() => expect(found.list()).toHaveLength(1))
  const asked = found.list()[0]?.provider.request({ method: 'eth_requestAccounts' })
  await expect(asked).rejects.toMatchObject({ code: 4001 })
})

it('leaves no listener on a wallet when it has ended, and answers for none that is gone', async () => {
  const { wallet, page, found, frame } = bridge()
  await vi.waitFor(() => expect(found.list()).toHaveLength(1))
  found.list()[0]?.provider.on?.('chainChanged', () => {})
  await vi.waitFor(() => expect(wallet.listenerCount()).toBeGreaterThan(0))
  page.stop()
  expect(wallet.listenerCount()).toBe(0)
  await expect(frame.provider('dev.gone').request({ method: 'eth_accounts' })).rejects.toMatchObject({
    code: 4900,
  })
})

it('reaches the provider that the host passed by its id, and another by another', async () => {
  const { page, frame } = bridge()
  const [first, second] = ['0x1', '0x2'].map((chainId) => ({ request: async () => chainId }))
  if (!first || !second) return expect.unreachable()
  const ids = [first, second, first].map(page.hostWallet)
  expect(ids[0]).toBe(ids[2])
  const chains = ids.map((id) => frame.provider(id).request({ method: 'eth_chainId' }))
  expect(await Promise.all(chains)).toEqual(['0x1', '0x2', '0x1'])
})

it('has nothing but the wallet that the host passes, by its whole id, until the host passes none', async () => {
  const { wallet, page, frame, found } = bridge()
  await vi.waitFor(() => expect(found.list()).toHaveLength(1))
  const chain = (id: string) => frame.provider(id).request({ method: 'eth_chainId' })
  const { id: announced = '' } = found.list()[0] ?? {}
  frame.provider(announced).on?.('chainChanged', () => {})
  await vi.waitFor(() => expect(wallet.listenerCount()).toBeGreaterThan(0))

  const own = { request: async () => '0x7', on: vi.fn(), removeListener: vi.fn() }
  const id = page.hostWallet(own)
  page.keepOnly([id])
  expect(wallet.listenerCount()).toBe(0)
  expect(await chain(id)).toBe('0x7')
  for (const other of [announced, 'host:', `${id} `, `${id}.0`, 'injected']) {
    await expect(chain(other)).rejects.toMatchObject({ code: 4900 })
  }
  const info = { uuid: '3', name: 'Late Wallet', icon: 'data:image/png;base64,AA', rdns: 'dev.later' }
  const provider = { request: async () => '0x8' }
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  frame.provider(id).on?.('chainChanged', () => {})
  await vi.waitFor(() => expect(own.on).toHaveBeenCalled())
  expect(found.list()).toHaveLength(1)

  page.keepOnly([undefined])
  expect(own.removeListener).toHaveBeenCalledTimes(own.on.mock.calls.length)
  await expect(chain(id)).rejects.toMatchObject({ code: 4900 })
  await vi.waitFor(() => expect(found.list()).toHaveLength(2))
  expect(await chain('dev.later')).toBe('0x8')
  expect(page.hostWallet(own)).not.toBe(id)
})

it('hears a wallet of the page again that was taken away and given back', async () => {
  const { wallet, page, found } = bridge()
  await vi.waitFor(() => expect(found.list()).toHaveLength(1))
  const provider = found.list()[0]?.provider
  await provider?.request({ method: 'eth_requestAccounts' })
  const before = vi.fn()
  provider?.on?.('accountsChanged', before as never)
  await vi.waitFor(() => expect(wallet.listenerCount()).toBeGreaterThan(0))
  provider?.removeListener?.('accountsChanged', before as never)
  page.keepOnly([page.hostWallet({ request: async () => '0x7' })])
  page.keepOnly([undefined])

  const heard = vi.fn()
  provider?.on?.('accountsChanged', heard as never)
  await vi.waitFor(() => expect(wallet.listenerCount()).toBeGreaterThan(0))
  wallet.setAccounts([])
  await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith([]))
})
