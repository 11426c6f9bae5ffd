import { setMaxListeners } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CreateConnectorFn, createConfig, http, mock } from 'wagmi'
import { connect, disconnect } from 'wagmi/actions'
import { injected } from 'wagmi/connectors/injected'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import type { Address } from '../../wire/lib/address.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import type { HostProvider, ResolvedConfig } from '../config/types.ts'
import { createDevWallet, type DevWallet, type DevWalletOptions } from '../testing/dev-wallet.ts'
import { ETH, USDC } from '../testing/fixtures/fixture-tokens.ts'
import { createWalletPort, type OwnedWalletPort } from './wallet-port.ts'
import { RESTORE_TIMEOUT_MS } from './wallet-source.ts'

let devnet: TestDevnet
let config: ResolvedConfig
let rpcUrls: Record<number, string>
let accounts: Address[]
let wallet: DevWallet
let port: OwnedWalletPort
let ends: (() => void)[]
const stored = new Map<string, string>()

beforeAll(async () => {
  // The parts of a page that wallets use, so that the tests run in Node.
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage }))
  devnet = await startTestDevnet({ chains: ['ethereum', 'base'] })
  const { chains } = devnet.manifest
  accounts = devnet.manifest.accounts.map(({ address }) => address)
  rpcUrls = Object.fromEntries(chains.map(({ id, rpcUrl }) => [id, rpcUrl]))
  config = resolveConfig({
    integrator: 'wallet-test',
    baseUrl: 'http://localhost/router',
    tokensUrl: 'http://localhost/tokens',
    exchangeRatesUrl: 'http://localhost/rates',
    chains: chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrls: [rpcUrl] })),
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await devnet.stop()
})

beforeEach(() => {
  ends = []
  stored.clear()
})
afterEach(() => {
  for (const end of ends.reverse()) end()
})

function announce(options: Partial<DevWalletOptions> = {}): DevWallet {
  const made = createDevWallet({ rpcUrls, accounts: accounts.slice(0, 2), chainId: 31337, ...options })
  ends.push(made.announce(window))
  return made
}

function open(wagmiConfig?: Parameters<typeof createWalletPort>[0]['wagmiConfig']): OwnedWalletPort {
  const made = createWalletPort({ config, ...(wagmiConfig && { wagmiConfig }) })
  made.start()
  ends.push(() => made.destroy())
  return made
}

describe('own config', () => {
  beforeEach(async () => {
    wallet = announce()
    port = open()
  })

  it('lists announced wallets without a request to them', async () => {
    const other = announce({ name: 'Other', rdns: 'com.other' })
    expect(await port.listOptions()).toEqual([
      { id: 'dev.sluice.wallet', name: 'Dev Wallet', icon: wallet.info.icon },
      { id: 'com.other', name: 'Other', icon: other.info.icon },
    ])
    expect(wallet.requests).toEqual([])
  })

  describe('with two wallets of one domain', () => {
    const rdns = 'io.metamask'
    let first: DevWallet
    let second: DevWallet
    beforeEach(() => {
      first = announce({ name: 'MetaMask', rdns })
      second = announce({ name: 'MetaMask', rdns })
    })
    const shown = async () => (await port.listOptions()).filter(({ name }) => name === 'MetaMask')

    it('shows both, and marks each', async () => {
      const options = await shown()
      expect(options).toMatchObject([{ announcers: 2 }, { announcers: 2 }])
      expect(new Set(options.map(({ id }) => id)).size).toBe(2)
      expect(first.requests.concat(second.requests)).toEqual([])
    })

    it.each([0, 1])('connects the picked one: number %i', async (index) => {
      const option = (await shown())[index]
      await port.connect(option!.id)
      expect(port.getState().status).toBe('connected')
      const [picked, other] = index === 0 ? [first, second] : [second, first]
      expect(picked.requests.length).toBeGreaterThan(0)
      expect(other.requests).toEqual([])
    })

    it('does not restore a choice among them', async () => {
      const [option] = await shown()
      await port.connect(option!.id)
      port.destroy()
      const requested = first.requests.length
      const again = open()
      await expect.poll(() => again.getState().status).toBe('disconnected')
      expect(first.requests.length).toBe(requested)
      expect(second.requests).toEqual([])
    })
  })

  it('does not restore a connection after a second wallet of the domain was announced', async () => {
    await port.connect('dev.sluice.wallet')
    port.destroy()
    const requested = wallet.requests.length
    const intruder = announce({ connected: true })
    const again = open()
    await expect.poll(() => again.getState().status).toBe('disconnected')
    expect(wallet.requests.length).toBe(requested)
    expect(intruder.requests).toEqual([])
  })

  it('drops a restored connection when a second wallet of the domain is announced later', async () => {
    await port.connect('dev.sluice.wallet')
    port.destroy()
    const again = open()
    await expect.poll(() => again.getState().status).toBe('connected')
    announce()
    expect(again.getState()).toMatchObject({ status: 'disconnected', address: undefined })
    expect(wallet.listenerCount()).toBe(0)
    // The wallet is not disconnected, because the user did not request it and may have chosen the
    // right one.
    expect(wallet.requests.map(({ method }) => method)).not.toContain('wallet_revokePermissions')
    const [option] = await again.listOptions()
    await again.connect(option!.id)
    expect(again.getState().status).toBe('connected')
  })

  it('keeps a connection that the user chose when a second wallet of the domain is announced later', async () => {
    await port.connect('dev.sluice.wallet')
    announce()
    expect(port.getState()).toMatchObject({ status: 'connected', address: accounts[0] })
  })

  it('lists a wallet once that announces itself again, and separately one that repeats its id', async () => {
    const info = { ...wallet.info, uuid: crypto.randomUUID() }
    const repeat = (detail: object) =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    repeat({ info, provider: wallet.provider })
    expect(await port.listOptions()).toHaveLength(1)
    repeat({ info: wallet.info, provider: { request: async () => null } })
    expect(await port.listOptions()).toHaveLength(2)
  })

  it('sanitizes the name and the icon of an announcement', async () => {
    const name = `Meta\u202eMask\u3164${'\u0301'.repeat(200)}`
    announce({ name, rdns: 'io.\u200bEvil ', icon: 'data:text/html,<script>alert(1)</script>' })
    announce({ name: '\u3164\u200b', rdns: 'injected', icon: 'https://evil.example/icon.png' })
    const [, evil, nameless] = await port.listOptions()
    expect(evil).toEqual({ id: 'io.evil', name: 'MetaMas\u1e31\u0301\u0301', icon: undefined })
    expect(nameless).toMatchObject({ name: 'injected', icon: undefined })
    // An unannounced wallet keeps its id.
    expect(nameless?.id).not.toBe('injected')
  })

  it('limits the number of listed wallets', async () => {
    setMaxListeners(0, window)
    for (let n = 0; n < 500; n += 1) announce({ rdns: `com.flood.n${n}` })
    expect((await port.listOptions()).length).toBeLessThanOrEqual(50)
  })

  it('connects only the picked wallet', async () => {
    const other = announce({ name: 'Other', rdns: 'com.other' })
    await port.connect('com.other')
    expect(port.getState()).toEqual({
      status: 'connected',
      address: accounts[0],
      chainId: 31337,
      walletName: 'Other',
    })
    expect(other.requests.length).toBeGreaterThan(0)
    expect(wallet.requests).toEqual([])
  })

  it('stays disconnected after a rejection, and can connect again', async () => {
    wallet.behavior.rejectNext = 'connect'
    await expect(port.connect('dev.sluice.wallet')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(port.getState().status).toBe('disconnected')
    await port.connect('dev.sluice.wallet')
    expect(port.getState().status).toBe('connected')
  })

  it('throws WALLET_NOT_FOUND for an unknown wallet', async () => {
    await expect(port.connect('nobody')).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
  })

  it('follows the wallet to another account and chain, and notifies once per change', async () => {
    await port.connect('dev.sluice.wallet')
    const seen: unknown[] = []
    port.subscribe(() => seen.push(port.getState()))
    wallet.setAccounts([accounts[1]!])
    wallet.setChain(31338)
    expect(seen).toMatchObject([{ address: accounts[1] }, { chainId: 31338 }])
  })

  it('switches the wallet and reads its chain', async () => {
    await port.connect('dev.sluice.wallet')
    await port.switchChain(31338)
    expect(await port.readChainId()).toBe(31338)
    expect(port.getState().chainId).toBe(31338)
  })

  it('adds a chain that the wallet does not know', async () => {
    const narrow = announce({ rpcUrls: { 31337: rpcUrls[31337]! }, rdns: 'com.narrow' })
    await port.connect('com.narrow')
    await port.switchChain(31338)
    expect(await port.readChainId()).toBe(31338)
    expect(narrow.requests.map(({ method }) => method)).toContain('wallet_addEthereumChain')
  })

  it('changes the RPC of a known chain, and distinguishes a rejection from an error', async () => {
    await port.connect('dev.sluice.wallet')
    const url = `${rpcUrls[31338]}/?private`
    await port.addRpc({ chainId: 31338, url })
    const { label, nativeCurrency } = config.chains.find(({ id }) => id === 31338)!
    expect(wallet.requests.findLast(({ method }) => method === 'wallet_addEthereumChain')).toEqual({
      method: 'wallet_addEthereumChain',
      params: [{ chainId: '0x7a6a', chainName: label, nativeCurrency, rpcUrls: [url] }],
    })
    wallet.behavior.rejectNext = 'add-chain'
    await expect(port.addRpc({ chainId: 31338, url })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await expect(port.addRpc({ chainId: 5, url })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })

  it('lists a token in the wallet, and distinguishes a rejection from an error', async () => {
    await port.connect('dev.sluice.wallet')
    await port.watchAsset(USDC)
    const { address, symbol, decimals } = USDC
    expect(wallet.requests.at(-1)).toEqual({
      method: 'wallet_watchAsset',
      params: { type: 'ERC20', options: { address, symbol, decimals } },
    })
    wallet.behavior.rejectNext = 'add-token'
    await expect(port.watchAsset(USDC)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  it('allows one open request, and names its swap', async () => {
    await port.connect('dev.sluice.wallet')
    const [from, to] = accounts as [Address, Address]
    const swap = { inputToken: ETH, outputToken: USDC, inputAmount: 1n }
    const transaction = { chainId: 31337, from, to, data: '0x', value: 1n, gas: 21_000n } as const
    wallet.behavior.ignore = 'swap'
    void port.sendTransaction({ ...transaction, about: swap })
    await expect.poll(() => port.getState().prompt?.about).toEqual(swap)
    const second = { ...transaction, value: 2n }
    await expect(port.sendTransaction(second)).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    await expect(port.switchChain(31338)).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    await expect
      .poll(() => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction'))
      .toHaveLength(1)
    wallet.behavior.ignore = undefined
    port.forgetPrompt()
    await expect(port.sendTransaction(second)).resolves.toMatch(/^0x/)
  })

  it('allows a request to another wallet, but not a second one to the same wallet', async () => {
    announce({ rdns: 'com.other' })
    await port.connect('dev.sluice.wallet')
    const [from, to] = accounts as [Address, Address]
    const transaction = { chainId: 31337, from, to, data: '0x', value: 1n, gas: 21_000n } as const
    wallet.behavior.ignore = 'swap'
    void port.sendTransaction(transaction).catch(() => {})
    await expect.poll(() => wallet.requests.at(-1)?.method).toBe('eth_sendTransaction')
    expect(port.getState().prompt).toBeDefined()
    await port.disconnect()
    await port.connect('dev.sluice.wallet')
    await expect(port.sendTransaction(transaction)).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    expect(port.getState().prompt).toBeDefined()
    await port.connect('com.other')
    await expect.poll(() => port.getState().prompt).toBeUndefined()
    await expect(port.sendTransaction(transaction)).resolves.toMatch(/^0x/)
  })

  it('allows one open request among all widgets of the page that use the wallet', async () => {
    const other = open()
    await port.connect('dev.sluice.wallet')
    await other.connect('dev.sluice.wallet')
    const [from, to] = accounts as [Address, Address]
    const swap = { inputToken: ETH, outputToken: USDC, inputAmount: 1n }
    const transaction = { chainId: 31337, from, to, data: '0x', value: 1n, gas: 21_000n } as const
    wallet.behavior.ignore = 'swap'
    void port.sendTransaction({ ...transaction, about: swap }).catch(() => {})
    await expect.poll(() => wallet.requests.at(-1)?.method).toBe('eth_sendTransaction')
    await expect.poll(() => other.getState().prompt?.about).toEqual(swap)
    await expect(other.sendTransaction(transaction)).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    wallet.behavior.ignore = undefined
    other.forgetPrompt()
    expect(port.getState().prompt).toBeUndefined()
    await expect(other.sendTransaction(transaction)).resolves.toMatch(/^0x/)
  })

  it('allows the next request after an answer or a rejection', async () => {
    await port.connect('dev.sluice.wallet')
    const [from, to] = accounts as [Address, Address]
    const transaction = { chainId: 31337, from, to, data: '0x', value: 1n, gas: 21_000n } as const
    wallet.behavior.rejectNext = 'swap'
    await expect(port.sendTransaction(transaction)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(port.getState().prompt).toBeUndefined()
    await expect(port.sendTransaction(transaction)).resolves.toMatch(/^0x/)
    expect(port.getState().prompt).toBeUndefined()
  })

  it('distinguishes a rejected switch from an unsupported one', async () => {
    await port.connect('dev.sluice.wallet')
    wallet.behavior.rejectNext = 'switch'
    await expect(port.switchChain(31338)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    wallet.behavior.cannotSwitch = true
    await expect(port.switchChain(31338)).rejects.toMatchObject({ code: 'CHAIN_SWITCH_UNSUPPORTED' })
    expect(port.getState()).toMatchObject({ status: 'connected', chainId: 31337 })
  })

  it('sends with the given gas, and rejects on another chain', async () => {
    await port.connect('dev.sluice.wallet')
    const from = accounts[0]!
    const transaction = { chainId: 31337, from, to: from, data: '0x', value: 1n, gas: 33_333n } as const
    expect(await port.sendTransaction(transaction)).toMatch(/^0x[0-9a-f]{64}$/)
    const sent = wallet.requests.find(({ method }) => method === 'eth_sendTransaction')
    expect(sent?.params).toMatchObject([{ gas: '0x8235', from: expect.any(String) }])
    wallet.setChain(31338)
    await expect(port.sendTransaction(transaction)).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
  })

  it('sends to an address in any letter case', async () => {
    await port.connect('dev.sluice.wallet')
    const from = accounts[0]!
    const to = `0x${from.slice(2).toUpperCase()}` as Address
    const sent = port.sendTransaction({ chainId: 31337, from, to, data: '0x', value: 1n, gas: 33_333n })
    expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('requests a signature of typed data, and reports a rejection', async () => {
    await port.connect('dev.sluice.wallet')
    const request = toTypedData(accounts[0]!)
    expect(await port.signTypedData(request)).toMatch(/^0x[0-9a-f]{130}$/)
    wallet.behavior.rejectNext = 'sign'
    await expect(port.signTypedData(request)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  it('reads the status of a batch from the wallet, and reports a rejection', async () => {
    await port.connect('dev.sluice.wallet')
    const query = { chainId: 31337, from: accounts[0]! }
    expect(await port.canBatch(query)).toBe(false)
    expect(await port.sendBatch({ ...query, calls: [] })).toBeUndefined()
    wallet.behavior.batches = 'atomic'
    expect(await port.canBatch(query)).toBe(true)
    expect(await port.canBatch({ ...query, chainId: 1 })).toBe(false)
    wallet.behavior.rejectNext = 'batch'
    await expect(port.sendBatch({ ...query, calls: [] })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    const batch = { batchId: '0x1', batchWallet: 'dev.sluice.wallet' }
    await expect(port.batchStatus(batch)).rejects.toMatchObject({ code: 'WALLET_ERROR' })
  })

  it('reads the status of a batch only from its own wallet', async () => {
    const other = announce({ rdns: 'com.other' })
    await port.connect('com.other')
    const batch = { batchId: '0x1', batchWallet: 'dev.sluice.wallet' }
    await expect(port.batchStatus(batch)).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
    expect(other.requests.map(({ method }) => method)).not.toContain('wallet_getCallsStatus')
  })

  it('reports a rejected transaction', async () => {
    await port.connect('dev.sluice.wallet')
    wallet.behavior.rejectNext = 'swap'
    const from = accounts[0]!
    await expect(
      port.sendTransaction({ chainId: 31337, from, to: from, data: '0x', value: 1n, gas: 33_333n }),
    ).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  it('restores the connection without a prompt until the user disconnects', async () => {
    await port.connect('dev.sluice.wallet')
    port.destroy()
    expect(port.getState().status).toBe('disconnected')
    const requested = wallet.requests.length
    const again = open()
    expect(again.getState().status).toBe('reconnecting')
    await expect.poll(() => again.getState().status).toBe('connected')
    const methods = wallet.requests.slice(requested).map(({ method }) => method)
    expect(methods).not.toContain('wallet_requestPermissions')

    await again.disconnect()
    expect(again.getState()).toMatchObject({ status: 'disconnected', address: undefined })
    again.destroy()
    const last = open()
    expect(last.getState().status).toBe('disconnected')
  })

  it('is disconnected when the previous wallet does not respond in time', async () => {
    await port.connect('dev.sluice.wallet')
    port.destroy()
    wallet.provider.request = () => new Promise(() => {})
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const again = open()
      await vi.advanceTimersByTimeAsync(RESTORE_TIMEOUT_MS - 1)
      expect(again.getState().status).toBe('reconnecting')
      await vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(RESTORE_TIMEOUT_MS)
        expect(again.getState().status).toBe('disconnected')
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('stores nothing but the chosen wallet, under its own key', async () => {
    localStorage.setItem('wagmi.store', 'host')
    await port.connect('dev.sluice.wallet')
    expect([...stored.keys()].sort()).toEqual(['sluice:wallet-test:wallet', 'wagmi.store'])
    expect(localStorage.getItem('wagmi.store')).toBe('host')
  })

  it('stores the wallet under the storage key of the host', async () => {
    const own = createWalletPort({ config: { ...config, storageKey: 'treasury' } })
    own.start()
    await own.connect('dev.sluice.wallet')
    own.destroy()
    expect([...stored.keys()]).toContain('sluice:treasury:wallet')
  })

  it('leaves no listener on the wallet', async () => {
    await port.connect('dev.sluice.wallet')
    expect(wallet.listenerCount()).toBeGreaterThan(0)
    port.destroy()
    expect(wallet.listenerCount()).toBe(0)
    await expect(port.readChainId()).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
  })

  it('can be started and stopped repeatedly', async () => {
    port.destroy()
    port.start()
    port.start()
    await port.connect('dev.sluice.wallet')
    expect(port.getState().status).toBe('connected')
  })

  it('is independent of another instance', async () => {
    const other = createWalletPort({ config: { ...config, integrator: 'other' } })
    other.start()
    ends.push(() => other.destroy())
    await port.connect('dev.sluice.wallet')
    expect(other.getState().status).toBe('disconnected')
  })
})

describe('provider of the host', () => {
  function openOn(options: Partial<DevWalletOptions> = {}): OwnedWalletPort {
    wallet = createDevWallet({ rpcUrls, accounts: accounts.slice(0, 2), chainId: 31337, ...options })
    const made = createWalletPort({ config: { ...config, provider: wallet.provider as HostProvider } })
    made.start()
    ends.push(() => made.destroy())
    return made
  }
  const asked = () => wallet.requests.map(({ method }) => method)

  it('follows the permitted account without a prompt, and uses no other wallet', async () => {
    const other = announce({ rdns: 'com.other' })
    port = openOn({ connected: true })
    expect(port.getState().status).toBe('reconnecting')
    await expect.poll(() => port.getState()).toMatchObject({ status: 'connected', address: accounts[0] })
    expect(asked()).not.toContain('wallet_requestPermissions')
    wallet.setAccounts([accounts[1]!])
    await expect.poll(() => port.getState().address).toBe(accounts[1])
    wallet.setChain(31338)
    await expect.poll(() => port.getState().chainId).toBe(31338)
    expect(await port.listOptions()).toHaveLength(1)
    expect(other.requests).toEqual([])
  })

  it('is disconnected when it does not respond in time, and follows a late response', async () => {
    wallet = createDevWallet({ rpcUrls, accounts, chainId: 31337, connected: true })
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const provider = {
      ...wallet.provider,
      request: (request: never) => answered.then(() => wallet.provider.request(request)),
    } as HostProvider
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      port = createWalletPort({ config: { ...config, provider } })
      port.start()
      ends.push(() => port.destroy())
      await vi.advanceTimersByTimeAsync(RESTORE_TIMEOUT_MS - 1)
      expect(port.getState().status).toBe('reconnecting')
      await vi.advanceTimersByTimeAsync(1)
      expect(port.getState().status).toBe('disconnected')
    } finally {
      vi.useRealTimers()
    }
    answer()
    await expect.poll(() => port.getState()).toMatchObject({ status: 'connected', address: accounts[0] })
  })

  it('requests nothing before a click, then connects and sends', async () => {
    port = openOn()
    await expect.poll(() => port.getState().status).toBe('disconnected')
    expect(asked()).toEqual(['eth_accounts'])
    const [option] = await port.listOptions()
    await port.connect(option!.id)
    expect(port.getState()).toMatchObject({ status: 'connected', address: accounts[0] })
    const from = accounts[0]!
    const sent = port.sendTransaction({ chainId: 31337, from, to: from, data: '0x', value: 1n, gas: 33_333n })
    expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('shows no account after the host disconnected, and follows it when it is back', async () => {
    port = openOn({ connected: true })
    await expect.poll(() => port.getState().status).toBe('connected')
    wallet.setAccounts([])
    await expect.poll(() => port.getState()).toMatchObject({ status: 'disconnected', address: undefined })
    wallet.setAccounts([accounts[1]!])
    await expect.poll(() => port.getState()).toMatchObject({ status: 'connected', address: accounts[1] })
  })

  it('stays disconnected until the user connects again, whatever the host’s wallet emits', async () => {
    port = openOn({ connected: true })
    await expect.poll(() => port.getState().status).toBe('connected')
    await port.disconnect()
    wallet.setAccounts([accounts[1]!])
    const [option] = await port.listOptions()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(port.getState().status).toBe('disconnected')
    await port.connect(option!.id)
    expect(port.getState()).toMatchObject({ status: 'connected', address: accounts[1] })
  })

  it('releases the provider without disconnecting the host, and leaves no listener', async () => {
    port = openOn({ connected: true })
    await expect.poll(() => port.getState().status).toBe('connected')
    await port.disconnect()
    expect(port.getState().status).toBe('disconnected')
    expect(asked()).not.toContain('wallet_revokePermissions')
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toHaveLength(2)
    port.destroy()
    expect(wallet.listenerCount()).toBe(0)
  })
})

describe('wagmi config of the host', () => {
  function hostChain() {
    const chain = {
      id: 1,
      name: 'Mainnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    } as const
    return { chains: [chain] as const, transports: { 1: http(rpcUrls[31337]) } }
  }

  function hostConfig() {
    wallet = createDevWallet({ rpcUrls, accounts: accounts.slice(0, 2), chainId: 31337 })
    return createConfig({
      ...hostChain(),
      connectors: [
        injected({ target: { id: 'host', name: 'Host wallet', provider: wallet.provider as never } }),
      ],
      storage: null,
    })
  }

  it('shows and follows the connection of the host', async () => {
    const host = hostConfig()
    port = open(host as never)
    expect(port.getState().status).toBe('disconnected')
    await connect(host, { connector: host.connectors[0]! })
    expect(port.getState()).toMatchObject({ status: 'connected', address: accounts[0], chainId: 31337 })
    await disconnect(host)
    expect(port.getState().status).toBe('disconnected')
  })

  it('sanitizes the names and icons of its wallets', async () => {
    const provider = createDevWallet({ rpcUrls, accounts, chainId: 31337 }).provider as never
    const target = { id: 'evil', name: 'Host\u202e wallet\u3164', icon: 'data:text/html,x', provider }
    const host = createConfig({ ...hostChain(), connectors: [injected({ target })], storage: null })
    port = open(host as never)
    expect(await port.listOptions()).toEqual([{ id: 'evil', name: 'Host wallet', icon: undefined }])
    await connect(host, { connector: host.connectors[0]! })
    expect(port.getState().walletName).toBe('Host wallet')
  })

  describe('whose connector reports accounts in unusual ways', () => {
    const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const upper = account.slice(2).toUpperCase()
    let connector: ReturnType<typeof hostConfig>['connectors'][number]
    beforeEach(async () => {
      const host = hostConfig()
      connector = host.connectors[0]!
      await connect(host, { connector })
      port = open(host as never)
      await expect.poll(() => port.getState().address).toBe(accounts[0])
    })
    const report = (given: unknown, event: 'change' | 'connect' = 'change') =>
      connector.emitter.emit(event, { accounts: given, chainId: 31337 } as never)

    it.each<[string, unknown, string | undefined]>([
      ['undefined', undefined, account],
      ['null', null, account],
      ['[undefined]', [undefined], undefined],
      ['[null]', [null], undefined],
      ['[{}]', [{}], undefined],
      ['an empty text', '', undefined],
      ['a text', account, account],
      ['a nested list', [[account]], account],
      ['a list-like object', { 0: account, length: 1 }, undefined],
      ['an object without prototype', Object.create(null), undefined],
      ['an upper-case prefix', [`0X${upper}`], account.toLowerCase()],
      ['upper case', [`0x${upper}`], account.toLowerCase()],
      ['another text', ['0x'], undefined],
      ['a number', 7, undefined],
    ])('follows %s without an error', async (_, given, expected) => {
      expect(() => report(given)).not.toThrow()
      expect(port.getState().address).toBe(expected)
      expect(() => window.dispatchEvent(new Event('focus'))).not.toThrow()
      report([accounts[1]])
      expect(port.getState()).toMatchObject({ status: 'connected', address: accounts[1] })
    })

    it('is shown again after it was locked and unlocked', async () => {
      report([])
      expect(port.getState().address).toBeUndefined()
      report([account])
      expect(port.getState()).toMatchObject({ status: 'connected', address: account })
      connector.emitter.emit('disconnect')
      expect(port.getState().status).toBe('disconnected')
      expect(() => report(undefined, 'connect')).not.toThrow()
      report([account])
      expect(port.getState()).toMatchObject({ status: 'connected', address: account })
    })
  })

  it('lists the wallet of window.ethereum once when wallets announce themselves', async () => {
    const provider = createDevWallet({ rpcUrls, accounts, chainId: 31337 }).provider as never
    const named = (id: string) => injected({ target: { id, name: id, provider } })
    const list = (connectors: ReturnType<typeof named>[]) =>
      open(createConfig({ ...hostChain(), connectors, storage: null }) as never).listOptions()
    expect((await list([named('injected'), named('com.wallet')])).map(({ id }) => id)).toEqual(['com.wallet'])
    expect((await list([named('injected')])).map(({ id }) => id)).toEqual(['injected'])
  })

  it('neither connects nor disconnects without a click', async () => {
    const host = hostConfig()
    await connect(host, { connector: host.connectors[0]! })
    const requested = wallet.requests.length
    port = open(host as never)
    port.destroy()
    expect(host.state.status).toBe('connected')
    expect(wallet.requests.length).toBe(requested)
  })

  it('connects on a click, and reaches chains the host did not list', async () => {
    const host = hostConfig()
    port = open(host as never)
    expect(await port.listOptions()).toEqual([{ id: 'host', name: 'Host wallet', icon: undefined }])
    await port.connect('host')
    expect(await port.signTypedData(toTypedData(accounts[0]!))).toMatch(/^0x[0-9a-f]{130}$/)
    wallet.behavior.batches = 'atomic'
    expect(await port.canBatch({ chainId: 31337, from: accounts[0]! })).toBe(true)
    await port.switchChain(31338)
    const from = accounts[0]!
    const hash = await port.sendTransaction({
      chainId: 31338,
      from,
      to: from,
      data: '0x',
      value: 1n,
      gas: 30_000n,
    })
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  })
})

describe('connector of the host', () => {
  const setUp = (
    storageKey: string,
    {
      isAuthorized = async () => true,
      connecting = async () => {},
    }: { isAuthorized?: () => Promise<boolean>; connecting?: () => Promise<void> } = {},
  ) => {
    const create = mock({ accounts: [accounts[1]!] })
    const calls: string[] = []
    // Simulates WalletConnect, whose session outlives the page.
    const load = vi.fn(
      async (): Promise<CreateConnectorFn> => (given) => {
        const made = create(given)
        return {
          ...made,
          isAuthorized,
          async connect(parameters) {
            calls.push('connect')
            await connecting()
            const connected = await made.connect.call(this, parameters)
            given.emitter.emit('connect', connected as never)
            return connected as never
          },
          async disconnect() {
            calls.push('disconnect')
          },
        }
      },
    )
    const connectors = [{ id: 'walletConnect', name: 'WalletConnect', load }]
    const made = createWalletPort({ config: { ...config, storageKey, connectors } })
    made.start()
    ends.push(() => made.destroy())
    return { port: made, load, calls }
  }

  it('is listed, and loads nothing before it is chosen', async () => {
    const known = announce()
    const { port: own, load } = setUp('one')
    expect(await own.listOptions()).toEqual([
      { id: 'dev.sluice.wallet', name: 'Dev Wallet', icon: known.info.icon },
      { id: 'host:walletConnect', name: 'WalletConnect', icon: undefined },
    ])
    expect(load).not.toHaveBeenCalled()
    await own.connect('host:walletConnect')
    expect(load).toHaveBeenCalledOnce()
    expect(own.getState()).toMatchObject({ status: 'connected', address: accounts[1] })
  })

  it('replaces the previous wallet, and is removed when it is disconnected', async () => {
    const known = announce()
    const { port: own } = setUp('two')
    await own.connect('dev.sluice.wallet')
    await own.connect('host:walletConnect')
    expect(own.getState()).toMatchObject({ status: 'connected', address: accounts[1] })
    expect(known.listenerCount()).toBe(0)
    await own.disconnect()
    expect(own.getState().status).toBe('disconnected')
    expect(stored.get('sluice:two:wallet')).toBeUndefined()
  })

  it('is loaded again by the next page when it was chosen before', async () => {
    const first = setUp('three')
    await first.port.connect('host:walletConnect')
    first.port.destroy()
    const { port: own, load } = setUp('three')
    await expect.poll(() => own.getState()).toMatchObject({ status: 'connected', address: accounts[1] })
    expect(load).toHaveBeenCalledOnce()
    const { port: other, load: never } = setUp('four')
    expect(other.getState().status).toBe('disconnected')
    expect(never).not.toHaveBeenCalled()
  })

  it('is restored beside another widget whose connector never responds', async () => {
    for (const key of ['six', 'seven', 'eight']) stored.set(`sluice:${key}:wallet`, 'host:walletConnect')
    const hanging = setUp('six', { isAuthorized: () => new Promise<boolean>(() => {}) })
    const failing = setUp('seven', { isAuthorized: () => Promise.reject(new Error('no storage')) })
    const { port: own } = setUp('eight')
    await expect.poll(() => own.getState()).toMatchObject({ status: 'connected', address: accounts[1] })
    await expect.poll(() => failing.port.getState().status).toBe('disconnected')
    expect(hanging.port.getState().status).toBe('reconnecting')
  })

  it.each(['another wallet', 'no wallet', 'a removed widget'])(
    'does not replace %s after a late response',
    async (choice) => {
      stored.set('sluice:ten:wallet', 'host:walletConnect')
      announce()
      let answer = () => {}
      const connecting = () => new Promise<void>((resolve) => (answer = resolve))
      const { port: own, calls } = setUp('ten', { connecting })
      await expect.poll(() => calls).toEqual(['connect'])
      if (choice === 'another wallet') await own.connect('dev.sluice.wallet')
      else if (choice === 'no wallet') await own.disconnect()
      else own.destroy()
      const chosen = own.getState()
      expect(chosen.address).toBe(choice === 'another wallet' ? accounts[0] : undefined)
      const changes: unknown[] = []
      own.subscribe(() => changes.push(own.getState()))
      answer()
      // The session of a removed widget is kept for the next page.
      const ended = choice === 'a removed widget' ? ['connect'] : ['connect', 'disconnect']
      await expect.poll(() => calls).toEqual(ended)
      await new Promise(setImmediate)
      expect(changes.concat(own.getState())).toEqual([chosen])
    },
  )

  it('opens nothing when its code loads after the widget is removed', async () => {
    stored.set('sluice:eleven:wallet', 'host:walletConnect')
    const { port: own, load, calls } = setUp('eleven')
    const create = load.getMockImplementation()!
    let arrive = () => {}
    load.mockReturnValueOnce(new Promise((resolve) => (arrive = () => resolve(create()))))
    await expect.poll(() => load.mock.calls.length).toBe(1)
    own.destroy()
    arrive()
    await new Promise(setImmediate)
    expect(calls).toEqual([])
  })

  it('is given up when its code never loads', async () => {
    stored.set('sluice:twelve:wallet', 'host:walletConnect')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ends.push(() => vi.useRealTimers())
    const { port: own, load } = setUp('twelve')
    load.mockReturnValueOnce(new Promise(() => {}))
    await expect.poll(() => load.mock.calls.length).toBe(1)
    expect(own.getState().status).toBe('reconnecting')
    vi.advanceTimersByTime(15_000)
    await expect.poll(() => own.getState().status).toBe('disconnected')
  })

  it('shows no prompt without a stored session', async () => {
    stored.set('sluice:nine:wallet', 'host:walletConnect')
    const { port: own, load } = setUp('nine', { isAuthorized: async () => false })
    await expect.poll(() => load.mock.calls.length).toBe(1)
    await expect.poll(() => own.getState().status).toBe('disconnected')
  })

  it('rejects when its code cannot be loaded, and can be chosen again', async () => {
    const { port: own, load } = setUp('five')
    load.mockRejectedValueOnce(new Error('offline'))
    await expect(own.connect('host:walletConnect')).rejects.toMatchObject({ code: 'WALLET_ERROR' })
    await own.connect('host:walletConnect')
    expect(own.getState().status).toBe('connected')
  })
})

const toTypedData = (from: Address) => ({
  from,
  domain: { name: 'Token', version: '1', chainId: 31337, verifyingContract: from },
  types: { Permit: [{ name: 'owner', type: 'address' }] },
  primaryType: 'Permit',
  message: { owner: from },
})
