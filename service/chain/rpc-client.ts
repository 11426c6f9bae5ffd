import { createPublicClient, fallback, http, type PublicClient } from 'viem'
import type { ChainServiceConfig } from '../config-types.ts'

const TIMEOUT_MS = 10_000

/** A client of the chain's nodes, which are tried in order. Aborting the signal ends what is under way. */
export function createRpcClient(config: ChainServiceConfig, signal: AbortSignal): PublicClient {
  const transports = config.rpcUrls.map((url) =>
    http(url, { timeout: TIMEOUT_MS, fetchFn: fetchUntil(signal) }),
  )
  return createPublicClient({ transport: fallback(transports, { retryCount: 1, retryDelay: 100 }) })
}

function fetchUntil(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal })
}
