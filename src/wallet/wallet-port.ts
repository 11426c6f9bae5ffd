import type { Connector, Config as WagmiConfig } from 'wagmi'
import { createStore } from 'zustand/vanilla'
import { getChain } from '../config/get-chain.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { hostWalletSource } from './host-source.ts'
import { ownWalletSource } from './own-source.ts'
import type { Prompts } from './prompts.ts'
import { providerSource } from './provider-source.ts'
import type { PromptSubject, WalletPort, WalletRequests, WalletState } from './types.ts'
import { toConnection, toWalletName, type WalletSource } from './wallet-source.ts'

export interface OwnedWalletPort extends WalletPort {
  /** Subscribes to the wallet and restores an earlier connection. Idempotent. */
  start(): void
  /** Unsubscribes without disconnecting the wallet. `start` may be called again. */
  destroy(): void
}

/** The wallet of one instance: the host's `provider`, else the host's wagmi config, else the wallets of the page. */
export function createWalletPort({
  config,
  wagmiConfig,
  walletTarget,
}: {
  config: ResolvedConfig
  wagmiConfig?: WagmiConfig
  /** Where wallets announce themselves. Default: the window. */
  walletTarget?: EventTarget | undefined
}): OwnedWalletPort {
  const source = getSource(config, wagmiConfig, walletTarget)
  const store = createStore<WalletState>()(() => readState(source))
  let stop: (() => void) | undefined
  let prompts: Prompts | undefined

  function refresh(): void {
    const next = { ...readState(source), prompt: prompts?.get() }
    if (!isSame(next, store.getState())) store.setState(next, true)
    const wallet = stop && toConnection(source.current())?.connector
    if (wallet) follow(wallet).catch(() => {})
  }

  /** What a wallet asks is known to all widgets of the page. The code comes with the first connection. */
  async function follow(wallet: Connector): Promise<Prompts> {
    const { createPrompts } = await import('./prompts.ts')
    prompts ??= createPrompts(refresh)
    await prompts.follow(wallet)
    return prompts
  }

  function connector(): Connector {
    const connection = toConnection(source.current())
    // While wagmi restores a connection, its connector has no methods yet.
    if (typeof connection?.connector.getChainId === 'function') return connection.connector
    throw new SluiceError('WALLET_NOT_FOUND', { details: 'no wallet is connected' })
  }

  /** Runs a request that the wallet shows to its user. */
  function ask<Value>(
    about: PromptSubject | undefined,
    run: (wallet: Connector) => Promise<Value>,
  ): Promise<Value> {
    return translated(async () => {
      const wallet = connector()
      const followed = await follow(wallet)
      return followed.ask(wallet, { about }, () => run(wallet))
    })
  }

  /** Their code is loaded when one is made. */
  async function requests(wallet = connector()): Promise<WalletRequests> {
    const { createRequests } = await import('./wagmi.ts')
    return createRequests(wallet, source)
  }

  return {
    getState: store.getState,
    subscribe: (listener) => store.subscribe(() => listener()),
    listOptions: () => translated(() => source.listOptions()),
    connect: (optionId) => translated(() => source.connect(optionId)).finally(refresh),
    disconnect: () => translated(() => source.disconnect()).finally(refresh),
    forgetPrompt: () => prompts?.forget(),
    switchChain: (chainId) =>
      ask(undefined, async (wallet) => {
        const { switchWalletChain } = await import('./wagmi.ts')
        await switchWalletChain(wallet, getChain(config, chainId))
        const reached = await wallet.getChainId()
        if (reached !== chainId) throw new SluiceError('CHAIN_MISMATCH', { details: `on ${reached}` })
      }),
    watchAsset: (asset) =>
      ask(undefined, async (wallet) => {
        const { watchAsset } = await import('./wagmi.ts')
        await watchAsset(wallet, asset)
      }),
    readChainId: () => translated(() => connector().getChainId()),
    readAccount: () => translated(async () => (await connector().getAccounts())[0]),
    sendTransaction: (request) =>
      ask(request.about, async (wallet) => {
        const { sendRequest } = await import('./wagmi.ts')
        const used = source.current()
        if (!used) throw new SluiceError('WALLET_NOT_FOUND')
        return sendRequest(used, wallet, request)
      }),
    canBatch: (query) => translated(async () => (await requests()).canBatch(query)).catch(() => false),
    isContract: (account) =>
      translated(async () => (await requests()).isContract(account)).catch(() => false),
    sendBatch: (batch) => ask(batch.about, async (wallet) => (await requests(wallet)).sendBatch(batch)),
    batchStatus: (batch) => translated(async () => (await requests()).batchStatus(batch)),
    signTypedData: (request) =>
      ask(request.about, async (wallet) => (await requests(wallet)).signTypedData(request)),
    start() {
      stop ??= source.start(refresh)
      refresh()
    },
    destroy() {
      stop?.()
      stop = undefined
      prompts?.stop()
      refresh()
    },
  }
}

function getSource(
  config: ResolvedConfig,
  wagmiConfig: WagmiConfig | undefined,
  target: EventTarget | undefined,
): WalletSource {
  if (config.provider) return providerSource(config, config.provider)
  return wagmiConfig ? hostWalletSource(wagmiConfig) : ownWalletSource(config, target)
}

function readState(source: WalletSource): WalletState {
  const config = source.current()
  const connection = toConnection(config)
  const status = config?.state.status ?? 'disconnected'
  return {
    status: source.isRestoring() && status !== 'connected' ? 'reconnecting' : status,
    address: connection?.accounts[0],
    chainId: connection?.chainId,
    walletName: connection && toWalletName(connection.connector.name),
  }
}

function isSame(a: WalletState, b: WalletState): boolean {
  return (
    a.status === b.status &&
    a.address === b.address &&
    a.chainId === b.chainId &&
    a.walletName === b.walletName &&
    a.prompt === b.prompt
  )
}

async function translated<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof SluiceError) throw error
    // Loaded by now, except where it could not be loaded.
    const { toWalletError } = await import('./wagmi.ts').catch(() => {
      throw new SluiceError('WALLET_ERROR', { cause: error, details: String(error) })
    })
    throw toWalletError(error)
  }
}
