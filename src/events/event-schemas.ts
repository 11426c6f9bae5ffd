import * as v from 'valibot'
import { object } from '../../wire/own-object.ts'
import { ERROR_CODES, type ErrorCode } from '../errors/codes.ts'
import type { EventName } from './types.ts'

/**
 * The payloads of all events as schemas, from which the published JSON Schema is generated. A test
 * compares them with `WidgetEvents`.
 */

const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const hash = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/))
/** Base units; negative amounts do not occur. */
const amount = v.pipe(v.string(), v.regex(/^[0-9]+$/))
const chainId = v.pipe(v.number(), v.integer(), v.minValue(1))
const errorCode = v.picklist(Object.keys(ERROR_CODES) as ErrorCode[])

const token = object({
  chainId,
  address,
  symbol: v.string(),
  name: v.string(),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0)),
  logoUri: v.exactOptional(v.string()),
  priceUsd: v.exactOptional(v.number()),
})

const processType = v.picklist([
  'swap',
  'approval',
  'approval-reset',
  'chain-switch',
  'permit',
  'wrap',
  'unwrap',
])

const process = object({
  id: v.string(),
  status: v.picklist(['pending', 'running', 'completed', 'failed']),
  type: processType,
  txHash: v.exactOptional(hash),
  replacedHash: v.exactOptional(hash),
  message: v.exactOptional(v.string()),
  error: v.exactOptional(object({ code: errorCode, message: v.string() })),
})

const stepToken = v.union([token, object({ chainId, address })])

export const routeSchema = object({
  id: v.string(),
  fromChainId: chainId,
  fromAddress: v.exactOptional(address),
  fromToken: token,
  fromAmount: amount,
  fromAmountMax: v.exactOptional(amount),
  effectiveFromAmount: v.exactOptional(amount),
  fromAmountUSD: v.exactOptional(v.number()),
  toChainId: chainId,
  toAddress: v.exactOptional(address),
  toToken: token,
  toAmount: amount,
  toAmountReceive: amount,
  received: v.exactOptional(amount),
  toAmountMin: amount,
  quoteId: v.exactOptional(v.string()),
  toAmountUSD: v.exactOptional(v.number()),
  gasCostUSD: v.exactOptional(v.number()),
  steps: v.array(
    object({
      id: v.string(),
      type: processType,
      tool: v.string(),
      fromToken: stepToken,
      toToken: stepToken,
      fromAmount: v.exactOptional(amount),
      toAmount: v.exactOptional(amount),
      portionBps: v.number(),
      process: v.exactOptional(process),
    }),
  ),
})

const selectedToken = object({ chainId, tokenAddress: v.string() })
const settings = v.record(v.string(), v.unknown())

export const EVENT_SCHEMAS = {
  routeExecutionStarted: routeSchema,
  routeExecutionUpdated: object({ route: routeSchema, process }),
  routeExecutionCompleted: routeSchema,
  routeExecutionFailed: object({ route: routeSchema, process }),
  routeHighValueLoss: object({
    fromAmountUSD: v.number(),
    toAmountUSD: v.number(),
    gasCostUSD: v.exactOptional(v.number()),
    feeCostUSD: v.exactOptional(v.number()),
    valueLoss: v.number(),
  }),
  routeSelected: object({ route: routeSchema }),
  sourceChainTokenSelected: selectedToken,
  destinationChainTokenSelected: selectedToken,
  walletConnected: object({
    address: v.exactOptional(v.string()),
    chainId: v.exactOptional(v.number()),
    chainType: v.exactOptional(v.string()),
  }),
  sendToWalletToggled: v.boolean(),
  pageEntered: v.picklist([
    'swap',
    'tokens-input',
    'tokens-output',
    'review',
    'progress',
    'activity',
    'activity-details',
    'positions',
    'settings',
    'recipient',
    'wallet',
  ]),
  formFieldChanged: object({ fieldName: v.string(), newValue: v.unknown(), oldValue: v.unknown() }),
  settingUpdated: object({
    setting: v.string(),
    newValue: v.unknown(),
    oldValue: v.unknown(),
    newSettings: settings,
    oldSettings: settings,
  }),
  tokenSearch: object({ value: v.string(), tokens: v.array(token) }),
  transactionError: object({
    supportId: v.exactOptional(v.string()),
    errorCode,
    errorMessage: v.string(),
    chainId: v.exactOptional(v.number()),
    tokenSymbol: v.exactOptional(v.string()),
    toolName: v.exactOptional(v.string()),
    stepType: v.exactOptional(v.string()),
    txHash: v.exactOptional(v.string()),
    timestamp: v.pipe(v.string(), v.isoTimestamp()),
  }),
  /** Absent without a route. */
  reviewPageEntered: v.optional(routeSchema),
  contactSupport: object({ supportId: v.exactOptional(v.string()) }),
  lowAddressActivityConfirmed: object({ address: v.string(), chainId }),
  warningAccepted: object({ warning: v.string(), routeId: v.string() }),
  chainPinned: object({ chainId, pinned: v.boolean() }),
  partnerFeePaid: object({
    routeId: v.string(),
    chainId,
    partner: v.string(),
    feeBps: v.number(),
    token,
    amount,
    amountUSD: v.exactOptional(v.number()),
    txHash: hash,
    logIndex: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  dialogToggled: v.boolean(),
} satisfies Record<EventName, v.GenericSchema>
