import type { Connector } from 'wagmi'
import { sleep } from '../../wire/lib/sleep.ts'
import type { ResolvedChain } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { walkError } from '../lib/walk-error.ts'
import { toWalletError } from './wallet-error.ts'
import { toQuantity } from './wallet-values.ts'

interface Requester {
  request(args: { method: string; params: unknown[] }): Promise<unknown>
}

/** How long a wallet may take to report a chain after it has accepted the switch. */
const REPORT_READS = 10
const REPORT_INTERVAL_MS = 300
/** Reads of the chain while the wallet shows the request: some wallets switch and never settle their promise. */
const SILENT_INTERVAL_MS = 1_000
const MAX_SILENT_READS = 600

/**
 * Requests a switch to a chain, and adds the chain if the wallet lacks it. Calls the provider directly:
 * a host's wagmi config need not list every chain of the widget. Resolves when the wallet reports the chain.
 * Rejects with the wallet's error, with `CHAIN_SWITCH_UNSUPPORTED` if the wallet supports neither, or with
 * `CHAIN_MISMATCH` if the wallet stays on another chain.
 */
export async function switchWalletChain(connector: Connector, chain: ResolvedChain): Promise<void> {
  const provider = (await connector.getProvider()) as Requester | undefined
  if (!provider) throw new SluiceError('WALLET_NOT_FOUND')
  const ended = new AbortController()
  const { signal } = ended
  const switched = switchOrAdd(provider, connector, chain).then(async () => {
    const reads = { count: REPORT_READS, intervalMs: REPORT_INTERVAL_MS }
    const reached = await readUntil(connector, chain.id, { ...reads, signal })
    if (reached !== chain.id) throw new SluiceError('CHAIN_MISMATCH', { details: `on ${reached}` })
  })
  const silent = sleep(SILENT_INTERVAL_MS, signal).then(async () => {
    const reads = { count: MAX_SILENT_READS, intervalMs: SILENT_INTERVAL_MS }
    if ((await readUntil(connector, chain.id, { ...reads, signal })) !== chain.id) await switched
  })
  silent.catch(() => {})
  try {
    await Promise.race([switched, silent])
  } catch (error) {
    if (!isUnsupported(error)) throw error
    throw new SluiceError('CHAIN_SWITCH_UNSUPPORTED', { cause: error })
  } finally {
    ended.abort()
  }
}

/** The chain of the wallet, as soon as it is the wanted one, or after the last read. */
async function readUntil(
  connector: Connector,
  wanted: number,
  { count, intervalMs, signal }: { count: number; intervalMs: number; signal: AbortSignal },
): Promise<number | undefined> {
  for (let read = 1; ; read += 1) {
    signal.throwIfAborted()
    const chainId = await connector.getChainId().catch(() => undefined)
    if (chainId === wanted || read >= count) return chainId
    await sleep(intervalMs, signal)
  }
}

const UNKNOWN_CHAIN = '4902'
/** Method not supported (EIP-1193), method not found (JSON-RPC), chain still unknown. */
const UNSUPPORTED: readonly string[] = ['4200', '-32601', UNKNOWN_CHAIN]
/** Texts by which wallets report an unknown chain under other codes. */
const UNKNOWN_CHAIN_TEXTS: readonly RegExp[] = [
  /\b(?:unrecogni[sz]ed|unknown|unsupported|unconfigured|missing) (?:chain|network)/i,
  /\b(?:chain|network)\b.{0,40}(?:\bnot\b|n't\b).{0,20}\b(?:configured|supported|added|recogni[sz]ed|found|known|available|exist)/i,
  /\bwallet_addEthereumChain\b|\badd(?:ing)? (?:the|this) (?:chain|network)\b/i,
]

async function switchOrAdd(provider: Requester, connector: Connector, chain: ResolvedChain): Promise<void> {
  const chainId = toQuantity(chain.id)
  const switchThere = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await switchThere()
  } catch (error) {
    if (!isUnknownChain(error)) throw error
    await addChain(provider, chain, chain.rpcUrls)
    // Some wallets add the chain without switching to it.
    if ((await connector.getChainId()) !== chain.id) await switchThere()
  }
}

/**
 * True if the wallet reports that it lacks the chain. After any other error, a request to add the chain would
 * be a second prompt, possibly after a rejection.
 */
function isUnknownChain(error: unknown): boolean {
  if (isRejected(error)) return false
  const parts = walkError(error)
  if (parts.some(({ code }) => code === UNKNOWN_CHAIN)) return true
  if (isUnsupported(error)) return false
  return parts.some(({ message = '' }) => UNKNOWN_CHAIN_TEXTS.some((text) => text.test(message)))
}

/** True if the user rejected, also when a library wraps the rejection in another code. */
function isRejected(error: unknown): boolean {
  const { code } = toWalletError(error)
  return code === 'USER_REJECTED' || code === 'REQUEST_PENDING'
}

function isUnsupported(error: unknown): boolean {
  if (error instanceof SluiceError || isRejected(error)) return false
  return walkError(error).some(({ code }) => code !== undefined && UNSUPPORTED.includes(code))
}

/**
 * Requests that the wallet uses an RPC for a chain (EIP-3085). A wallet that has the chain rejects,
 * replaces its RPC, or keeps both. Rejects with the wallet's error.
 */
export async function addWalletRpc(connector: Connector, chain: ResolvedChain, url: string): Promise<void> {
  const provider = (await connector.getProvider()) as Requester | undefined
  if (!provider) throw new SluiceError('WALLET_NOT_FOUND')
  await addChain(provider, chain, [url])
}

async function addChain(
  provider: Requester,
  { id, label, nativeCurrency, explorerUrl }: ResolvedChain,
  rpcUrls: readonly string[],
): Promise<void> {
  await provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: toQuantity(id),
        chainName: label,
        nativeCurrency,
        rpcUrls,
        ...(explorerUrl !== undefined && { blockExplorerUrls: [explorerUrl] }),
      },
    ],
  })
}
