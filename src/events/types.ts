import type { Address, Hex } from '../../wire/lib/address.ts'
import type { ErrorCode } from '../errors/codes.ts'

/**
 * A token, JSON-safe. `priceUsd` is absent when unknown.
 * @example
 * const usdc: Token = {
 *   chainId: 1,
 *   address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   symbol: 'USDC',
 *   name: 'USD Coin',
 *   decimals: 6,
 *   priceUsd: 1,
 * }
 */
export interface Token {
  /** EIP-155 chain id. */
  chainId: number
  /** `NATIVE_TOKEN` for the native token of the chain. */
  address: Address
  symbol: string
  name: string
  decimals: number
  logoUri?: string
  /** US dollars for one whole token. */
  priceUsd?: number
}

/**
 * The state of a process (interface, section 6). `completed` and `failed` are final.
 * @example
 * events.on('routeExecutionUpdated', ({ process }) =>
 *   process.status === 'failed' && console.warn(process.error),
 * )
 */
export type ProcessStatus = 'pending' | 'running' | 'completed' | 'failed'
/**
 * The type of a process. `approval-reset` sets an old approval to zero, `permit` signs in place of
 * an approval, `wrap` and `unwrap` are swaps between the native token and its wrapped form.
 * @example
 * events.on('routeExecutionUpdated', ({ process }) =>
 *   process.type === 'approval' && console.log('approving'),
 * )
 */
export type ProcessType =
  | 'swap'
  | 'approval'
  | 'approval-reset'
  | 'chain-switch'
  | 'permit'
  | 'wrap'
  | 'unwrap'

/**
 * One process of a route: an approval, a chain switch or the swap itself (interface, section 6).
 * @example
 * events.on('routeExecutionUpdated', ({ process }: { process: Process }) => {
 *   if (process.txHash) console.log(process.type, process.txHash)
 * })
 */
export interface Process {
  /** Unique in its route, and stable from one update to the next. */
  id: string
  status: ProcessStatus
  type: ProcessType
  /**
   * The hash of the transaction once it is sent; of the mined one if the user sped it up or
   * cancelled it.
   */
  txHash?: Hex
  /** The hash that the wallet returned, if `txHash` replaced it: sped up, or cancelled. */
  replacedHash?: Hex
  /** One sentence about the cause of a wait or the result of a process. */
  message?: string
  /** Only for a failed process: a code of `ERROR_CODES`, and a sentence for the user. */
  error?: { code: ErrorCode; message: string }
}

/**
 * A token of a step. Only the address is known of a token between two hops.
 * @example
 * const nameOf = (token: RouteStepToken) => ('symbol' in token ? token.symbol : token.address)
 */
export type RouteStepToken = Token | Pick<Token, 'chainId' | 'address'>

/**
 * One step of a route: the part of the trade that passes one liquidity module.
 * @example
 * const describe = ({ tool, portionBps }: RouteStep) => `${tool} ${portionBps / 100} %`
 * const modulesOf = ({ steps }: Route) => steps.map(describe)
 */
export interface RouteStep {
  id: string
  type: ProcessType
  /** Module id, e.g. `uniswap-v3`. */
  tool: string
  fromToken: RouteStepToken
  toToken: RouteStepToken
  /**
   * Base units of its own token as a decimal string; absent when unknown, as between the hops of a
   * foreign router.
   */
  fromAmount?: string
  toAmount?: string
  /** Share of the whole trade that passes this step, in basis points: 10000 is the whole trade. */
  portionBps: number
  process?: Process
}

/**
 * One swap (interface, section 6: "the service object"). `id` is stable from review to receipt.
 * Amounts are base units as decimal strings; USD values are numbers, absent when unknown.
 * @example
 * events.on('routeExecutionCompleted', ({ id, fromToken, fromAmount, toToken, received }: Route) => {
 *   console.log(id, `${fromAmount} ${fromToken.symbol} for ${received ?? '?'} ${toToken.symbol}, in base units`)
 * })
 */
export interface Route {
  id: string
  fromChainId: number
  fromAddress?: Address
  fromToken: Token
  /** The amount a sale pays, or the expected payment of a purchase. */
  fromAmount: string
  /** Only for a purchase, whose output is exact: the most that may leave. */
  fromAmountMax?: string
  /**
   * The part of `fromAmount` that the route uses; once completed the paid amount, if the receipt
   * contains it.
   */
  effectiveFromAmount?: string
  fromAmountUSD?: number
  toChainId: number
  toAddress?: Address
  toToken: Token
  /** Gross output, before fees. */
  toAmount: string
  /**
   * The amount the receiver gets after fees: an estimate of the service. Once completed it equals
   * `received`, or stays the estimate if that is absent.
   */
  toAmountReceive: string
  /**
   * Additive: the amount the receiver (`toAddress`) got, from the receipt. Absent before
   * completion, and if the receipt does not contain it: with codec `none`, whenever `toToken` is
   * the native token. Rely on this, not on `toAmountReceive`, for the amount paid out.
   */
  received?: string
  /**
   * The minimum that the receiver gets, or the swap reverts: the agreed minimum, and once verified
   * the one that the call enforces. With codec `none` the contract is not known to enforce it.
   */
  toAmountMin: string
  /** The service's id of the signed quote; absent before, and if the service returns none. */
  quoteId?: string
  toAmountUSD?: number
  gasCostUSD?: number
  steps: RouteStep[]
}

/**
 * The name of a page of the widget, as in `pageEntered`.
 * @example
 * const lastPage: PageName = 'review'
 */
export type PageName =
  | 'swap'
  | 'tokens-input'
  | 'tokens-output'
  | 'review'
  | 'progress'
  | 'activity'
  | 'activity-details'
  | 'positions'
  | 'settings'
  | 'recipient'
  | 'wallet'

/**
 * Every event of the widget and its payload (interface, section 6; error codes are the keys of
 * `ERROR_CODES`). Chain ids are EIP-155 numbers. `EVENT_FIXTURES` of `@sluice/widget/testing` has a
 * sample of each.
 * @example
 * const logFailure = ({ process }: WidgetEvents['routeExecutionFailed']) => console.warn(process.error?.code)
 */
export interface WidgetEvents {
  /**
   * The user confirmed a swap. The payload is its route, with the processes known so far.
   * @example events.on('routeExecutionStarted', (route) => console.log('confirmed', route.id))
   */
  routeExecutionStarted: Route
  /**
   * A process of the route began, got its transaction hash, or ended. The payload contains the
   * route and the changed process.
   * @example
   * events.on('routeExecutionUpdated', ({ process }) =>
   *   console.log(process.type, process.status, process.txHash),
   * )
   */
  routeExecutionUpdated: { route: Route; process: Process }
  /**
   * The receipt of the swap reports success; also after a reload, from the widget that watched it.
   * The payload is the route with the amounts of the receipt: `received` is absent if the receipt
   * does not contain it.
   * @example
   * events.on('routeExecutionCompleted', (route) =>
   *   console.log('received', route.received ?? 'unknown', route.toToken.symbol),
   * )
   */
  routeExecutionCompleted: Route
  /**
   * The swap ended without success, including a rejection by the user. The payload contains the
   * route and the failed process; `process.error.code` is the reason.
   * @example
   * events.on('routeExecutionFailed', ({ process }) =>
   *   console.warn(process.error?.code, process.error?.message),
   * )
   */
  routeExecutionFailed: { route: Route; process: Process }
  /**
   * The review shows a loss of value that the user has to accept. Emitted once per route. The
   * payload contains the values in US dollars.
   * @example
   * events.on('routeHighValueLoss', ({ valueLoss }) => console.warn(`${(valueLoss * 100).toFixed(1)} % lost`))
   */
  routeHighValueLoss: {
    fromAmountUSD: number
    toAmountUSD: number
    /** The network cost; absent when unknown. */
    gasCostUSD?: number
    /** The fees; absent when unknown. */
    feeCostUSD?: number
    /** A fraction: 0.05 is 5 %. */
    valueLoss: number
  }
  /**
   * The user opened the review of a route. The payload contains the route, priced and not yet
   * quoted.
   * @example
   * events.on('routeSelected', ({ route }) => console.log(route.fromToken.symbol, route.toToken.symbol))
   */
  routeSelected: { route: Route }
  /**
   * The input token changed: picked by the user, set by the host or flipped. The payload contains
   * its chain and address.
   * @example
   * events.on('sourceChainTokenSelected', ({ chainId, tokenAddress }) =>
   *   console.log('pays', chainId, tokenAddress),
   * )
   */
  sourceChainTokenSelected: { chainId: number; tokenAddress: string }
  /**
   * The output token changed: picked by the user, set by the host or flipped. The payload contains
   * its chain and address.
   * @example
   * events.on('destinationChainTokenSelected', ({ tokenAddress }) => console.log('receives', tokenAddress))
   */
  destinationChainTokenSelected: { chainId: number; tokenAddress: string }
  /**
   * A wallet connected, or the connected one changed to another account; also when a connection is
   * restored. The payload contains the account, its chain if known, and `EVM` as the type of the
   * chain.
   * @example events.on('walletConnected', ({ address, chainId }) => console.log(address, chainId))
   */
  walletConnected: { address?: string; chainId?: number; chainType?: string }
  /**
   * Sending to another account was switched on (true) or off.
   * @example
   * events.on('sendToWalletToggled', (isOn) => console.log(isOn ? 'to a recipient' : 'to the own account'))
   */
  sendToWalletToggled: boolean
  /**
   * A page was entered, the first one included. The payload is its name.
   * @example events.on('pageEntered', (page) => console.log('page', page))
   */
  pageEntered: PageName
  /**
   * A field of the form changed, on each keystroke. `fieldName` is `inputChainId`, `inputToken`,
   * `outputChainId`, `outputToken`, `inputAmount`, `outputAmount` or `recipient`; amounts are
   * decimal strings in whole tokens; an unset value is null.
   * @example
   * events.on('formFieldChanged', ({ fieldName, newValue }) =>
   *   fieldName === 'inputAmount' && console.log(newValue),
   * )
   */
  formFieldChanged: { fieldName: string; newValue: unknown; oldValue: unknown }
  /**
   * The user changed a setting: `slippageBps`, `isSlippageAuto`, `deadlineSeconds`,
   * `modulesDisabled`, `hidesSmallBalances`, `theme`, `language`, `pauseBeforeSigning` or
   * `unlimitedApprovals`. The payload contains the value and all settings, before and after.
   * @example events.on('settingUpdated', ({ setting, newValue }) => console.log(setting, newValue))
   */
  settingUpdated: {
    setting: string
    newValue: unknown
    oldValue: unknown
    newSettings: Record<string, unknown>
    oldSettings: Record<string, unknown>
  }
  /**
   * A search for a token has its results. The payload contains the text and the found tokens, as
   * the list shows them: tokens of the config, and the first page of the catalogue.
   * @example
   * events.on('tokenSearch', ({ value, tokens }) => tokens.length === 0 && console.log('not found', value))
   */
  tokenSearch: { value: string; tokens: Token[] }
  /**
   * A swap failed for any reason except a rejection by the user (`USER_REJECTED`); emitted after
   * `routeExecutionFailed`. The payload is flat, for error trackers: code and message, and chain,
   * token, module, step and transaction if known.
   * @example events.on('transactionError', ({ errorCode, supportId }) => console.error(errorCode, supportId))
   */
  transactionError: {
    /** The id by which the operator of the service finds the request. */
    supportId?: string
    errorCode: ErrorCode
    errorMessage: string
    chainId?: number
    tokenSymbol?: string
    toolName?: string
    stepType?: string
    txHash?: string
    /** ISO 8601. */
    timestamp: string
  }
  /**
   * The review was entered; emitted after its `pageEntered`. The payload is the route, if there is
   * one.
   * @example events.on('reviewPageEntered', (route) => console.log('reviews', route?.id))
   */
  reviewPageEntered: Route | undefined
  /**
   * The user chose "Contact support" at an error. The payload contains the id to quote, if there is
   * one.
   * @example
   * events.on('contactSupport', ({ supportId }) => window.open(`https://help.example/?id=${supportId ?? ''}`))
   */
  contactSupport: { supportId?: string }
  /**
   * The user confirmed a recipient without activity on the chain. The payload contains both.
   * @example events.on('lowAddressActivityConfirmed', ({ address, chainId }) => console.log(address, chainId))
   */
  lowAddressActivityConfirmed: { address: string; chainId: number }
  /**
   * Additive: the user accepted a warning of the review. `warning` is `high-value-loss`, `high-slippage`,
   * `unknown-price`, `unverified-token`, `identical-swap`, `recipient-contract`, `recipient-contract-elsewhere`,
   * `recipient-unknown`, `recipient-look-alike`, `unchecked` or `no-minimum`.
   * @example events.on('warningAccepted', ({ warning, routeId }) => console.log(warning, routeId))
   */
  warningAccepted: { warning: string; routeId: string }
  /**
   * Additive: a network was pinned to the front of the list (`pinned` true), or unpinned.
   * @example events.on('chainPinned', ({ chainId, pinned }) => console.log(chainId, pinned))
   */
  chainPinned: { chainId: number; pinned: boolean }
  /**
   * Additive: the fee paid to a partner, from the settlement's log in the receipt; emitted after
   * `routeExecutionCompleted`. `amount` is in base units of `token`; `amountUSD` its share of the
   * route's value, absent when unknown.
   * @example
   * events.on('partnerFeePaid', ({ amount, token, txHash }) => console.log(amount, token.symbol, txHash))
   */
  partnerFeePaid: {
    routeId: string
    chainId: number
    partner: string
    feeBps: number
    token: Token
    amount: string
    amountUSD?: number
    txHash: Hex
    /** The index of the log `Swapped` in its block. */
    logIndex: number
  }
  /**
   * Additive: the dialog of a widget whose `mode` is not `inline` opened (true) or closed.
   * @example events.on('dialogToggled', (isOpen) => console.log(isOpen ? 'opened' : 'closed'))
   */
  dialogToggled: boolean
}

/**
 * The name of an event.
 * @example
 * const forwarded: EventName[] = ['routeExecutionStarted', 'routeExecutionCompleted']
 */
export type EventName = keyof WidgetEvents

/**
 * A handler of one event, called with its frozen payload. Its return value is ignored.
 * @example
 * const onCompleted: EventHandler<'routeExecutionCompleted'> = (route) => console.log(route.id)
 */
export type EventHandler<Name extends EventName> = (payload: WidgetEvents[Name]) => void

/**
 * An event in an envelope for logs, as `onAny` passes it. `@sluice/widget/schema/events.json` is
 * its JSON Schema.
 * @example
 * events.onAny(({ id, sequence, name, payload }: EventEnvelope) => console.log(id, sequence, name, payload))
 */
export type EventEnvelope = {
  [Name in EventName]: {
    /**
     * The version of this format. It changes when a field is renamed or removed, not when one is
     * added.
     */
    version: 1
    /** Unique among all widgets of a page. */
    id: string
    /** The widget, and the visit of the page. Both are new with each load and identify no user. */
    instanceId: string
    sessionId: string
    /** The route of the event, and the quote that was signed for it, if the event has them. */
    swapId?: string
    quoteId?: string
    /** Counts the events of one widget from 1, without gaps. */
    sequence: number
    /** ISO 8601. */
    timestamp: string
    name: Name
    payload: WidgetEvents[Name]
  }
}[EventName]

/**
 * How a handler is subscribed.
 * @example events.on('walletConnected', ({ address }) => console.log(address), { replay: true })
 */
export interface ListenOptions {
  /**
   * Calls the handler immediately with the last event of the name, if there was one. Default false.
   */
  replay?: boolean
}

/**
 * How a handler of all events is subscribed.
 * @example events.onAny((event) => console.log(event), { replay: true, resumes: 'analytics' })
 */
export interface ListenAnyOptions extends ListenOptions {
  /**
   * A name of the listener. A listener that replaces a removed one of the same name is replayed
   * only events that the old one has not received. Default: none, everything is replayed.
   * @example 'analytics'
   */
  resumes?: string
}

/**
 * The event subscriptions of a host. `on` and `onAny` return the unsubscribe function. Payloads are
 * frozen copies: a handler can keep them, and cannot change what the widget or another handler
 * sees. A handler that throws is reported as an uncaught error, and stops no other.
 * @example
 * const unsubscribe = events.on('routeExecutionCompleted', (route) => console.log(route.id))
 * unsubscribe()
 */
export interface EventBus {
  /** Subscribes to one event, or to all with `*`. */
  on<Name extends EventName>(name: Name, handler: EventHandler<Name>, options?: ListenOptions): () => void
  on(name: '*', handler: (name: EventName, payload: WidgetEvents[EventName]) => void): () => void
  /** Removes a listener of this event that was added with `on`. */
  off<Name extends EventName>(name: Name, handler: EventHandler<Name>): void
  /**
   * Every event in an envelope; with `replay`, first the last event of each name, in their order.
   */
  onAny(handler: (event: EventEnvelope) => void, options?: ListenAnyOptions): () => void
}
