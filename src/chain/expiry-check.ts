import type { Address } from '../../wire/lib/address.ts'
import { rethrowDefect } from '../errors/report-defect.ts'
import { getNodes, type ReadClient } from './read-actions.ts'

export interface ExpiryQuery {
  from: Address
  /** The latest block before the wallet request. */
  start: bigint
  /** Unix seconds by the chain's clock: nothing happens in a later block. */
  lastTime: number
}

export interface ExpiryCheck {
  /**
   * Resolves to true once several polls show that the call expired. One response must not decide,
   * because the user would send the swap a second time.
   */
  confirm(poll: {
    /** True if this poll searched all blocks up to a late one. */
    isSearched: boolean
    /** The number of transactions of the account that the search has read. */
    count?: number | undefined
  }): Promise<boolean>
}

const MIN_POLLS = 3
/** The number of polls after which nodes that do not respond are ignored. */
const MIN_POLLS_WITHOUT_ALL = 10

/**
 * Checks that the call expired by the block times and the account's nonce at every node. A poll
 * with other facts starts the count again.
 */
export function createExpiryCheck(client: ReadClient, query: ExpiryQuery): ExpiryCheck {
  let polls = 0
  let completePolls = 0

  return {
    async confirm({ isSearched, count }) {
      const facts = isSearched
        ? await Promise.all(getNodes(client).map((node) => isExpired(node, query, count)))
        : [false]
      const isAgreed = !facts.includes(false) && facts.includes(true)
      const isComplete = isAgreed && !facts.includes(undefined)
      polls = isAgreed ? polls + 1 : 0
      completePolls = isComplete ? completePolls + 1 : 0
      return completePolls >= MIN_POLLS || polls >= MIN_POLLS_WITHOUT_ALL
    },
  }
}

/** Undefined if the node does not respond. */
async function isExpired(
  node: ReadClient,
  { from, start, lastTime }: ExpiryQuery,
  count: number | undefined,
): Promise<boolean | undefined> {
  try {
    const [latest, first, used] = await Promise.all([
      node.getBlock(),
      node.getBlock({ blockNumber: start }),
      count === undefined ? 0 : node.getTransactionCount({ address: from }),
    ])
    // The first block is from before the request, so a later time there is a wrong clock.
    const isLate = Number(latest.timestamp) > lastTime && Number(first.timestamp) <= lastTime
    return isLate && latest.number > start && used <= (count ?? 0)
  } catch (error) {
    rethrowDefect(error)
    return undefined
  }
}
