import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { erc20Abi } from '../../../wire/abi/erc20.ts'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { PARTNER, SETTLEMENT, USDC, USER, WETH } from '../../../wire/fixtures/addresses.ts'
import {
  type Address,
  type Hex,
  isNativeToken,
  NATIVE_TOKEN,
  sameAddress,
} from '../../../wire/lib/address.ts'
import { applyBps, maximumInput, minimumOutput } from '../../../wire/lib/amount.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import { toRpcError } from '../../chain/rpc-error.ts'
import type { Call, ChainReader, Log, SimulationResult, WatchOutcome } from '../../chain/types.ts'
import type { Answer } from '../../clients/types.ts'
import { resolveConfig } from '../../config/resolve-config.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { ExecutionDeps } from '../../execution/create-execution.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import type {
  BatchRequest,
  BatchStatus,
  SentBatch,
  TransactionRequest,
  TypedDataRequest,
} from '../../wallet/types.ts'
import { intentFixture } from '../fixtures/fixture-intent.ts'
import { BASE, ETHEREUM } from '../fixtures/fixture-tokens.ts'
import { NOW, quoteWith } from './execution-fixtures.ts'

/** A request that waits for an answer. */
interface Waiting<Value, Request = undefined> {
  request: Request
  resolve(value: Value): void
  reject(error: Error): void
}

/** A transaction the wallet has signed. */
export interface SentTransaction {
  hash: Hex
  request: TransactionRequest
  /** Only for a batch: its id, and the calls before the last one, which is `request`. */
  batchId?: string
  first?: readonly Call[]
  /** Undefined while it is pending. */
  outcome: WatchOutcome | undefined
}

/** A call that may have been sent. Without a deadline it can never be ruled out. */
export interface SentSearch extends Pick<Call, 'data' | 'value'> {
  chainDeadline: number | undefined
}

export type QuoteLie = 'router' | 'receiver' | 'minimum' | 'fee' | 'value' | 'amount' | 'expired' | 'reverts'

/** How a transaction ends. A mined one succeeds if its simulation does. */
export type SettledAs = 'mined' | 'replaced' | 'reverted' | 'cancelled' | 'dropped'

/** The response of the service: a share of the shown output in basis points, correct or false. */
export interface QuoteAnswer {
  outputBps: number
  lie?: QuoteLie
  /** How long the quote is valid. Default: one and a half minutes, as in the fixture. */
  expiresInMs?: number
}

/**
 * Wallet, service and node of one user, in memory. Every request waits until a test answers it, in
 * any order. The chain keeps balances and one allowance, so that simulations and receipts match the
 * sent transactions. It trades the pair of `intent`, as a sale or a purchase, and wraps its native
 * token.
 */
export function createExecutionWorld(intent: SwapIntent = intentFixture) {
  const world = {
    now: NOW,
    walletChainId: ETHEREUM,
    walletAccount: USER as Address,
    /** The state of the node: it responds, cannot simulate, or is down. */
    node: 'up' as 'up' | 'cannot-simulate' | 'down',
    /** True if wallet and node are slow: each read then waits in `reads`. */
    isSlow: false,
    reads: [] as Waiting<void>[],
    /** The payout of the pools, in basis points of the shown output. */
    outputBps: 10_000,
    input: 5n * intent.inputAmount,
    native: 10n ** 19n,
    allowance: 0n,
    transactions: [] as SentTransaction[],
    prompts: [] as Waiting<Hex, TransactionRequest>[],
    switches: [] as Waiting<void, number>[],
    quotes: [] as Waiting<Answer<QuoteResult>>[],
    watches: [] as Waiting<
      WatchOutcome,
      { hash: Hex; onUnseen: ((isUnseen: boolean) => void) | undefined }
    >[],
    /** Swaps that the wallet may have sent. Swaps it has sent are found immediately. */
    searches: [] as Waiting<Hex | undefined, SentSearch>[],
    /** True if the input token supports permits. */
    hasPermits: false,
    /** The user's next permit nonce. */
    nonce: 0n,
    signatures: [] as Waiting<Hex, TypedDataRequest>[],
    /** The signed messages of the wallet, by the `r` of the signature. */
    signed: new Map<string, TypedDataRequest['message']>(),
    /** True if the wallet executes batches atomically. */
    canBatch: false,
    batches: [] as Waiting<SentBatch | undefined, BatchRequest>[],
    statuses: [] as Waiting<BatchStatus, string>[],
    onBatch: (_batch: BatchRequest) => {},
    onSignature: (_request: TypedDataRequest) => {},
    /** Called before the wallet shows a request. */
    onPrompt: (_request: TransactionRequest) => {},
  }

  /** The hash that the wallet names for a swap that is searched. */
  const names = new Map<object, () => Hex | undefined>()

  function wait<Value, Request>(list: Waiting<Value, Request>[], request: Request): Promise<Value> {
    return new Promise((resolve, reject) => {
      const waiting = {
        request,
        resolve: (value: Value) => end(() => resolve(value)),
        reject: (error: Error) => end(() => reject(error)),
      }
      const end = (settle: () => void) => {
        if (!list.includes(waiting)) return
        list.splice(list.indexOf(waiting), 1)
        settle()
      }
      list.push(waiting)
    })
  }

  const beSlow = async () => {
    if (world.isSlow) await wait(world.reads, undefined)
  }
  const requireNode = () => {
    if (world.node === 'down') throw toRpcError(new Error('the node is down'))
  }

  const getBalance = (token: Address) => (token === NATIVE_TOKEN ? world.native : world.input)

  const chain: ChainReader = {
    async balanceOf({ token }) {
      requireNode()
      return getBalance(token)
    },
    async balancesOf({ tokens }) {
      requireNode()
      return tokens.map(getBalance)
    },
    async allowance() {
      requireNode()
      return world.allowance
    },
    async permitMethod() {
      requireNode()
      const { nonce } = world
      return world.hasPermits ? { kind: 'eip2612', name: 'Wrapped Ether', version: '1', nonce } : undefined
    },
    accountActivity: async () => ({ isContract: false, isUsed: true }),
    resolveName: async () => undefined,
    tokenMetadata: async () => ({ symbol: 'T', name: 'T', decimals: 18 }),
    async decimals({ token }) {
      requireNode()
      return sameAddress(token, USDC) ? 6 : 18
    },
    earning: async () => undefined,
    async simulate({ calls }) {
      requireNode()
      return world.node === 'cannot-simulate' ? undefined : simulate(calls)
    },
    async estimateGas({ to, data, value }) {
      requireNode()
      const simulation = simulate([{ to, data, value }])
      if (!simulation.success) throw new SluiceError('SIMULATION_FAILED', { details: simulation.error })
      return simulation.gasUsed[0] ?? 0n
    },
    findReplaceable: async () => undefined,
    async findSent({ data, value, chainDeadline, maxPolls, signal, named }) {
      signal.throwIfAborted()
      // Only the wallet recognizes a batch, because its calldata is packed.
      const known = world.transactions.find(
        ({ request, batchId }) => isSameCall(request, { data, value }) && !batchId,
      )
      if (known) return known.hash
      if (maxPolls !== undefined) throw new SluiceError('TIMEOUT')
      const found = wait(world.searches, { data, value, chainDeadline })
      const added = world.searches.at(-1)
      if (added && named) names.set(added, named)
      signal.addEventListener('abort', () => added?.reject(signal.reason))
      return found
    },
    blockNumber: async () => 1n,
    blockTime: async () => world.now,
    blockMs: async () => 12_000,
    async gasPrice() {
      await beSlow()
      requireNode()
      return 10n ** 9n
    },
    async l1Fees({ data = ['0x'] }) {
      requireNode()
      return data.map(() => 0n)
    },
    async feesBesideGas() {
      requireNode()
      return 0n
    },
    dataGas: async () => 0n,
    async watch({ transaction: { hash }, signal, onUnseen }) {
      signal.throwIfAborted()
      const known = world.transactions.find((sent) => sent.hash === hash)
      if (known?.outcome) return known.outcome
      const outcome = wait(world.watches, { hash, onUnseen })
      const added = world.watches.at(-1)
      signal.addEventListener('abort', () => added?.reject(signal.reason))
      return outcome
    },
  }

  /** Runs calls against a copy of the ledger. */
  function simulate(calls: readonly Call[]): SimulationResult {
    let { allowance, nonce } = world
    const result: SimulationResult & { transfers: SimulationResult['transfers'][number][] } = {
      success: true,
      gasUsed: calls.map(({ to }) => (sameAddress(to, SETTLEMENT) ? 171_204n : 46_000n)),
      error: undefined,
      failedCall: undefined,
      balanceChanges: [],
      transfers: [],
      allowances: [],
    }
    for (const [index, call] of calls.entries()) {
      const approved = readApproval(call)
      if (approved) {
        allowance = approved.amount
        continue
      }
      const permitted = readPermit(call, nonce)
      if (permitted !== undefined) {
        allowance = permitted
        nonce += 1n
      }
      const moved = move(call, allowance)
      if (typeof moved === 'string') return { ...result, success: false, error: moved, failedCall: index }
      const { inputToken, outputToken, paid, received, receiver } = moved
      result.balanceChanges = [
        { account: USER, token: inputToken, delta: (-paid).toString() },
        { account: receiver, token: outputToken, delta: received.toString() },
      ]
      result.transfers.push({ token: inputToken, from: USER, to: call.to, amount: paid })
    }
    return result
  }

  /** The amounts that a trade or a wrap moves, or the reason of its failure. */
  function move(call: Call, allowance: bigint) {
    const wrapped = readWrap(call)
    if (wrapped) {
      const { amount, isWrap } = wrapped
      const [inputToken, outputToken] = isWrap ? [NATIVE_TOKEN, WETH] : [WETH, NATIVE_TOKEN]
      if (getBalance(inputToken) < amount) return 'insufficient balance'
      return { inputToken, outputToken, paid: amount, received: amount, receiver: USER }
    }
    const trade = readTrade(call)
    if (!trade) return 'unknown call'
    const { inputToken, outputToken, outputReceiver: receiver, inputAmount } = trade
    const allowed = isNativeToken(inputToken) ? call.value : allowance
    if (allowed < inputAmount) return 'insufficient allowance'
    if (getBalance(inputToken) < inputAmount) return 'insufficient balance'
    // A purchase takes its cost and leaves the rest.
    const paid = intent.outputAmount === undefined ? inputAmount : getCost(world.outputBps)
    const received = intent.outputAmount ?? getOutput(world.outputBps)
    if (paid > inputAmount || received < trade.minOutputAmount) return 'InsufficientOutput'
    return { inputToken, outputToken, paid, received, receiver }
  }

  /**
   * The output of a sale and the cost of a purchase when the pools pay this share of the shown
   * amount.
   */
  const getOutput = (outputBps: number) =>
    intent.outputAmount ?? applyBps(BigInt(intent.price.effectiveOutputAmount), outputBps)
  const getCost = (outputBps: number) =>
    intent.outputAmount === undefined
      ? intent.inputAmount
      : (intent.inputAmount * 10_000n) / BigInt(outputBps) + 1n

  const deps: ExecutionDeps = {
    now: () => world.now,
    config: () => config,
    usdPrice: async () => 1,
    chain,
    router: {
      price: () => new Promise(() => {}),
      liquidity: () => new Promise(() => {}),
      privateRpcs: () => new Promise(() => {}),
      quote: () => wait(world.quotes, undefined),
    },
    wallet: {
      getState: () => ({
        status: 'connected',
        address: world.walletAccount,
        chainId: world.walletChainId,
        walletName: 'World',
      }),
      subscribe: () => () => {},
      listOptions: async () => [],
      connect: async () => {},
      forgetPrompt: () => {},
      addRpc: async () => {},
      watchAsset: async () => {},
      disconnect: async () => {},
      switchChain: (chainId) => wait(world.switches, chainId),
      readChainId: async () => world.walletChainId,
      async readAccount() {
        await beSlow()
        return world.walletAccount
      },
      canBatch: async () => world.canBatch,
      isContract: async () => false,
      async sendBatch(batch) {
        if (batch.chainId !== world.walletChainId) throw new SluiceError('CHAIN_MISMATCH')
        world.onBatch(batch)
        return wait(world.batches, batch)
      },
      async batchStatus({ batchId: id }) {
        const known = world.transactions.find(({ batchId }) => batchId === id)
        if (!known?.outcome) return wait(world.statuses, id)
        showNamed(known)
        return toStatus(known)
      },
      async signTypedData(request) {
        world.onSignature(request)
        return wait(world.signatures, request)
      },
      async sendTransaction(request) {
        // Checks the chain like wagmi, because it may have changed since it was read.
        if (request.chainId !== world.walletChainId) throw new SluiceError('CHAIN_MISMATCH')
        world.onPrompt(request)
        return wait(world.prompts, request)
      },
    },
  }

  let quotes = 0

  /**
   * The service's response, encoded as its settlement call. All calls differ, because a lost swap
   * is found by its call.
   */
  async function createQuote({ outputBps, lie, expiresInMs = 90_000 }: QuoteAnswer): Promise<QuoteResult> {
    const { inputToken, outputToken, slippageBps } = intent
    const [input, output] = [getCost(outputBps), getOutput(outputBps)]
    const isSale = intent.outputAmount === undefined
    const most = isSale ? input : maximumInput(input, slippageBps)
    const least = isSale ? minimumOutput(output, slippageBps) : output
    const isNative = isNativeToken(inputToken.address)
    const expiresAt = new Date(lie === 'expired' ? world.now - 1 : world.now + expiresInMs).toISOString()
    quotes += 1
    return quoteWith({
      route: `0x${quotes.toString(16).padStart(8, '0')}`,
      inputToken: inputToken.address,
      outputToken: outputToken.address,
      isNativeTokenInput: isNative,
      inputAmount: input.toString(),
      effectiveInputAmount: input.toString(),
      partnerFee: '0',
      effectiveOutputAmount: output.toString(),
      expiresAt,
      value: lie === 'value' ? '1' : isNative ? most.toString() : '0',
      ...(lie === 'router' && { router: PARTNER }),
      ...(lie === 'reverts' && { revert: true }),
      trade: {
        inputToken: inputToken.address,
        outputToken: outputToken.address,
        inputAmount: lie === 'amount' ? most * 2n : most,
        partner: '0x0000000000000000000000000000000000000000',
        partnerFeeBps: 0n,
        minOutputAmount: lie === 'minimum' ? 1n : least,
        deadline: BigInt(Math.floor(world.now / 1_000) + 300),
        ...(lie === 'receiver' && { outputReceiver: PARTNER }),
        ...(lie === 'fee' && { settlementFee: output / 10n }),
      },
    })
  }

  /** Adds a signed transaction to the chain, or removes it. */
  function settle(sent: SentTransaction, kind: SettledAs): void {
    const outcome = toOutcome(sent, kind)
    sent.outcome = outcome
    for (const watch of world.watches.filter(({ request }) => request.hash === sent.hash))
      watch.resolve(outcome)
    for (const status of world.statuses.filter(({ request }) => request === sent.batchId))
      status.resolve(toStatus(sent))
    showNamed(sent)
  }

  /** Ends the searches for a transaction that its wallet has named by then. */
  function showNamed({ hash, request }: SentTransaction): void {
    setImmediate(() => {
      for (const search of world.searches.filter((one) => isSameCall(one.request, request)))
        if (names.get(search)?.() === hash) search.resolve(hash)
    })
  }

  function toStatus({ hash, outcome }: SentTransaction): BatchStatus {
    const isExecuted = outcome?.kind !== 'dropped' && outcome?.kind !== 'cancelled'
    return isExecuted ? { status: 'mined', hash } : { status: 'failed', hash: undefined }
  }

  function toOutcome({ hash, request, first = [] }: SentTransaction, kind: SettledAs): WatchOutcome {
    if (kind === 'dropped') return { kind }
    if (kind === 'cancelled') return { kind, hash: `${hash.slice(0, -1) as Hex}e` }
    const { success } = kind === 'reverted' ? { success: false } : simulate([...first, request])
    return {
      kind: kind === 'replaced' ? 'replaced' : 'mined',
      receipt: {
        status: success ? 'success' : 'reverted',
        hash: kind === 'replaced' ? `${hash.slice(0, -1) as Hex}f` : hash,
        blockNumber: 1n,
        gasUsed: 150_000n,
        effectiveGasPrice: 10n ** 9n,
        revertReason: undefined,
        logs: success ? [...first, request].flatMap(applyToLedger) : [],
      },
    }
  }

  function applyToLedger(request: Call): Log[] {
    const approved = readApproval(request)
    if (approved) {
      world.allowance = approved.amount
      return [approvalLog(approved)]
    }
    const permitted = readPermit(request, world.nonce)
    if (permitted !== undefined) {
      world.allowance = permitted
      world.nonce += 1n
    }
    const moved = move(request, world.allowance)
    if (typeof moved === 'string') return []
    const { inputToken, outputToken, paid, received, receiver: outputReceiver } = moved
    addTo(inputToken, -paid)
    addTo(outputToken, received)
    if (readWrap(request)) return [wrapLog(isNativeToken(inputToken) ? 'Deposit' : 'Withdrawal', paid)]
    if (!isNativeToken(inputToken)) world.allowance -= paid
    const args = { sender: USER, outputReceiver }
    return [
      {
        address: SETTLEMENT,
        topics: encodeEventTopics({ abi: settlementAbi, eventName: 'Swapped', args }) as Hex[],
        data: encodeAbiParameters(
          parseAbiParameters('address, address, uint256, uint256, uint256, uint256'),
          [inputToken, outputToken, paid, received, 0n, 0n],
        ),
      },
    ]
  }

  function addTo(token: Address, amount: bigint): void {
    if (isNativeToken(token)) world.native += amount
    if (sameAddress(token, WETH)) world.input += amount
  }

  /** The allowance of the permit in the call, if the chain accepts it; undefined otherwise. */
  function readPermit({ to, data }: Pick<Call, 'to' | 'data'>, nonce: bigint): bigint | undefined {
    if (!sameAddress(to, SETTLEMENT)) return undefined
    const { args } = decodeFunctionData({ abi: settlementAbi, data })
    const permit = args?.[2] as Hex | undefined
    if (!permit?.startsWith('0x02')) return undefined
    const [value, deadline, , r] = decodeAbiParameters(
      parseAbiParameters('uint256, uint256, uint8, bytes32, bytes32'),
      `0x${permit.slice(4)}`,
    )
    const message = world.signed.get(r)
    const isValid =
      message?.value === value &&
      message.deadline === deadline &&
      message.nonce === nonce &&
      deadline * 1_000n >= BigInt(world.now)
    return isValid ? value : undefined
  }

  return { world, deps, createQuote, settle }
}

export function isSameCall(one: Pick<Call, 'data' | 'value'>, other: Pick<Call, 'data' | 'value'>): boolean {
  return one.data === other.data && one.value === other.value
}

/** The amount and spender of an approval of the input token; undefined for any other call. */
export function readApproval({ to, data }: Pick<Call, 'to' | 'data'>) {
  if (!sameAddress(to, WETH) || !data.startsWith('0x095ea7b3')) return undefined
  const { args } = decodeFunctionData({ abi: erc20Abi, data })
  const [spender, amount] = args as [Address, bigint]
  return { spender, amount }
}

/** The trade of a call of the settlement; undefined for any other call. */
export function readTrade({ to, data }: Pick<Call, 'to' | 'data'>) {
  if (!sameAddress(to, SETTLEMENT)) return undefined
  const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data })
  return functionName === 'swap' ? args[0] : undefined
}

/** The wrap or unwrap of a call of the native token's wrapper; undefined for any other call. */
export function readWrap({ to, data, value }: Pick<Call, 'to' | 'data' | 'value'>) {
  if (!sameAddress(to, WETH) || readApproval({ to, data })) return undefined
  const { functionName, args } = decodeFunctionData({ abi: wrapperAbi, data })
  return functionName === 'deposit' ? { isWrap: true, amount: value } : { isWrap: false, amount: args[0] }
}

function approvalLog({ spender, amount }: { spender: Address; amount: bigint }): Log {
  return {
    address: WETH,
    topics: encodeEventTopics({
      abi: parseAbi(['event Approval(address indexed owner, address indexed spender, uint256 value)']),
      args: { owner: USER, spender },
    }) as Hex[],
    data: encodeAbiParameters(parseAbiParameters('uint256'), [amount]),
  }
}

function wrapLog(eventName: 'Deposit' | 'Withdrawal', amount: bigint): Log {
  return {
    address: WETH,
    topics: encodeEventTopics({ abi: wrapperAbi, eventName, args: { party: USER } }) as Hex[],
    data: encodeAbiParameters(parseAbiParameters('uint256'), [amount]),
  }
}

/** The data of an approval whose amount the user edited in the wallet. */
export function approvalData(amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SETTLEMENT, amount] })
}

const wrapperAbi = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'event Deposit(address indexed party, uint256 amount)',
  'event Withdrawal(address indexed party, uint256 amount)',
])

const config = resolveConfig({
  integrator: 'world',
  baseUrl: 'http://world.test/router',
  tokensUrl: 'http://world.test/tokens',
  exchangeRatesUrl: 'http://world.test/rates',
  locale: 'en',
  approvals: { unlimited: true },
  chains: [ETHEREUM, BASE].map((id) => ({
    id,
    name: `chain-${id}`,
    rpcUrls: ['http://world.test/rpc'],
    routerAddress: SETTLEMENT,
    wrappedNative: WETH,
  })),
})
