import { IncompleteDiscoveryError } from '../discovery/discovery.ts'
import { isRateLimited, isUnreachable } from '../rpc/rpc-errors.ts'
import { ChainMismatchError } from '../startup-checks/check-chain.ts'

/** Decides when to retry after a failure, and whether to try another node first. */
export interface Retries {
  succeeded(): void
  /** `blockNumber` is the newest published block. */
  failed(error: unknown, blockNumber: bigint | undefined): Retry
}

export interface Retry {
  retryInMs: number
  /** The next node may return what this one omits or returns malformed. */
  isNodeAtFault: boolean
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 10_000
/**
 * The config is correct if a node did not have the chain yet. Otherwise an operator must change it.
 */
const MISMATCH_RETRY_MS = 30_000
/**
 * Failures in a row without a new block. A node that answers each call may still block progress.
 */
const FAILURES_OF_A_NODE = 3

export function createRetries(): Retries {
  let nextMs = FIRST_RETRY_MS
  let failures = 0
  let failedAt: bigint | undefined

  return {
    succeeded() {
      nextMs = FIRST_RETRY_MS
      failures = 0
    },

    failed(error, blockNumber) {
      const isMismatch = error instanceof ChainMismatchError
      const retryInMs = isMismatch ? MISMATCH_RETRY_MS : nextMs
      nextMs = Math.min(retryInMs * 2, LAST_RETRY_MS)
      if (blockNumber !== failedAt) failures = 0
      failedAt = blockNumber
      failures += 1
      // `node-order.ts` handles unreachable and rate-limited nodes.
      const isPassing = isUnreachable(error) || isRateLimited(error)
      const isOften = !isMismatch && !isPassing && failures >= FAILURES_OF_A_NODE
      if (isOften) failures = 0
      return { retryInMs, isNodeAtFault: isOften || error instanceof IncompleteDiscoveryError }
    },
  }
}
