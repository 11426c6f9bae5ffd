import type { ErrorCode } from '../errors/codes.ts'
import type { Address, Hex } from '../lib/address.ts'

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
 * How far a process is (interface, section 6). `completed` and `failed` are final.
 * @example events.on('routeExecutionUpdated', ({ process }) => process.status === 'failed' && console.warn(process.error))
 */
export type ProcessStatus = 'pending' | 'running' | 'completed' | 'failed'
/**
 * What a process does. `approval-reset` sets an old approval to zero, `permit` signs in place of an approval, `wrap` and
 * `unwrap` are swaps between the native token and its wrapped form.
 * @example events.on('routeExecutionUpdated', ({ process }) => process.type === 'approval' && console.log('approving'))
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
  /** Of the transaction, once it is sent; of the mined one, where the user sped it up or cancelled it. */
  txHash?: Hex
  /** The hash that the wallet returned, if `txHash` took its place: sped up, or cancelled. */
  replacedHash?: Hex
  /** What a process waits for, or was told, in one sentence. */
  message?: string
  /** Only of a failed process: a code of `ERROR_CODES`, and a sentence for the user. */
  error?: { code: ErrorCode; message: string }
}

/**
 * A token of a step. One between two hops is known by its address alone.
 * @example
 * const nameOf = (token: RouteStepToken) => ('symbol' in token ? token.symbol : token.address)
 */
export type RouteStepToken = Token | Pick<Token, 'chainId' | 'address'>

/**
 * One step of a route: the part of the trade that passes one liquidity module.
 * @example
 * const modulesOf = ({ steps }: Route) => steps.map(({ tool, portionBps }: RouteStep) => `${tool} ${portionBps / 100} %`)
 */
export interface RouteStep {
  id: string
  type: ProcessType
  /** Module id, e.g. `uniswap-v3`. */
  tool: string
  fromToken: RouteStepToken
  toToken: RouteStepToken
  /** Base units of its own token as a decimal string; absent when unknown, as between the hops of a foreign router. */
  fromAmount?: string
  toAmount?: string
  /** Share of the whole trade that passes this step, in basis points: 10000 is all of it. */
  portionBps: number
  process?: Process
}

/**
 * One swap (interface, section 6: "the service object"). `id` is stable from review to receipt. Amounts are base units as
 * decimal strings; USD values are numbers, absent when unknown.
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
  /** What a sale pays; what a purchase is expected to pay. */
  fromAmount: string
  /** Only of a purchase, whose output is exact: the most that may leave. */
  fromAmountMax?: string
  /** What the route takes of `fromAmount`; once completed, what was paid, if the receipt says it. */
  effectiveFromAmount?: string
  fromAmountUSD?: number
  toChainId: number
  toAddress?: Address
  toToken: Token
  /** Gross output, before fees. */
  toAmount: string
  /**
   * What the receiver gets after fees: an estimate of the service. Once completed it is `received`; where that is absent it stays
   * the estimate.
   */
  toAmountReceive: string
  /**
   * Additive: what the receiver (`toAddress`) got, as the receipt says. Absent before completion, and where the receipt does not
   * say it: with codec `none`, whenever `toToken` is the native token. Rely on this, not on `toAmountReceive`, for what was paid out.
   */
  received?: string
  /**
   * The least that the receiver gets, or the swap reverts: what was agreed to, and what the call enforces once it is verified. With
   * codec `none` the contract is not known to enforce it.
   */
  toAmountMin: string
  /** The service's id of the quote that was signed; absent before, and where the service names none. */
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
 * Every event of the widget and its payload (interface, section 6; the codes of errors are those of `ERROR_CODES`). Chain ids
 * are EIP-155 numbers. `EVENT_FIXTURES` of `@sluice/widget/testing` has a sample of each.
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
   * A process of the route began, got its transaction hash, or ended. The payload holds the route and the process that changed.
   * @example events.on('routeExecutionUpdated', ({ process }) => console.log(process.type, process.status, process.txHash))
   */
  routeExecutionUpdated: { route: Route; process: Process }
  /**
   * The receipt of the swap says success; also after a reload, from the widget that watched it. The payload is the route with
   * the amounts that the receipt tells: `received` is absent where it tells none.
   * @example events.on('routeExecutionCompleted', (route) => console.log('received', route.received ?? 'unknown', route.toToken.symbol))
   */
  routeExecutionCompleted: Route
  /**
   * The swap ended without success, a refusal by the user included. The payload holds the route and the process that failed;
   * `process.error.code` says why.
   * @example events.on('routeExecutionFailed', ({ process }) => console.warn(process.error?.code, process.error?.message))
   */
  routeExecutionFailed: { route: Route; process: Process }
  /**
   * The review shows a loss of value that the user has to accept. Fires once per route. The payload holds the values in US dollars.
   * @example events.on('routeHighValueLoss', ({ valueLoss }) => console.warn(`${(valueLoss * 100).toFixed(1)} % lost`))
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
   * The user went to the review with a route. The payload holds the route, priced and not yet quoted.
   * @example events.on('routeSelected', ({ route }) => console.log(route.fromToken.symbol, route.toToken.symbol))
   */
  routeSelected: { route: Route }
  /**
   * The input token changed: picked by the user, set by the host or flipped. The payload names its chain and address.
   * @example events.on('sourceChainTokenSelected', ({ chainId, tokenAddress }) => console.log('pays', chainId, tokenAddress))
   */
  sourceChainTokenSelected: { chainId: number; tokenAddress: string }
  /**
   * The output token changed: picked by the user, set by the host or flipped. The payload names its chain and address.
   * @example events.on('destinationChainTokenSelected', ({ tokenAddress }) => console.log('receives', tokenAddress))
   */
  destinationChainTokenSelected: { chainId: number; tokenAddress: string }
  /**
   * A wallet connected, or the connected one changed to another account; also when a connection is restored. The payload
   * holds the account, its chain where known, and `EVM` as the type of the chain.
   * @example events.on('walletConnected', ({ address, chainId }) => console.log(address, chainId))
   */
  walletConnected: { address?: string; chainId?: number; chainType?: string }
  /**
   * Sending to another account was switched on (true) or off.
   * @example events.on('sendToWalletToggled', (isOn) => console.log(isOn ? 'to a recipient' : 'to the own account'))
   */
  sendToWalletToggled: boolean
  /**
   * A page was entered, the first one included. The payload is its name.
   * @example events.on('pageEntered', (page) => console.log('page', page))
   */
  pageEntered: PageName
  /**
   * A field of the form changed, by each key typed. `fieldName` is `inputChainId`, `inputToken`, `outputChainId`, `outputToken`,
   * `inputAmount`, `outputAmount` or `recipient`; amounts are decimal strings in whole tokens; an unset value is null.
   * @example
   * events.on('formFieldChanged', ({ fieldName, newValue }) => fieldName === 'inputAmount' && console.log(newValue))
   */
  formFieldChanged: { fieldName: string; newValue: unknown; oldValue: unknown }
  /**
   * The user changed a setting: `slippageBps`, `isSlippageAuto`, `deadlineSeconds`, `modulesDisabled`, `hidesSmallBalances`,
   * `theme`, `language`, `pauseBeforeSigning` or `unlimitedApprovals`. The payload holds the value and all settings, before
   * and after.
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
   * A search for a token has its results. The payload holds the text and the tokens found, as the list shows them: those that
   * the config names, and the first page of the catalogue's.
   * @example events.on('tokenSearch', ({ value, tokens }) => tokens.length === 0 && console.log('not found', value))
   */
  tokenSearch: { value: string; tokens: Token[] }
  /**
   * A swap failed for any reason but the user's own refusal (`USER_REJECTED`); fires after `routeExecutionFailed`. The payload
   * is flat, for error trackers: code and message, and chain, token, module, step and transaction where known.
   * @example events.on('transactionError', ({ errorCode, supportId }) => console.error(errorCode, supportId))
   */
  transactionError: {
    /** What the operator of the service finds the request by. */
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
   * The review was entered; fires after its `pageEntered`. The payload is the route, when there is one.
   * @example events.on('reviewPageEntered', (route) => console.log('reviews', route?.id))
   */
  reviewPageEntered: Route | undefined
  /**
   * The user chose "Contact support" at an error. The payload holds the id to quote, when there is one.
   * @example events.on('contactSupport', ({ supportId }) => window.open(`https://help.example/?id=${supportId ?? ''}`))
   */
  contactSupport: { supportId?: string }
  /**
   * The user confirmed a recipient that shows no activity on the chain. The payload names both.
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
   * Additive: what a partner was paid, as the settlement's log in the receipt says it; fires after `routeExecutionCompleted`.
   * `amount` is in base units of `token`; `amountUSD` its share of the route's value, absent when unknown.
   * @example events.on('partnerFeePaid', ({ amount, token, txHash }) => console.log(amount, token.symbol, txHash))
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
    /** Of the log `Swapped` in its block. */
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
 * A handler of one event: gets its payload, frozen. What it returns is ignored.
 * @example
 * const onCompleted: EventHandler<'routeExecutionCompleted'> = (route) => console.log(route.id)
 */
export type EventHandler<Name extends EventName> = (payload: WidgetEvents[Name]) => void

/**
 * An event with what a log needs to put it in order, as `onAny` gives it. `@sluice/widget/schema/events.json` is its JSON
 * Schema.
 * @example events.onAny(({ id, sequence, name, payload }: EventEnvelope) => console.log(id, sequence, name, payload))
 */
export type EventEnvelope = {
  [Name in EventName]: {
    /** Of this shape. It changes when a field is renamed or dropped, not when one is added. */
    version: 1
    /** Unique among all widgets of a page. */
    id: string
    /** The widget, and the visit of the page, both new with each load: they say nothing of a person. */
    instanceId: string
    sessionId: string
    /** The route of the event, and the quote that was signed for it, where the event has them. */
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
  /** Calls the handler at once with the last event of the name, if there was one. Default false. */
  replay?: boolean
}

/**
 * How a handler of all events is subscribed.
 * @example events.onAny((event) => console.log(event), { replay: true, resumes: 'analytics' })
 */
export interface ListenAnyOptions extends ListenOptions {
  /**
   * A name of the listener. One that takes the place of an ended listener of the same name is replayed only what that one
   * has not heard. Default: none, everything is replayed.
   * @example 'analytics'
   */
  resumes?: string
}

/**
 * What a host subscribes with. `on` and `onAny` return the function that unsubscribes. Payloads are frozen copies: a
 * handler can keep them, and cannot change what the widget or another handler sees. A handler that throws is reported as an
 * uncaught error, and stops no other.
 * @example
 * const unsubscribe = events.on('routeExecutionCompleted', (route) => console.log(route.id))
 * unsubscribe()
 */
export interface EventBus {
  /** Subscribes to one event, or to all with `*`. */
  on<Name extends EventName>(name: Name, handler: EventHandler<Name>, options?: ListenOptions): () => void
  on(name: '*', handler: (name: EventName, payload: WidgetEvents[EventName]) => void): () => void
  /** Ends what `on` began for this event with this very function. */
  off<Name extends EventName>(name: Name, handler: EventHandler<Name>): void
  /** Every event in an envelope; with `replay`, first the last event of each name, in their order. */
  onAny(handler: (event: EventEnvelope) => void, options?: ListenAnyOptions): () => void
}
