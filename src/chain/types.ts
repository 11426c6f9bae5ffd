import type { Address, Hex } from '../../wire/lib/address.ts'
import type { BalanceChange } from '../../wire/quote.ts'

/** One call to simulate or send. `value` is wei. */
export interface Call {
  to: Address
  data: Hex
  value: bigint
}

/** A token transfer. The native token has the address `NATIVE_TOKEN`. */
export interface TokenTransfer {
  token: Address
  from: Address
  to: Address
  amount: bigint
}

export interface AllowanceGiven {
  token: Address
  owner: Address
  spender: Address
  amount: bigint
}

/** The result of calls simulated one after another. */
export interface SimulationResult {
  /** True if every call succeeded. */
  success: boolean
  /** Gas of each call, in order. */
  gasUsed: readonly bigint[]
  /** Decoded reason of the first revert; undefined on success. */
  error: string | undefined
  /**
   * Index of the first call that reverted; undefined on success, or when the node rejected the
   * simulation as a whole.
   */
  failedCall: number | undefined
  /** Balance changes of the requested accounts, native token included (without gas). */
  balanceChanges: BalanceChange[]
  transfers: readonly TokenTransfer[]
  allowances: readonly AllowanceGiven[]
}

export interface Log {
  address: Address
  topics: readonly Hex[]
  data: Hex
  /** The index of the log in its block; only in receipts. */
  logIndex?: number
}

export interface Receipt {
  status: 'success' | 'reverted'
  hash: Hex
  blockNumber: bigint
  gasUsed: bigint
  /** Wei per unit of gas. */
  effectiveGasPrice: bigint
  /** The L1 data fee in wei, beside the gas; only if the receipt contains it. */
  l1Fee?: bigint
  /** Decoded from a replay of the call; undefined on success or when unknown. */
  revertReason: string | undefined
  logs: readonly Log[]
}

/**
 * The outcome of a watched transaction. The receipt of `replaced` has the new hash, and `cancelled`
 * has the hash of the transaction that was mined instead. `dropped`: the node returns neither the
 * transaction nor a replacement.
 */
export type WatchOutcome =
  | { kind: 'mined'; receipt: Receipt }
  | { kind: 'replaced'; receipt: Receipt }
  | { kind: 'cancelled'; hash: Hex }
  | { kind: 'dropped' }

/** The transaction of a wallet request, to recognize it under another hash. */
export interface WatchedTransaction {
  chainId: number
  /** The hash the wallet returned. A multisig may return something else than a transaction hash. */
  hash: Hex
  from: Address
  to: Address
  data: Hex
  value: bigint
  /** The trace of an earlier watch, so that this one also recognizes what happened in between. */
  trace?: WatchTrace | undefined
}

/** Where the history of a watched transaction begins. */
export interface WatchTrace {
  /** The block at which watching began. */
  fromBlock: bigint
  /** True if a transaction without a hash may have been sent before that block. Default false. */
  isGuess?: boolean | undefined
  /** Undefined while no node has returned the transaction. */
  nonce: number | undefined
}

export interface ResolvedName {
  /** The name as normalized by ENS. */
  name: string
  address: Address
}

/** Wei per unit of gas. */
export type Fees = { gasPrice: bigint } | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/**
 * A transaction proven by its hash and signature, and the fees that replace it while it is pending.
 */
export interface Replaceable {
  nonce: number
  /** True if the chain has used its nonce, for this transaction or another. */
  isMined: boolean
  /** Its gas limit. */
  gas: bigint
  /** The fees of a transaction with the same nonce that replaces this one. */
  fees: Fees
  /** The usual time between two blocks, in milliseconds; 0 is unknown. */
  blockMs: number
}

export interface AccountActivity {
  /**
   * True if the account has code. A delegation (EIP-7702) does not count, because such an account
   * still has its key.
   */
  isContract: boolean
  /** True if the account has code, sent a transaction, or holds some of the native token. */
  isUsed: boolean
}

export interface EarningQuery {
  chainId: number
  token: Address
  /** Base units of the token. */
  amount: bigint
  /** The owner of the amount, needed for `withdrawable`. Default: none. */
  account?: Address
}

/** The underlying value of a lending or vault token. */
export interface Earning {
  kind: 'lending' | 'vault'
  /** The token that is deposited. */
  asset: Address
  /** The value of the amount, in base units of the asset. */
  assets: bigint
  /**
   * The currently withdrawable amount, in base units of the token and of its asset; undefined while
   * unknown.
   */
  withdrawable: { amount: bigint; assets: bigint } | undefined
}

/**
 * How an account can allow a spender by signature, as read from the token and Permit2. `eip2612`:
 * the token accepts the signature. `permit2`: Permit2 accepts it, and the account has approved the
 * token to Permit2 before.
 */
export type PermitMethod =
  | { kind: 'eip2612'; name: string; version: string; nonce: bigint }
  | { kind: 'permit2'; nonce: bigint }

/** The block to read: the latest mined one, or the pending one. */
export interface ReadAt {
  /** Default: `latest`. */
  blockTag?: 'latest' | 'pending'
}

/** A transaction of another swap. */
export interface OtherSwap {
  hash: Hex
  /** True if it is the same trade, and so may have the same call. */
  isSame: boolean
}

/**
 * Reads a chain through the host's own RPC. Rejects with `RPC_UNAVAILABLE` (`NETWORK_LOST` while
 * the browser is offline), `LOAD_FAILED`, `CONFIG_INVALID` for a chain that is not configured, or
 * `UNKNOWN` with a support id for an error of the widget's own code.
 */
export interface ChainReader {
  /** Base units. */
  balanceOf(query: { chainId: number; token: Address; account: Address } & ReadAt): Promise<bigint>
  /** Base units of many tokens in one request, in their order; undefined if one cannot be read. */
  balancesOf(query: {
    chainId: number
    tokens: readonly Address[]
    account: Address
  }): Promise<(bigint | undefined)[]>
  /** Base units. */
  allowance(
    query: { chainId: number; token: Address; owner: Address; spender: Address } & ReadAt,
  ): Promise<bigint>
  /**
   * How the owner can allow `amount` by a signature instead of a transaction; undefined if the
   * chain confirms no way: a contract account, a token without EIP-2612 or with another kind of
   * permit, no approval of Permit2.
   */
  permitMethod(query: {
    chainId: number
    token: Address
    owner: Address
    spender: Address
    /** Base units. */
    amount: bigint
  }): Promise<PermitMethod | undefined>
  /** Reads whether an account is a contract and whether it was used, at the latest block. */
  accountActivity(query: { chainId: number; account: Address }): Promise<AccountActivity>
  /**
   * The address of an ENS name for a chain; undefined if it has none. Rejects with
   * `INVALID_REQUEST` for an invalid name or if no chain has ENS, and with `RPC_UNAVAILABLE` if it
   * cannot be read.
   */
  resolveName(query: { chainId: number; name: string }): Promise<ResolvedName | undefined>
  /**
   * Symbol (string or bytes32), name and decimals of a token; rejects without such a contract.
   */
  tokenMetadata(query: {
    chainId: number
    token: Address
  }): Promise<{ symbol: string; name: string; decimals: number }>
  /**
   * Decimals of a token from its contract; rejects with `UNVERIFIABLE` if the contract does not
   * return them.
   */
  decimals(query: { chainId: number; token: Address }): Promise<number>
  /**
   * The underlying value of an amount of a token; undefined unless it is a lending or vault token.
   */
  earning(query: EarningQuery): Promise<Earning | undefined>
  /** Simulates calls (`eth_simulateV1`) on the pending block; undefined if the RPC cannot. */
  simulate(query: {
    chainId: number
    from: Address
    calls: readonly Call[]
    /** Accounts whose balance changes are measured. */
    accounts: readonly Address[]
    /** Tokens to measure. The native token is always measured. */
    tokens: readonly Address[]
  }): Promise<SimulationResult | undefined>
  /**
   * Gas on the pending block; rejects with `SIMULATION_FAILED` and the decoded reason if the call
   * reverts.
   */
  estimateGas(call: {
    chainId: number
    from: Address
    to: Address
    data: Hex
    value: bigint
  }): Promise<bigint>
  /** The latest block of the node. */
  blockNumber(chainId: number): Promise<bigint>
  /** The time of the latest block, in milliseconds since the epoch. */
  blockTime(chainId: number): Promise<number>
  /** The usual time between two blocks, in milliseconds; 0 is unknown. */
  blockMs(chainId: number): Promise<number>
  /** Wei per unit of gas. */
  gasPrice(chainId: number): Promise<bigint>
  /**
   * The fees of transactions beside their gas, in wei each: the L1 data fee and the operator fee; 0
   * if the chain has none. `data`: their calldata; `gas`: the units of gas of each. Default: one
   * swap through many pools, 600,000 units. Rejects while unknown.
   */
  l1Fees(query: {
    chainId: number
    data?: readonly Hex[]
    gas?: readonly bigint[]
  }): Promise<readonly bigint[]>
  /**
   * The fees of a mined transaction beside its gas, in wei: the L1 data fee from its receipt, and
   * the operator fee from the chain's oracle at its block; 0 if the chain has none. Undefined if
   * the chain has an L1 data fee and the receipt does not contain it. Rejects if the oracle does
   * not respond.
   */
  feesBesideGas(
    mined: { chainId: number } & Pick<Receipt, 'gasUsed' | 'blockNumber' | 'l1Fee'>,
  ): Promise<bigint | undefined>
  /**
   * The gas that nodes add to the gas limit for the data of a call (Arbitrum); 0 if they add none.
   */
  dataGas(call: { chainId: number; to: Address; data: Hex }): Promise<bigint>
  /**
   * Returns a sent transaction with exactly this call, proven by its hash and the account's
   * signature. Undefined if the node does not return it, the proof fails, or the account is a
   * contract, which cannot replace it.
   */
  findReplaceable(transaction: WatchedTransaction): Promise<Replaceable | undefined>
  /**
   * Searches for a call that may have been sent under an unknown hash, until it is found or
   * `signal` is aborted. Resolves to undefined once it was not sent and a block is later than
   * `chainDeadline`, in Unix seconds by the chain's clock. Never resolves to undefined if
   * `fromBlock` is unknown, because the call may have been sent before. Rejects with `TIMEOUT`
   * after `maxPolls`.
   */
  findSent(
    query: Omit<WatchedTransaction, 'hash' | 'trace'> & {
      /** The latest block before the wallet request; undefined is unknown. */
      fromBlock: bigint | undefined
      /** True if `fromBlock` is a guess of an earlier search. Default false. */
      isGuess?: boolean | undefined
      /** Other swaps of this account. Default: none. */
      known?: () => readonly OtherSwap[]
      /** The hash that a wallet names. Trusted once the chain shows that transaction. */
      named?: () => Hex | undefined
      /**
       * True once its wallet has answered or had time to. Nothing is concluded before. Default
       * true.
       */
      isAnswered?: () => boolean
      /** Undefined without a deadline. */
      chainDeadline: number | undefined
      signal: AbortSignal
      /** True if it was probably never sent: the chain is then polled less often. Default false. */
      isUnlikely?: boolean | undefined
      /** Reads no pending block, which is large. Default false. */
      isMinedOnly?: boolean | undefined
      /** The highest number of polls. Default: no limit. */
      maxPolls?: number | undefined
      /** Called with the first block of the search if it was unknown. */
      onStart?: (fromBlock: bigint) => void
    },
  ): Promise<Hex | undefined>
  /**
   * Resolves when the transaction is mined, replaced, cancelled or dropped; retries on network
   * errors until aborted. `onAwaitingSigners` is called once when a contract account has accepted
   * the request and its transaction is not on chain yet; `onUnseen` with true when the node has not
   * returned the transaction for a while, and with false when it returns it again. `copies`: hashes
   * under which the same call was sent again; one that is mined and succeeds counts as a
   * replacement. `onTrace` is called when watching begins and when the nonce becomes known. Rejects
   * with `TIMEOUT` after `maxPolls`.
   */
  watch(query: {
    transaction: WatchedTransaction
    signal: AbortSignal
    /** The highest number of polls. Default: no limit. */
    maxPolls?: number | undefined
    /**
     * Unix seconds by the chain's clock: a request that a contract account has not executed by then
     * is `dropped`. Default: none.
     */
    chainDeadline?: number | undefined
    copies?: () => readonly Hex[]
    /** Other swaps of this account. Default: none. */
    known?: () => readonly OtherSwap[]
    onAwaitingSigners?: () => void
    onUnseen?: (isUnseen: boolean) => void
    onTrace?: (trace: WatchTrace) => void
  }): Promise<WatchOutcome>
}
