import type { Hex } from '../lib/address.ts'
import { sameAddress } from '../lib/address.ts'
import { sleep } from '../lib/sleep.ts'
import { findByNonce } from './find-by-nonce.ts'
import type { ReadClient } from './read-actions.ts'
import type { ChainReader } from './types.ts'

type SentQuery = Parameters<ChainReader['findSent']>[0]

/** How much later than the deadline a block has to be: nodes may be behind, and the last blocks replaced. */
const DEADLINE_MARGIN_S = 60
/** Where the block at which the wallet was asked is unknown: so many blocks back. */
const DEFAULT_BLOCKS = 50n
/** The nonces of an account that are looked at in one poll. */
const MAX_NONCES = 10
/** Of hex data that is a selector alone: too little to recognize a call inside of another one. */
const SELECTOR_LENGTH = 10
const MAX_BACKOFF_MS = 15_000

/**
 * Looks for a call that a wallet may have sent without naming its transaction: among what is pending, among the mined
 * transactions of the account, and by the logs of the called contract, where another account may have sent it. Resolves to
 * its hash; undefined once a block is later than the deadline, after which it can swap nothing.
 */
export async function findSent(
  client: ReadClient,
  { signal, chainDeadline, ...call }: SentQuery,
  pollMs: number,
): Promise<Hex | undefined> {
  const search = createSearch(client, call)
  let failures = 0
  for (;;) {
    signal.throwIfAborted()
    try {
      const latest = await client.getBlock()
      const hash = await search(latest.number)
      if (hash) return hash
      const lastTime = (chainDeadline ?? Number.POSITIVE_INFINITY) + DEADLINE_MARGIN_S
      if (Number(latest.timestamp) > lastTime) return undefined
      failures = 0
    } catch {
      failures += 1
    }
    await sleep(Math.min(pollMs * 2 ** Math.min(failures, 6), MAX_BACKOFF_MS), signal)
  }
}

function createSearch(
  client: ReadClient,
  { from, to, data, value, fromBlock }: Omit<SentQuery, 'signal' | 'chainDeadline'>,
) {
  /** Transactions and nonces that are known to be something else. */
  const others = new Set<Hex | number>()
  let since = fromBlock === undefined || fromBlock === 0n ? fromBlock : fromBlock - 1n

  return async (latest: bigint): Promise<Hex | undefined> => {
    since ??= latest > DEFAULT_BLOCKS ? latest - DEFAULT_BLOCKS : 0n
    return (await findPending()) ?? (await findByLogs(since)) ?? findByNonces(since, latest)
  }

  /** Many nodes show no pending transactions: then it is found once it is mined. */
  async function findPending(): Promise<Hex | undefined> {
    const block = await client
      .getBlock({ blockTag: 'pending', includeTransactions: true })
      .catch(() => undefined)
    return block?.transactions.find((entry) => sameAddress(entry.from, from) && hasCall(entry))?.hash
  }

  /** Tokens and the settlement have the account as their first indexed argument. */
  async function findByLogs(first: bigint): Promise<Hex | undefined> {
    const account: Hex = `0x${from.slice(2).toLowerCase().padStart(64, '0')}`
    const filter = { address: to, topics: [null, account], fromBlock: `0x${first.toString(16)}` as Hex }
    const logs = await client.request({ method: 'eth_getLogs', params: [filter] })
    for (const { transactionHash: hash } of logs) {
      if (!hash || others.has(hash)) continue
      if (hasCall(await client.getTransaction({ hash }))) return hash
      others.add(hash)
    }
    return undefined
  }

  /** A reverted transaction leaves no logs. */
  async function findByNonces(first: bigint, latest: bigint): Promise<Hex | undefined> {
    const [before, after] = await Promise.all(
      [first, latest].map((blockNumber) => client.getTransactionCount({ address: from, blockNumber })),
    )
    if (before === undefined || after === undefined) return undefined
    const end = Math.min(after, before + MAX_NONCES + others.size)
    for (let nonce = before; nonce < end; nonce += 1) {
      if (others.has(nonce)) continue
      const found = await findByNonce(client, { from, nonce, before: first, after: latest })
      if (found && hasCall(found)) return found.hash
      others.add(nonce)
    }
    return undefined
  }

  /** The call itself, or inside of a batch or of the call of a contract account. */
  function hasCall(transaction: { to: Hex | null; input: Hex; value: bigint }): boolean {
    if (transaction.to !== null && sameAddress(transaction.to, to)) {
      return transaction.input === data && transaction.value === value
    }
    return data.length > SELECTOR_LENGTH && transaction.input.includes(data.slice(2).toLowerCase())
  }
}
