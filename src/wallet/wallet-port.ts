import type { Connector, Config as WagmiConfig } from 'wagmi'
import { createStore } from 'zustand/vanilla'
import type { ResolvedConfig } from '../config/types.ts'
import { orUnknown, type ReportError } from '../errors/report-defect.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { loaded } from '../errors/to-sluice-error.ts'
import { report } from '../lib/report.ts'
import { sameFields } from '../lib/same-fields.ts'
import { laterSource } from './later-source.ts'
import type { Prompts } from './prompts.ts'
import type { WalletActions, WalletPort, WalletState } from './types.ts'
import { createWalletMemory } from './wallet-memory.ts'
import { toAccount, toConnection, toWalletName, type WalletSource } from './wallet-source.ts'

export interface OwnedWalletPort extends WalletPort {
  /** Subscribes to the wallet and restores an earlier connection. Idempotent. */
  start(): void
  /** Unsubscribes without disconnecting the wallet. `start` may be called again. */
  destroy(): void
}

const ACTIONS = {
  switchChain: true,
  watchAsset: true,
  readChainId: true,
  readAccount: true,
  sendTransaction: true,
  canBatch: true,
  isContract: true,
  sendBatch: true,
  batchStatus: true,
  signTypedData: true,
  addRpc: true,
} satisfies Record<keyof WalletActions, true>

/** Loads the code of wallets when it is first needed. */
const loadWagmi = () => loaded(import('./wagmi.ts'))

interface WalletPortOptions {
  config: ResolvedConfig
  wagmiConfig?: WagmiConfig
  /** The target of wallet announcements. Default: the window. */
  walletTarget?: EventTarget | undefined
  /** Receives errors of the widget's own code. Default: they are reported as uncaught. */
  reportError?: ReportError
}

/**
 * The wallet of one instance: the host's `provider`, otherwise the host's wagmi config, otherwise
 * the wallets of the page.
 */
export function createWalletPort(options: WalletPortOptions): OwnedWalletPort {
  const { config, reportError = report } = options
  const source = getSource({ ...options, reportError })
  const store = createStore<WalletState>()(() => readState(source))
  let stop: (() => void) | undefined
  let prompts: Prompts | undefined
  let stopSync: (() => void) | undefined

  function refresh(): void {
    const next = { ...readState(source), prompt: prompts?.get() }
    if (!sameFields(next, store.getState())) store.setState(next, true)
    const wallet = stop && toConnection(source.current())?.connector
    if (wallet) void orUnknown(follow(wallet), reportError)
  }

  /**
   * All widgets of the page share a wallet's prompt. The code is loaded with the first connection.
   */
  async function follow(wallet: Connector): Promise<Prompts> {
    const { createPrompts, syncOnReturn } = await loadWagmi()
    prompts ??= createPrompts(refresh)
    if (stop) stopSync ??= syncOnReturn(source)
    await prompts.follow(wallet)
    return prompts
  }

  function connector(): Connector {
    const connection = toConnection(source.current())
    // While wagmi restores a connection, its connector has no methods yet.
    if (typeof connection?.connector.getChainId === 'function') return connection.connector
    throw new SluiceError('WALLET_NOT_FOUND', { details: 'no wallet is connected' })
  }

  /** The code of the actions is loaded with the first one. */
  const actions = Object.fromEntries(
    Object.keys(ACTIONS).map((name) => [
      name,
      (query: never) =>
        translated(async () => {
          const wallet = connector()
          const { createActions } = await loadWagmi()
          return createActions({ wallet, config, source, follow })[name as keyof WalletActions](query)
        }),
    ]),
  ) as unknown as WalletActions

  return {
    getState: store.getState,
    subscribe: (listener) => store.subscribe(() => listener()),
    listOptions: () => translated(() => source.listOptions()),
    connect: (optionId) => translated(() => source.connect(optionId)).finally(refresh),
    disconnect: () => translated(() => source.disconnect()).finally(refresh),
    forgetPrompt: () => prompts?.forget(),
    ...actions,
    canBatch: (query) => orUnknown(actions.canBatch(query), reportError).then(Boolean),
    isContract: (account) => orUnknown(actions.isContract(account), reportError).then(Boolean),
    start() {
      stop ??= source.start(refresh)
      refresh()
    },
    destroy() {
      stop?.()
      stop = undefined
      stopSync?.()
      stopSync = undefined
      prompts?.stop()
      refresh()
    },
  }
}

function getSource({
  config,
  wagmiConfig,
  walletTarget,
  reportError,
}: WalletPortOptions & { reportError: ReportError }): WalletSource {
  const { provider, storageKey } = config
  if (provider)
    return laterSource({
      load: () => import('./provider-source.ts').then((source) => source.providerSource(config, provider)),
      canRestore: () => true,
      reportError,
    })
  if (wagmiConfig) return hostWalletSource(wagmiConfig)
  return laterSource({
    load: () => import('./own-source.ts').then((source) => source.ownWalletSource(config, walletTarget)),
    canRestore: () => createWalletMemory(storageKey).read() !== undefined,
    reportError,
  })
}

/**
 * The host's own wagmi config. It is only read; connecting and disconnecting need a user action.
 */
function hostWalletSource(config: WagmiConfig): WalletSource {
  return {
    current: () => config,
    isRestoring: () => false,
    listOptions: async () => (await loadWagmi()).listHostWallets(config),
    connect: async (optionId) => (await loadWagmi()).connectHostWallet(config, optionId),
    disconnect: async () => (await loadWagmi()).disconnect(config),
    start: (onChange) => config.subscribe((state) => state, onChange),
  }
}

function readState(source: WalletSource): WalletState {
  const config = source.current()
  const connection = toConnection(config)
  const status = config?.state.status ?? 'disconnected'
  return {
    status: source.isRestoring() && status !== 'connected' ? 'reconnecting' : status,
    address: toAccount(connection?.accounts),
    chainId: connection?.chainId,
    walletName: connection && toWalletName(connection.connector.name),
  }
}

async function translated<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof SluiceError) throw error
    throw (await loadWagmi()).toWalletError(error)
  }
}
