import type { Hex } from '../../src/lib/address.ts'
import type { DevWallet } from '../dev-wallet.ts'
import type { TestChain } from '../devnet.ts'
import type { Held } from './held.ts'

/** A transaction as a page asks for it. Numbers are quantities in hex. */
export interface AskedTransaction {
  from: Hex
  to: Hex
  data: Hex
  value?: Hex
  gas?: Hex
  [other: string]: unknown
}

/** What the page asked of the person's keys. */
export interface WalletRequest {
  method: string
  params: readonly unknown[]
  /** Milliseconds since the epoch, by the world's clock. */
  atMs: number
  /** Set where it is to be signed and sent. */
  transaction: AskedTransaction | undefined
  /** What was really sent for it, oldest first. */
  hashes: Hex[]
  /** The chain as it was just before: an id of a snapshot. Only of swaps. */
  before: Hex | undefined
}

export interface WalletQuestion {
  kind: 'approve' | 'swap'
  transaction: AskedTransaction
  /** What an honest wallet does: signs and sends it, or what it is changed to. */
  send(changes?: Partial<AskedTransaction>): Promise<Hex>
  wallet: DevWallet
  chain: TestChain
  hold(): Promise<void>
}

/** What the wallet does with a transaction it is asked to sign; undefined: what is right. */
export type WalletLie = (question: WalletQuestion) => Promise<unknown> | undefined

/** First four bytes of `approve(address,uint256)`. */
const APPROVE = '0x095ea7b3'
/** Whatever moves something in the end. */
const ASKS_THE_PERSON =
  /^(eth_sendTransaction|eth_sendRawTransaction|eth_sign.*|personal_sign|wallet_send.*)$/

/**
 * Writes down what the wallet is asked to sign, and lets it lie about that.
 * @returns the requests so far, oldest first
 */
export function watchWallet(
  wallet: DevWallet,
  {
    lie,
    chain,
    held,
    nowMs,
    snapshot,
  }: {
    lie: WalletLie | undefined
    chain: TestChain
    held: Held
    nowMs: () => number
    snapshot: () => Promise<Hex>
  },
): { requests: readonly WalletRequest[]; liesTold: () => number } {
  const requests: WalletRequest[] = []
  let told = 0
  const honest = wallet.provider.request

  wallet.provider.request = async (args) => {
    const { method } = args
    if (!ASKS_THE_PERSON.test(method)) return honest(args)
    const params = Array.isArray(args.params) ? args.params : []
    // Libraries ask by the second name where the first was refused.
    const isTransaction = method === 'eth_sendTransaction' || method === 'wallet_sendTransaction'
    const transaction = isTransaction ? (params[0] as AskedTransaction | undefined) : undefined
    const request: WalletRequest = {
      method,
      params,
      atMs: nowMs(),
      transaction,
      hashes: [],
      before: undefined,
    }
    requests.push(request)
    if (!transaction) return honest(args)
    const kind = String(transaction.data).startsWith(APPROVE) ? 'approve' : 'swap'
    if (kind === 'swap') request.before = await snapshot()
    const send = async (changes: Partial<AskedTransaction> = {}) => {
      const hash = (await honest({ method, params: [{ ...transaction, ...changes }] })) as Hex
      request.hashes.push(hash)
      return hash
    }
    const answer = lie?.({ kind, transaction, send, wallet, chain, hold: held.hold })
    if (answer === undefined) return send()
    told += 1
    return answer
  }
  return { requests, liesTold: () => told }
}
