import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Connector } from 'wagmi'
import { createDevWallet } from '../testing/dev-wallet.ts'
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

/** Connects a frame to the wallets of a page. */
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

it('finds each wallet of the page once, also a late one, and no wallet of the frame', async () => {
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

it('forwards requests to the wallet of the page, and its events back', async () => {
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
])('does not forward %s to the wallet', async (method) => {
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
  ['another RPC outside a list', { chainId: '0x1', rpcUrls: 'https://evil.test' }],
  ['no RPC', [{ chainId: '0x1' }]],
])('lets the wallet add no chain with %s, but one with an RPC of the page', async (_, params) => {
  const { wallet, found } = bridge()
  await vi.waitFor(() => expect(found.list()).toHaveLength(1))
  const request = (given: unknown) =>
    found.list()[0]?.provider.request({ method: 'wallet_addEthereumChain', params: given })
  await expect(request(params)).rejects.toMatchObject({ code: 4200 })
  expect(wallet.requests).toEqual([])
  await request([{ chainId: '0x1', rpcUrls: ['https://rpc.test'] }])
  expect(wallet.requests).toHaveLength(1)
})

describe('request of a frame', () => {
  const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const RPCS = ['https://rpc.test']
  const TYPED = { domain: {}, types: {}, primaryType: 'Permit', message: { a: [1, { b: 2 }] } }
  const SENT = { from: ACCOUNT, to: TOKEN, data: '0x12', value: '0x0', gas: '0x5208', type: '0x2' }

  /** Records the requests that reach a wallet of the page, in order. */
  function record() {
    const received: { method: string; params?: unknown }[] = []
    const page = createFrameWallets({
      isRpc: (url) => url === RPCS[0],
      isExplorer: (url) => url === 'https://scan.test',
    })
    ends.push(page.stop)
    const wallet = page.hostWallet({ request: async (args) => void received.push(args) })
    const request = (method: unknown, params?: unknown) => page.request({ wallet, method, params })
    return { received, request }
  }

  it.each<[string, unknown, unknown]>([
    ['eth_accounts', [{ evil: true }], undefined],
    ['eth_requestAccounts', undefined, undefined],
    ['eth_chainId', ['0x1'], undefined],
    ['wallet_getPermissions', [], undefined],
    ['eth_getCode', [ACCOUNT, 'latest'], [ACCOUNT, 'latest']],
    ['eth_sendTransaction', [SENT], [SENT]],
    [
      'eth_sendTransaction',
      [{ ...SENT, accessList: [], authorizationList: [{ address: TOKEN }], blobs: ['0x'], input: '0xff' }],
      [SENT],
    ],
    [
      'eth_signTypedData_v4',
      [ACCOUNT, JSON.stringify({ ...TYPED, extra: 1 })],
      [ACCOUNT, JSON.stringify(TYPED)],
    ],
    [
      'wallet_addEthereumChain',
      [
        {
          chainId: '0x1',
          chainName: 'Main\u202enet',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18, evil: 1 },
          rpcUrls: RPCS,
          blockExplorerUrls: ['https://evil.test', 'https://scan.test'],
          iconUrls: ['https://evil.test/icon.png'],
        },
      ],
      [
        {
          chainId: '0x1',
          chainName: 'Mainnet',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: RPCS,
          blockExplorerUrls: ['https://scan.test'],
        },
      ],
    ],
    [
      'wallet_addEthereumChain',
      [{ chainId: '0x1', rpcUrls: RPCS, blockExplorerUrls: 'https://scan.test', iconUrls: {} }],
      [{ chainId: '0x1', rpcUrls: RPCS }],
    ],
    [
      'wallet_switchEthereumChain',
      [{ chainId: '0x1', rpcUrls: ['https://evil.test'] }],
      [{ chainId: '0x1' }],
    ],
    [
      'wallet_watchAsset',
      {
        type: 'ERC20',
        options: { address: TOKEN, symbol: 'USDC', decimals: 6, image: 'https://evil.test/x.svg' },
        id: 1,
      },
      { type: 'ERC20', options: { address: TOKEN, symbol: 'USDC', decimals: 6 } },
    ],
    ['wallet_getCallsStatus', ['0xid'], ['0xid']],
    ['wallet_getCapabilities', [ACCOUNT, ['0x1']], [ACCOUNT, ['0x1']]],
    ['wallet_requestPermissions', [{ eth_accounts: { evil: 1 }, snap: {} }], [{ eth_accounts: {} }]],
    ['wallet_revokePermissions', [{ eth_accounts: {} }], [{ eth_accounts: {} }]],
    [
      'wallet_sendCalls',
      [
        {
          version: '2.0.0',
          from: ACCOUNT,
          chainId: '0x1',
          atomicRequired: true,
          calls: [{ to: TOKEN, data: '0x', value: '0x1', capabilities: { gasLimitOverride: {} } }],
          capabilities: { paymasterService: { url: 'https://evil.test' } },
        },
      ],
      [
        {
          version: '2.0.0',
          from: ACCOUNT,
          chainId: '0x1',
          atomicRequired: true,
          calls: [{ to: TOKEN, data: '0x', value: '0x1' }],
        },
      ],
    ],
  ])('reaches the wallet as a new %s with known fields only', async (method, params, expected) => {
    const { received, request } = record()
    await request(method, params)
    expect(received).toStrictEqual([expected === undefined ? { method } : { method, params: expected }])
    if (params !== undefined && expected !== undefined) expect(received[0]?.params).not.toBe(params)
  })

  const arrayLike = (...items: unknown[]) => ({ ...items, length: items.length })
  const inherited = Object.create({ chainId: '0x1', rpcUrls: RPCS })
  it.each<[string, string, unknown]>([
    [
      'array-like params',
      'wallet_addEthereumChain',
      arrayLike({ chainId: '0x1', rpcUrls: ['https://evil.test'] }),
    ],
    [
      'array-like URLs',
      'wallet_addEthereumChain',
      [{ chainId: '0x1', rpcUrls: arrayLike('https://rpc.test') }],
    ],
    ['a URL object', 'wallet_addEthereumChain', [{ chainId: '0x1', rpcUrls: [{ toString: () => RPCS[0] }] }]],
    ['nested URLs', 'wallet_addEthereumChain', [{ chainId: '0x1', rpcUrls: [RPCS] }]],
    ['no URL', 'wallet_addEthereumChain', [{ chainId: '0x1', rpcUrls: [] }]],
    ['inherited fields', 'wallet_addEthereumChain', [inherited]],
    ['a decimal chain id', 'wallet_switchEthereumChain', [{ chainId: 1 }]],
    ['a chain id in a list', 'wallet_switchEthereumChain', [{ chainId: ['0x1'] }]],
    ['a creation', 'eth_sendTransaction', [{ ...SENT, to: undefined }]],
    ['a number as value', 'eth_sendTransaction', [{ ...SENT, value: 1 }]],
    ['a delegation type', 'eth_sendTransaction', [{ ...SENT, type: '0x4' }]],
    ['two transactions', 'eth_sendTransaction', [SENT, SENT]],
    ['odd data', 'eth_sendTransaction', [{ ...SENT, data: '0x123' }]],
    ['typed data as an object', 'eth_signTypedData_v4', [ACCOUNT, TYPED]],
    ['typed data that is not JSON', 'eth_signTypedData_v4', [ACCOUNT, 'I agree']],
    ['typed data without types', 'eth_signTypedData_v4', [ACCOUNT, JSON.stringify({ ...TYPED, types: 1 })]],
    ['another kind of token', 'wallet_watchAsset', { type: 'ERC721', options: { address: TOKEN } }],
    ['a list of tokens', 'wallet_watchAsset', [{ type: 'ERC20', options: { address: TOKEN } }]],
    ['a permission beside accounts', 'wallet_requestPermissions', [{ wallet_snap: {} }]],
    [
      'a batch that may be split',
      'wallet_sendCalls',
      [{ from: ACCOUNT, chainId: '0x1', atomicRequired: false, calls: [] }],
    ],
    ['a batch without calls', 'wallet_sendCalls', [{ from: ACCOUNT, chainId: '0x1' }]],
    ['a method in a list', ['eth_accounts'] as never, undefined],
    ['an inherited method', 'toString', undefined],
    ['a signature of a text', 'personal_sign', ['0x00', ACCOUNT]],
    ['typed data of an early version', 'eth_signTypedData_v3', [ACCOUNT, JSON.stringify(TYPED)]],
  ])('rejects %s with 4200', async (_, method, params) => {
    const { received, request } = record()
    await expect(request(method, params)).rejects.toMatchObject({ code: 4200 })
    expect(received).toEqual([])
  })

  it('is read once, so that a getter or a proxy cannot change it after the check', async () => {
    const { received, request } = record()
    let reads = 0
    const turn = <Value,>(good: Value, evil: Value) => {
      reads += 1
      return reads === 1 ? good : evil
    }
    const getter = {
      chainId: '0x1',
      get rpcUrls() {
        return turn(RPCS, ['https://evil.test'])
      },
    }
    await request('wallet_addEthereumChain', [getter])
    reads = 0
    const proxy = new Proxy(
      { ...SENT },
      { get: (target, name) => (name === 'to' ? turn(TOKEN, ACCOUNT) : Reflect.get(target, name)) },
    )
    await request('eth_sendTransaction', [proxy])
    expect(received.map(({ params }) => params)).toEqual([[{ chainId: '0x1', rpcUrls: RPCS }], [SENT]])
  })
})

it('detects a contract account, which has a day to sign', async () => {
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

it("keeps the code of a wallet's rejection", async () => {
  const { wallet, found } = bridge()
  wallet.behavior.rejectNext = 'connect'
  await vi.waitFor(() => expect(found.list()).toHaveLength(1))
  const asked = found.list()[0]?.provider.request({ method: 'eth_requestAccounts' })
  await expect(asked).rejects.toMatchObject({ code: 4001 })
})

it('removes all listeners of a wallet at the end, and rejects requests to a removed wallet', async () => {
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

it('reaches the provider of the host by its id, and another by another id', async () => {
  const { page, frame } = bridge()
  const [first, second] = ['0x1', '0x2'].map((chainId) => ({ request: async () => chainId }))
  if (!first || !second) return expect.unreachable()
  const ids = [first, second, first].map(page.hostWallet)
  expect(ids[0]).toBe(ids[2])
  const chains = ids.map((id) => frame.provider(id).request({ method: 'eth_chainId' }))
  expect(await Promise.all(chains)).toEqual(['0x1', '0x2', '0x1'])
})

it('reaches only the wallet that the host passes, by its whole id, until the host passes none', async () => {
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

it('receives events again from a wallet that was removed and added', async () => {
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
