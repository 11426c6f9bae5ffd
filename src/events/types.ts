import type { ErrorCode } from '../errors/codes.ts'
import type { Address, Hex } from '../lib/address.ts'

/** A token, JSON-safe. `priceUsd` is absent when unknown. */
export interface Token {
  chainId: number
  address: Address
  symbol: string
  name: string
  decimals: number
  logoUri?: string
  priceUsd?: number
}

export type ProcessStatus = 'pending' | 'running' | 'completed' | 'failed'
export type ProcessType =
  | 'swap'
  | 'approval'
  | 'approval-reset'
  | 'chain-switch'
  | 'permit'
  | 'wrap'
  | 'unwrap'

/** One process of a route: an approval, a chain switch or the swap itself (interface, section 6). */
export interface Process {
  id: string
  status: ProcessStatus
  type: ProcessType
  txHash?: Hex
  /** The hash that the wallet returned, if `txHash` took its place: sped up, or cancelled. */
  replacedHash?: Hex
  message?: string
  error?: { code: ErrorCode; message: string }
}

/** A token between two hops is known by its address alone. */
export type RouteStepToken = Token | Pick<Token, 'chainId' | 'address'>

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
  /** Share of the whole trade that passes this step. */
  portionBps: number
  process?: Process
}

/**
 * One swap ("the service object" of section 6). `id` is stable from review to receipt. Amounts are base units as decimal
 * strings; USD values are numbers, absent when unknown.
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
  effectiveFromAmount?: string
  fromAmountUSD?: number
  toChainId: number
  toAddress?: Address
  toToken: Token
  /** Gross output. */
  toAmount: string
  /** What the receiver gets after fees. */
  toAmountReceive: string
  toAmountMin: string
  /** The service's id of the quote that was signed; absent before, and where the service names none. */
  quoteId?: string
  toAmountUSD?: number
  gasCostUSD?: number
  steps: RouteStep[]
}

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

/** Every event of the widget and its payload (interface, section 6; `reason` of errors from the published table). */
export interface WidgetEvents {
  routeExecutionStarted: Route
  routeExecutionUpdated: { route: Route; process: Process }
  routeExecutionCompleted: Route
  routeExecutionFailed: { route: Route; process: Process }
  routeHighValueLoss: {
    fromAmountUSD: number
    toAmountUSD: number
    gasCostUSD?: number
    feeCostUSD?: number
    /** A fraction: 0.05 is 5 %. */
    valueLoss: number
  }
  routeSelected: { route: Route }
  sourceChainTokenSelected: { chainId: number; tokenAddress: string }
  destinationChainTokenSelected: { chainId: number; tokenAddress: string }
  walletConnected: { address?: string; chainId?: number; chainType?: string }
  sendToWalletToggled: boolean
  pageEntered: PageName
  formFieldChanged: { fieldName: string; newValue: unknown; oldValue: unknown }
  settingUpdated: {
    setting: string
    newValue: unknown
    oldValue: unknown
    newSettings: Record<string, unknown>
    oldSettings: Record<string, unknown>
  }
  tokenSearch: { value: string; tokens: Token[] }
  transactionError: {
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
  /** The route, when there is one. */
  reviewPageEntered: Route | undefined
  contactSupport: { supportId?: string }
  lowAddressActivityConfirmed: { address: string; chainId: number }
  /** Additive: a warning was accepted. */
  warningAccepted: { warning: string; routeId: string }
  /** Additive: a network was pinned to the front of the list, or unpinned. */
  chainPinned: { chainId: number; pinned: boolean }
  /**
   * Additive: what a partner was paid, as the settlement's log in the receipt says it. `amount` is in base units of `token`;
   * `amountUSD` its share of the route's value, absent when unknown.
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
  /** Additive: the dialog of the widget opened (true) or closed. */
  dialogToggled: boolean
}

export type EventName = keyof WidgetEvents
export type EventHandler<Name extends EventName> = (payload: WidgetEvents[Name]) => void

/** An event with what a log needs to put it in order. */
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

export interface ListenOptions {
  /** Calls the handler at once with the last event of the name, if there was one. Default false. */
  replay?: boolean
}

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
 * handler can keep them, and cannot change what the widget or another handler sees.
 */
export interface EventBus {
  on<Name extends EventName>(name: Name, handler: EventHandler<Name>, options?: ListenOptions): () => void
  on(name: '*', handler: (name: EventName, payload: WidgetEvents[EventName]) => void): () => void
  off<Name extends EventName>(name: Name, handler: EventHandler<Name>): void
  /** Every event in an envelope; with `replay`, first the last event of each name, in their order. */
  onAny(handler: (event: EventEnvelope) => void, options?: ListenAnyOptions): () => void
}
