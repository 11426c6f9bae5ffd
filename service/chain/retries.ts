import { ChainMismatchError } from './check-chain.ts'
import { IncompleteDiscoveryError } from './discovery.ts'
import { isRateLimited, isUnreachable } from './rpc-errors.ts'

/** When to follow a chain again after a failure, and whether to ask another node first. */
export interface Retries {
  succeeded(): void
  /** `blockNumber`: of the newest block that was published. */
  failed(error: unknown, blockNumber: bigint | undefined): Retry
}

export interface Retry {
  retryInMs: number
  /** The next node may return what this one leaves out, or answers with nonsense. */
  isNodeAtFault: boolean
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 10_000
/** The config is right where a node did not have the chain yet; else somebody must change it. */
const MISMATCH_RETRY_MS = 30_000
/** In a row, without a new block: a node that answers each call may still keep its chain from going on. */
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
      // Of these the order of the nodes takes care.
      const isPassing = isUnreachable(error) || isRateLimited(error)
      const isOften = !isMismatch && !isPassing && failures >= FAILURES_OF_A_NODE
      if (isOften) failures = 0
      return { retryInMs, isNodeAtFault: isOften || error instanceof IncompleteDiscoveryError }
    },
  }
}
