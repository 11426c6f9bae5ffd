import { http } from 'viem'
import type { PrivateRpcsResponse } from '../../src/wire/private-rpcs.ts'
import type { ChainServiceConfig } from '../config/types.ts'

export interface PrivateRpcsOptions {
  nowMs: () => number
  /** One is not offered, as it does not answer, or answers for another chain. Told once until it is well again. */
  onFault: (fault: { chain: string; url: string; reason: string }) => void
  /** Milliseconds for an answer. Default: 3,000. */
  timeoutMs?: number
}

/** For how long an answer holds, with the chain's id and without. */
const KNOWN_MS = 10 * 60_000
const UNKNOWN_MS = 60_000
const TIMEOUT_MS = 3_000

/** The private RPCs of the configs that answer with their chain's id: a wallet sends what it signs through no other. */
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

/** Why an RPC cannot be offered; undefined where it can. */
async function readFault(
  url: string,
  { id, timeoutMs }: { id: number; timeoutMs: number },
): Promise<string | undefined> {
  // viem's timeout ends with the headers. What a redirect leads to is not what wallets are given.
  const fetchOptions = { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' } as const
  const { request } = http(url, { retryCount: 0, fetchOptions })({})
  try {
    const answer: unknown = await request({ method: 'eth_chainId' })
    const isHex = typeof answer === 'string' && /^0x[0-9a-f]+$/i.test(answer)
    if (!isHex) return 'answers with no chain id'
    return Number(answer) === id ? undefined : `answers with chain id ${Number(answer)}`
  } catch {
    return 'does not answer'
  }
}

/** Whether there was no fault when it was last looked for. Looks once at a time, and not again before that is too old. */
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
