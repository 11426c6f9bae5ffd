import type { Address, Hex } from '../lib/address.ts'
import type { BalanceChange } from '../wire/quote.ts'

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

/** An approval. */
export interface AllowanceGiven {
  token: Address
  owner: Address
  spender: Address
  amount: bigint
}

/** The result of calls simulated one after another. */
export interface SimulationResult {
  /** Whether every call succeeded. */
  success: boolean
  /** Gas of each call, in order. */
  gasUsed: readonly bigint[]
  /** Decoded reason of the first revert; undefined on success. */
  error: string | undefined
  /** Index of the first call that reverted; undefined on success, or when the node rejected the simulation as a whole. */
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
  /** Its number in the block; only in receipts. */
  logIndex?: number
}

export interface Receipt {
  status: 'success' | 'reverted'
  hash: Hex
  blockNumber: bigint
  gasUsed: bigint
  /** Wei per unit of gas. */
  effectiveGasPrice: bigint
  /** Wei for the data on Ethereum, beside the gas; only where the node names it. */
  l1Fee?: bigint
  /** Decoded from a replay of the call; undefined on success or when unknown. */
  revertReason: string | undefined
  logs: readonly Log[]
}

/**
 * The outcome of a watched transaction. The receipt of `replaced` has the new hash, and `cancelled` the hash of what was mined
 * instead. `dropped`: the node shows neither the transaction nor what took its place.
 */
export type WatchOutcome =
  | { kind: 'mined'; receipt: Receipt }
  | { kind: 'replaced'; receipt: Receipt }
  | { kind: 'cancelled'; hash: Hex }
  | { kind: 'dropped' }

/** The transaction a wallet was asked to send, to recognize it under another hash. */
export interface WatchedTransaction {
  chainId: number
  /** The hash the wallet returned. A multisig may return something else than a transaction hash. */
  hash: Hex
  from: Address
  to: Address
  data: Hex
  value: bigint
  /** What an earlier watch of it found, so that this one also recognizes what happened in between. */
  trace?: WatchTrace | undefined
}

/** Where the history of a watched transaction begins. */
export interface WatchTrace {
  /** The block at which watching began. */
  fromBlock: bigint
  /** Whether a transaction without a hash may have been sent before that block. Default false. */
  isGuess?: boolean | undefined
  /** Undefined while no node has returned the transaction. */
  nonce: number | undefined
}

export interface ResolvedName {
  /** As ENS normalizes it. */
  name: string
  address: Address
}

/** Wei per unit of gas. */
export type Fees = { gasPrice: bigint } | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** A transaction that its hash and signature prove, and what replaces it while it is pending. */
export interface Replaceable {
  nonce: number
  /** True if the chain has used its nonce, for this transaction or another. */
  isMined: boolean
  /** Its gas limit. */
  gas: bigint
  /** The fees another transaction of this nonce needs to take its place. */
  fees: Fees
  /** The usual time between two blocks, in milliseconds; 0 is unknown. */
  blockMs: number
}

export interface AccountActivity {
  /** Has code. A delegation (EIP-7702) does not count: such an account still has its key. */
  isContract: boolean
  /** Has code, sent a transaction, or holds some of the native token. */
  isUsed: boolean
}

export interface EarningQuery {
  chainId: number
  token: Address
  /** Base units of the token. */
  amount: bigint
  /** Whose amount it is, to say what could be withdrawn of it. Default: nobody's. */
  account?: Address
}

/** What an amount of a lending or vault token stands for. */
export interface Earning {
  kind: 'lending' | 'vault'
  /** The token that is deposited. */
  asset: Address
  /** What the amount is worth, in base units of the asset. */
  assets: bigint
  /** What could be taken out at once, in base units of the token and of its asset; undefined while unknown. */
  withdrawable: { amount: bigint; assets: bigint } | undefined
}

/**
 * How an account can allow a spender by signature, as the token's contract and Permit2 describe it. `eip2612`: the token takes the
 * signature itself. `permit2`: Permit2 takes it, and the account has approved the token to Permit2 before.
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
  /** Whether it trades the same, and so may have the same call. */
  isSame: boolean
}

/**
 * Reads a chain through the host's own RPC. Rejects with `RPC_UNAVAILABLE` (`NETWORK_LOST` while the browser is offline),
 * `LOAD_FAILED`, or `CONFIG_INVALID` for a chain that is not configured.
 */
export interface ChainReader {
  /** Base units. */
  balanceOf(query: { chainId: number; token: Address; account: Address } & ReadAt): Promise<bigint>
  /** Base units of many tokens in one request, in their order; undefined where one cannot be read. */
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
   * How the owner can allow `amount` by a signature instead of a transaction; undefined if there is no way that the chain
   * confirms: a contract account, a token without EIP-2612 or with a permit of its own kind, no approval of Permit2.
   */
  permitMethod(query: {
    chainId: number
    token: Address
    owner: Address
    spender: Address
    /** Base units. */
    amount: bigint
  }): Promise<PermitMethod | undefined>
  /** What the chain knows of an account, at the latest block. */
  accountActivity(query: { chainId: number; account: Address }): Promise<AccountActivity>
  /**
   * The address that an ENS name has for a chain; undefined where it has none. Rejects with `INVALID_REQUEST` for what can be
   * no name and where no chain has ENS, with `RPC_UNAVAILABLE` where it cannot be read.
   */
  resolveName(query: { chainId: number; name: string }): Promise<ResolvedName | undefined>
  /** Symbol (string or bytes32), name and decimals of a token; rejects when there is no such contract. */
  tokenMetadata(query: {
    chainId: number
    token: Address
  }): Promise<{ symbol: string; name: string; decimals: number }>
  /** Decimals of a token from its contract; rejects with `UNVERIFIABLE` when the contract does not return them. */
  decimals(query: { chainId: number; token: Address }): Promise<number>
  /** What an amount of a token stands for; undefined where its contract is no lending token and no vault. */
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
  /** Gas on the pending block; rejects with `SIMULATION_FAILED` and the decoded reason when the call reverts. */
  estimateGas(call: {
    chainId: number
    from: Address
    to: Address
    data: Hex
    value: bigint
  }): Promise<bigint>
  /** The latest block that the node has. */
  blockNumber(chainId: number): Promise<bigint>
  /** The time of the latest block, in milliseconds since the epoch. */
  blockTime(chainId: number): Promise<number>
  /** Wei per unit of gas. */
  gasPrice(chainId: number): Promise<bigint>
  /**
   * What transactions pay besides their gas, for their data on Ethereum and to the operator of the chain: wei for each, 0 where
   * the chain takes nothing. `data`: their calldata; `gas`: the units of gas that each uses. Default: those of one swap through
   * many pools, 600,000 units. Rejects while it is unknown.
   */
  l1Fees(query: {
    chainId: number
    data?: readonly Hex[]
    gas?: readonly bigint[]
  }): Promise<readonly bigint[]>
  /**
   * Wei that a mined transaction paid besides the price of its gas: for its data, as its receipt says, and to the operator of the chain,
   * as the chain's oracle says at its block; 0 where the chain takes nothing. Undefined: the chain takes a fee for data, and the receipt
   * says none. Rejects while the oracle does not answer.
   */
  feesBesideGas(
    mined: { chainId: number } & Pick<Receipt, 'gasUsed' | 'blockNumber' | 'l1Fee'>,
  ): Promise<bigint | undefined>
  /** Units of gas that nodes take for the data of a call, as part of its gas limit (Arbitrum); 0 where they take none. */
  dataGas(call: { chainId: number; to: Address; data: Hex }): Promise<bigint>
  /**
   * Returns a sent transaction with exactly this call, proven by its hash and the account's signature. Undefined if the
   * node does not return it, the proof fails, or the account is a contract, which cannot replace it.
   */
  findReplaceable(transaction: WatchedTransaction): Promise<Replaceable | undefined>
  /**
   * Looks for a call that may have been sent under an unknown hash, until it is found or `signal` is aborted. Resolves to
   * undefined once it was not sent and it is too late for it: a block is later than `chainDeadline`, in Unix seconds by
   * the chain's clock. Where `fromBlock` is unknown it may have been sent all the same: then it never does. Rejects with
   * `TIMEOUT` after `maxPolls`.
   */
  findSent(
    query: Omit<WatchedTransaction, 'hash' | 'trace'> & {
      /** The latest block before the wallet was asked; undefined is unknown. */
      fromBlock: bigint | undefined
      /** Whether `fromBlock` is where an earlier search began, which did not know it. Default false. */
      isGuess?: boolean | undefined
      /** Other swaps of this account. Default none. */
      known?: () => readonly OtherSwap[]
      /** The hash by which a wallet names it: believed once the chain shows that transaction. */
      named?: () => Hex | undefined
      /** Whether its wallet has said what it knows, or had time to: nothing is concluded before. Default true. */
      isAnswered?: () => boolean
      /** Undefined for none. */
      chainDeadline: number | undefined
      signal: AbortSignal
      /** Whether it was probably never sent: then the chain is asked less often. Default false. */
      isUnlikely?: boolean | undefined
      /** Reads no pending block, which is large. Default false. */
      isMinedOnly?: boolean | undefined
      /** How often the chain is asked at most. Default: without a limit. */
      maxPolls?: number | undefined
      /** Called with the block where the search begins, if it was unknown. */
      onStart?: (fromBlock: bigint) => void
    },
  ): Promise<Hex | undefined>
  /**
   * Resolves when the transaction is mined, replaced, cancelled or dropped; retries on network errors until aborted.
   * `onAwaitingSigners` is called once when a contract account has accepted the request and its transaction is not on
   * chain yet; `onUnseen` with true when the node has not returned the transaction for a while, and with false when it
   * returns it again. `copies`: hashes under which the same call was sent again; one that is mined and succeeds counts as a
   * replacement. `onTrace` is called when watching begins and when the nonce becomes known. Rejects with `TIMEOUT` after
   * `maxPolls`.
   */
  watch(query: {
    transaction: WatchedTransaction
    signal: AbortSignal
    /** How often the chain is asked at most. Default: without a limit. */
    maxPolls?: number | undefined
    /** Unix seconds by the chain: what a contract account has not carried out by then is `dropped`. Default: none. */
    chainDeadline?: number | undefined
    copies?: () => readonly Hex[]
    /** Other swaps of this account. Default none. */
    known?: () => readonly OtherSwap[]
    onAwaitingSigners?: () => void
    onUnseen?: (isUnseen: boolean) => void
    onTrace?: (trace: WatchTrace) => void
  }): Promise<WatchOutcome>
}
