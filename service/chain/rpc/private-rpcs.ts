import { http } from 'viem'
import type { PrivateRpcsResponse } from '../../../wire/private-rpcs.ts'
import type { ChainServiceConfig } from '../../config/types.ts'

export interface PrivateRpcsOptions {
  nowMs: () => number
  /**
   * An RPC is not offered because it does not respond or is on another chain. Reported once until
   * it recovers.
   */
  onFault: (fault: { chain: string; url: string; reason: string }) => void
  /** Milliseconds before a request times out. Default: 3,000. */
  timeoutMs?: number
}

/** How long a successful or failed check is cached. */
const KNOWN_MS = 10 * 60_000
const UNKNOWN_MS = 60_000
const TIMEOUT_MS = 3_000

/**
 * Returns the configured private RPCs that return the id of their chain. Wallets send signed
 * transactions through them.
 */
export function createPrivateRpcs(
  chains: readonly Pick<ChainServiceConfig, 'name' | 'id' | 'privateRpcs'>[],
  { nowMs, onFault, timeoutMs = TIMEOUT_MS }: PrivateRpcsOptions,
): () => Promise<PrivateRpcsResponse['privateRpcs']> {
  const rpcs = chains.flatMap(({ name: chainID, id, privateRpcs = [] }) =>
    privateRpcs.map((url) => {
      const isOffered = remembered(() => readFault(url, { id, timeoutMs }), {
        nowMs,
        onFault: (reason) => onFault({ chain: chainID, url, reason }),
      })
      return { offer: { chainID, networkID: id, url }, isOffered }
    }),
  )
  return async () => {
    const offered = await Promise.all(rpcs.map(({ isOffered }) => isOffered()))
    return rpcs.flatMap(({ offer }, i) => (offered[i] ? [offer] : []))
  }
}

/** Returns why an RPC cannot be offered, or undefined. */
async function readFault(
  url: string,
  { id, timeoutMs }: { id: number; timeoutMs: number },
): Promise<string | undefined> {
  // viem's timeout ends with the headers. Redirects are rejected, because wallets receive the
  // original URL.
  const fetchOptions = { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' } as const
  const { request } = http(url, { retryCount: 0, fetchOptions })({})
  try {
    const answer: unknown = await request({ method: 'eth_chainId' })
    const isHex = typeof answer === 'string' && /^0x[0-9a-f]+$/i.test(answer)
    if (!isHex) return 'returns no chain id'
    return Number(answer) === id ? undefined : `returns chain id ${Number(answer)}`
  } catch {
    return 'does not answer'
  }
}

/** Caches the result of a check. Runs one check at a time and repeats it when the cache expires. */
function remembered(
  findFault: () => Promise<string | undefined>,
  { nowMs, onFault }: { nowMs: () => number; onFault: (reason: string) => void },
): () => Promise<boolean> {
  let looking: Promise<void> | undefined
  let known: { fault: string | undefined; untilMs: number } | undefined

  async function look() {
    const fault = await findFault()
    if (fault !== undefined && fault !== known?.fault) onFault(fault)
    known = { fault, untilMs: nowMs() + (fault === undefined ? KNOWN_MS : UNKNOWN_MS) }
  }

  return async () => {
    if (!known || nowMs() > known.untilMs) {
      looking ??= look().finally(() => {
        looking = undefined
      })
      await looking
    }
    return known?.fault === undefined
  }
}
