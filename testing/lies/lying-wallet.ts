import type { TestChain } from '../../devnet/testing/devnet.ts'
import type { DevWallet } from '../../src/testing/dev-wallet.ts'
import type { Hex } from '../../wire/lib/address.ts'
import type { HeldResponses } from './held-responses.ts'

/** A transaction request of the page. Numbers are hex quantities. */
export interface RequestedTransaction {
  from: Hex
  to: Hex
  data: Hex
  value?: Hex
  gas?: Hex
  [other: string]: unknown
}

/** A request that needs a signature. */
export interface WalletRequest {
  method: string
  params: readonly unknown[]
  /** Milliseconds since the epoch, by the shared clock. */
  atMs: number
  /** The transaction to sign and send; undefined for other requests. */
  transaction: RequestedTransaction | undefined
  /** The transactions actually sent for it, oldest first. */
  hashes: Hex[]
  /** For swaps: the id of a snapshot of the chain before the request. */
  before: Hex | undefined
}

export interface WalletContext {
  kind: 'approve' | 'swap'
  transaction: RequestedTransaction
  /** Signs and sends the transaction, optionally changed. */
  send(changes?: Partial<RequestedTransaction>): Promise<Hex>
  wallet: DevWallet
  chain: TestChain
  hold(): Promise<void>
}

/** Replaces the wallet's handling of a transaction; undefined handles it honestly. */
export type WalletLie = (context: WalletContext) => Promise<unknown> | undefined

/** A requested permit: the parts of the typed data. */
// biome-ignore lint/suspicious/noExplicitAny: lies set any part to any value.
export type TypedData = Record<'domain' | 'types' | 'message', any> & { primaryType: string }

/** Replaces the wallet's handling of typed data; undefined handles it honestly. */
export type SignatureLie = (context: {
  data: TypedData
  /** Signs it, optionally changed. */
  sign(changes?: (data: TypedData) => void): Promise<Hex>
  chain: TestChain
}) => Promise<unknown> | undefined

/** First four bytes of `approve(address,uint256)`. */
const APPROVE = '0x095ea7b3'
/** Methods that can move funds. */
const NEEDS_SIGNATURE =
  /^(eth_sendTransaction|eth_sendRawTransaction|eth_sign.*|personal_sign|wallet_send.*)$/

/**
 * Records the wallet's signature requests, and applies a lie to them.
 * @returns the requests so far, oldest first
 */
export function watchWallet(
  wallet: DevWallet,
  {
    lie,
    signature,
    chain,
    held,
    nowMs,
    snapshot,
  }: {
    lie: WalletLie | undefined
    signature: SignatureLie | undefined
    chain: TestChain
    held: HeldResponses
    nowMs: () => number
    snapshot: () => Promise<Hex>
  },
): { requests: readonly WalletRequest[]; lieCount: () => number } {
  const requests: WalletRequest[] = []
  let applied = 0
  const honest = wallet.provider.request

  wallet.provider.request = async (args) => {
    const { method } = args
    if (!NEEDS_SIGNATURE.test(method)) return honest(args)
    const params = Array.isArray(args.params) ? args.params : []
    // Libraries retry with the second method if the first is rejected.
    const isTransaction = method === 'eth_sendTransaction' || method === 'wallet_sendTransaction'
    const transaction = isTransaction ? (params[0] as RequestedTransaction | undefined) : undefined
    const request: WalletRequest = {
      method,
      params,
      atMs: nowMs(),
      transaction,
      hashes: [],
      before: undefined,
    }
    requests.push(request)
    if (method === 'eth_signTypedData_v4') {
      const data: TypedData = JSON.parse(String(params[1]))
      const sign = (change?: (changed: TypedData) => void) => {
        const changed = structuredClone(data)
        change?.(changed)
        return honest({ method, params: [params[0], JSON.stringify(changed)] }) as Promise<Hex>
      }
      const answer = signature?.({ data, sign, chain })
      if (answer === undefined) return sign()
      applied += 1
      return answer
    }
    if (!transaction) return honest(args)
    const kind = String(transaction.data).startsWith(APPROVE) ? 'approve' : 'swap'
    if (kind === 'swap') request.before = await snapshot()
    const send = async (changes: Partial<RequestedTransaction> = {}) => {
      const hash = (await honest({ method, params: [{ ...transaction, ...changes }] })) as Hex
      request.hashes.push(hash)
      return hash
    }
    const answer = lie?.({ kind, transaction, send, wallet, chain, hold: held.hold })
    if (answer === undefined) return send()
    applied += 1
    return answer
  }
  return { requests, lieCount: () => applied }
}
