/**
 * The kinds of requests that a wallet shows to its user.
 * @example
 * const confirmed: DevWalletRequest[] = ['connect', 'approve', 'swap']
 */
export type DevWalletRequest =
  | 'connect'
  | 'switch'
  | 'add-chain'
  | 'approve'
  | 'swap'
  | 'batch'
  | 'sign'
  | 'add-token'

/**
 * How a dev wallet responds. Default: it accepts everything immediately.
 * @example
 * const behavior: DevWalletBehavior = { rejectNext: 'swap', delayMs: 500 }
 */
export interface DevWalletBehavior {
  /** Rejects the next request of this kind (4001), once. */
  rejectNext?: DevWalletRequest | undefined
  /** Never responds to requests of this kind, like a prompt left open. */
  ignore?: DevWalletRequest | undefined
  /** Does not support switching networks (4200). */
  cannotSwitch?: boolean
  /**
   * How it handles batches (EIP-5792). `atomic`: in one transaction, which needs an account that
   * delegates to a `BatchExecutor` (`testing/delegate-account.ts`). `sequential`: one transaction
   * after the other, as its capabilities report; rejects a batch that has to be atomic. `refuses`:
   * reports `atomic` and rejects. Default: not supported.
   */
  batches?: 'atomic' | 'sequential' | 'refuses'
  /** Chooses the nonce itself, whatever the page requests. */
  ignoresNonce?: boolean
  /** Sends swaps with this much gas, whatever the page requests: too little makes them revert. */
  swapGas?: number | undefined
  /** Delay before every request shown to the user, in milliseconds. */
  delayMs?: number
}

/**
 * The accounts and the name of a dev wallet.
 * @example
 * const options: DevWalletOptions = {
 *   rpcUrls: { 31337: 'http://localhost:8545' },
 *   accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
 *   chainId: 31337,
 * }
 */
export interface DevWalletOptions {
  /** JSON-RPC URLs by chain id: nodes on which `accounts` are unlocked. */
  rpcUrls: Record<number, string>
  accounts: readonly `0x${string}`[]
  /** The initial chain. */
  chainId: number
  /** Default "Dev Wallet". */
  name?: string
  /** Reverse domain name that identifies the wallet. Default `dev.sluice.wallet`. */
  rdns?: string
  /** A data: URI. */
  icon?: string
  behavior?: DevWalletBehavior
  /** True if the page is already permitted to see the accounts. Default false. */
  connected?: boolean
  /** Confirms a request, e.g. with a dialog in the playground; false rejects it. */
  confirm?: (request: { kind: DevWalletRequest; method: string; params: unknown }) => Promise<boolean>
}

/**
 * The provider of a dev wallet (EIP-1193).
 * @example
 * const isConnected = async ({ request }: DevWalletProvider) => {
 *   const accounts = (await request({ method: 'eth_accounts' })) as string[]
 *   return accounts.length > 0
 * }
 */
export interface DevWalletProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: never) => void): void
  removeListener(event: string, listener: (payload: never) => void): void
}

/**
 * A dev wallet: its provider, and the controls of its user.
 * @example
 * const refuse = (wallet: DevWallet) => {
 *   wallet.behavior.rejectNext = 'swap'
 * }
 */
export interface DevWallet {
  provider: DevWalletProvider
  info: { uuid: string; name: string; icon: string; rdns: string }
  /** May be changed at any time. */
  behavior: DevWalletBehavior
  /** Every request of the page, oldest first. May be cleared. */
  readonly requests: { method: string; params: unknown }[]
  /** The number of listeners the page has added. */
  listenerCount(): number
  /**
   * Announces the wallet (EIP-6963), now and on every request. Returns a function that stops it.
   */
  announce(target: EventTarget): () => void
  /** Changes the account or network as the user would in the wallet itself. */
  setAccounts(accounts: readonly `0x${string}`[]): void
  setChain(chainId: number): void
}

/**
 * A wallet for tests and the playground: EIP-1193 and EIP-6963 on nodes that sign for unlocked
 * accounts. A self-contained function, so that its source can be injected into a page as a script.
 * Rejects with the codes of EIP-1193.
 * @example
 * const wallet = createDevWallet({
 *   rpcUrls: { 31337: 'http://localhost:8545' },
 *   accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
 *   chainId: 31337,
 * })
 * const withdraw = wallet.announce(window)
 */
export function createDevWallet(options: DevWalletOptions): DevWallet {
  const rpcUrls: Record<number, string> = { ...options.rpcUrls }
  const behavior: DevWalletBehavior = { ...options.behavior }
  const requests: { method: string; params: unknown }[] = []
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const info = Object.freeze({
    uuid: `00000000-0000-4000-8000-${options.chainId.toString(16).padStart(12, '0')}`,
    name: options.name ?? 'Dev Wallet',
    icon:
      options.icon ??
      `data:image/svg+xml,${encodeURIComponent(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#24324f"/><path d="M8 12h16v10H8z" fill="none" stroke="#9fd0ff" stroke-width="2.4"/><circle cx="20" cy="17" r="1.8" fill="#9fd0ff"/></svg>',
      )}`,
    rdns: options.rdns ?? 'dev.sluice.wallet',
  })
  let accounts = [...options.accounts]
  let chainId = options.chainId
  let isConnected = options.connected ?? false
  let nextId = 1
  const batches = new Map<string, { chainId: string; isAtomic: boolean; hashes: string[] }>()
  type BatchCall = { to: string; data?: string; value?: string }

  type Handler = (params: unknown[]) => unknown
  const handlers: Record<string, Handler> = {
    eth_chainId: () => hex(chainId),
    net_version: () => String(chainId),
    eth_accounts: () => visibleAccounts(),
    eth_requestAccounts: async (params) => {
      if (!isConnected) await confirm('connect', 'eth_requestAccounts', params)
      isConnected = true
      return visibleAccounts()
    },
    wallet_requestPermissions: async (params) => {
      await confirm('connect', 'wallet_requestPermissions', params)
      isConnected = true
      return permissions()
    },
    wallet_getPermissions: () => (isConnected ? permissions() : []),
    wallet_revokePermissions: () => {
      isConnected = false
      return null
    },
    wallet_switchEthereumChain: async (params) => {
      const requested = readChainId(params)
      if (behavior.cannotSwitch) throw failure(4200, 'This wallet does not switch networks.')
      if (!rpcUrls[requested]) throw failure(4902, `Unrecognized chain ID "${hex(requested)}".`)
      if (requested === chainId) return null
      await confirm('switch', 'wallet_switchEthereumChain', params)
      setChain(requested)
      return null
    },
    wallet_addEthereumChain: async (params) => {
      const requested = readChainId(params)
      const [rpcUrl] = (params[0] as { rpcUrls?: string[] }).rpcUrls ?? []
      if (!rpcUrl) throw failure(-32602, 'Expected at least one RPC URL.')
      await confirm('add-chain', 'wallet_addEthereumChain', params)
      // Like MetaMask, the wallet reads and sends through this RPC from now on.
      rpcUrls[requested] = rpcUrl
      setChain(requested)
      return null
    },
    wallet_getCapabilities: () => {
      const isAtomic = behavior.batches === 'atomic' || behavior.batches === 'refuses'
      return { [hex(chainId)]: { atomic: { status: isAtomic ? 'supported' : 'unsupported' } } }
    },
    wallet_sendCalls: async (params) => {
      const batch = params[0] as {
        from: string
        chainId: string
        atomicRequired: boolean
        calls: BatchCall[]
      }
      if (!behavior.batches) throw failure(4200, 'wallet_sendCalls is not supported.')
      authorize(batch.from)
      if (Number(batch.chainId) !== chainId) throw failure(5710, 'Another chain is selected.')
      const isAtomic = behavior.batches === 'atomic'
      if (batch.atomicRequired && !isAtomic) throw failure(5760, 'This wallet executes no atomic batches.')
      await confirm('batch', 'wallet_sendCalls', params)
      const id = hex(Date.now() * 1_000 + nextId++)
      const hashes: string[] = []
      const calls = isAtomic
        ? [{ to: batch.from, data: encodeExecute(batch.calls), value: '0x0' }]
        : batch.calls
      for (const call of calls) {
        const transaction = { from: batch.from, value: '0x0', ...call }
        const gas = await estimate(transaction)
        hashes.push(String(await rpc('eth_sendTransaction', [{ ...transaction, gas }])))
      }
      batches.set(id, { chainId: hex(chainId), isAtomic, hashes })
      return { id }
    },
    wallet_getCallsStatus: async (params) => {
      const id = String(params[0])
      const batch = batches.get(id)
      if (!batch) throw failure(5730, 'This batch is unknown.')
      const receipts = await Promise.all(
        batch.hashes.map(
          (hash) => rpc('eth_getTransactionReceipt', [hash]) as Promise<{ status: string } | null>,
        ),
      )
      const isMined = receipts.every((receipt) => receipt !== null)
      const isReverted = receipts.some((receipt) => receipt?.status === '0x0')
      const status = !isMined ? 100 : isReverted ? 500 : 200
      const found = isMined ? { receipts } : {}
      return { version: '2.0.0', id, chainId: batch.chainId, atomic: batch.isAtomic, status, ...found }
    },
    wallet_watchAsset: async (params) => {
      await confirm('add-token', 'wallet_watchAsset', params)
      return true
    },
    eth_sendTransaction: async (params) => {
      const transaction = params[0] as Record<string, string>
      authorize(transaction.from)
      if (transaction.chainId && Number(transaction.chainId) !== chainId) {
        throw failure(-32602, `Expected chain ${hex(chainId)}, received ${transaction.chainId}.`)
      }
      // 0x095ea7b3 is approve(address,uint256).
      const kind = (transaction.data ?? '').startsWith('0x095ea7b3') ? 'approve' : 'swap'
      await confirm(kind, 'eth_sendTransaction', params)
      const ownGas = kind === 'swap' && behavior.swapGas ? hex(behavior.swapGas) : undefined
      const gas = ownGas ?? transaction.gas ?? (await estimate(transaction))
      const { nonce, ...rest } = transaction
      const chosen = behavior.ignoresNonce ? rest : transaction
      return rpc('eth_sendTransaction', [{ ...chosen, gas }])
    },
    personal_sign: async (params) => {
      authorize(params[1])
      await confirm('sign', 'personal_sign', params)
      return rpc('personal_sign', params)
    },
    eth_signTypedData_v4: async (params) => {
      authorize(params[0])
      await confirm('sign', 'eth_signTypedData_v4', params)
      const data = typeof params[1] === 'string' ? JSON.parse(params[1]) : params[1]
      return rpc('eth_signTypedData_v4', [params[0], data])
    },
  }

  async function request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    requests.push({ method, params })
    const list = Array.isArray(params) ? params : params === undefined ? [] : [params]
    const handler = handlers[method]
    if (handler) return handler(list)
    if (method.startsWith('wallet_')) throw failure(4200, `${method} is not supported.`)
    return rpc(method, list)
  }

  async function confirm(kind: DevWalletRequest, method: string, params: unknown): Promise<void> {
    if (behavior.delayMs) await new Promise((resolve) => setTimeout(resolve, behavior.delayMs))
    if (behavior.ignore === kind) await new Promise(() => {})
    const isDeclined = behavior.rejectNext === kind
    if (isDeclined) behavior.rejectNext = undefined
    if (isDeclined || (options.confirm && !(await options.confirm({ kind, method, params })))) {
      throw failure(4001, 'User rejected the request.')
    }
  }

  /** Estimated on the pending block with a margin: pools may use more gas in a later block. */
  async function estimate(transaction: object): Promise<string> {
    const units = BigInt((await rpc('eth_estimateGas', [transaction, 'pending'])) as string)
    return `0x${((units * 14n) / 10n).toString(16)}`
  }

  async function rpc(method: string, params: unknown[]): Promise<unknown> {
    const url = rpcUrls[chainId]
    if (!url) throw failure(4901, 'The wallet is not connected to this network.')
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params }),
    })
    const answer = await response.json()
    if (answer.error) throw failure(answer.error.code, answer.error.message, answer.error.data)
    return answer.result
  }

  function authorize(account: unknown): void {
    const isOwn = visibleAccounts().some((own) => own.toLowerCase() === String(account).toLowerCase())
    if (!isOwn) throw failure(4100, 'The requested account is not authorized.')
  }

  function visibleAccounts(): `0x${string}`[] {
    return isConnected ? accounts : []
  }

  function permissions(): unknown[] {
    return [
      { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: accounts }] },
    ]
  }

  function setChain(next: number): void {
    if (next === chainId) return
    chainId = next
    emit('chainChanged', hex(next))
  }

  function emit(event: string, payload: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never)
  }

  function readChainId(params: unknown[]): number {
    return Number((params[0] as { chainId: string }).chainId)
  }

  function hex(value: number): `0x${string}` {
    return `0x${value.toString(16)}`
  }

  /** The data of `execute((address,uint256,bytes)[])` of `BatchExecutor`. */
  function encodeExecute(calls: readonly BatchCall[]): string {
    const word = (value: string | number) =>
      (typeof value === 'number' ? value.toString(16) : value.slice(2)).toLowerCase().padStart(64, '0')
    const entries = calls.map(({ to, data = '0x', value = '0x0' }) => {
      const bytes = data.slice(2)
      const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
      return word(to) + word(value) + word(0x60) + word(bytes.length / 2) + padded
    })
    let offset = calls.length * 32
    const offsets = entries.map((entry) => {
      const at = word(offset)
      offset += entry.length / 2
      return at
    })
    return `0x3f707e6b${word(0x20)}${word(calls.length)}${offsets.join('')}${entries.join('')}`
  }

  function failure(code: number, message: string, data?: unknown): Error {
    return Object.assign(new Error(message), { code, ...(data !== undefined && { data }) })
  }

  const provider: DevWalletProvider = {
    request,
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      known.add(listener)
      listeners.set(event, known)
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }

  return {
    provider,
    info,
    behavior,
    requests,
    listenerCount: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    announce(target) {
      const announce = () =>
        target.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
        )
      target.addEventListener('eip6963:requestProvider', announce)
      announce()
      return () => target.removeEventListener('eip6963:requestProvider', announce)
    },
    setAccounts(next) {
      accounts = [...next]
      if (isConnected) emit('accountsChanged', accounts)
    },
    setChain,
  }
}
