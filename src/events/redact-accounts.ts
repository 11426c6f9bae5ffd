import type { EventEnvelope, WidgetEvents } from './types.ts'

/**
 * Fields that identify an account: its address, a transaction, and the service's ids of requests.
 * Token fields have other names: `address` and `tokenAddress`.
 */
const ACCOUNT_FIELDS: ReadonlySet<string> = new Set([
  'fromAddress',
  'toAddress',
  'txHash',
  'replacedHash',
  'quoteId',
  'supportId',
])
const ACCOUNT_EVENTS: ReadonlySet<string> = new Set(['walletConnected', 'lowAddressActivityConfirmed'])

/**
 * Returns the replacement of an address, a transaction hash or an id of the service; undefined
 * removes it.
 */
type Replace = (value: string) => string | undefined

/**
 * A copy of an event without addresses of accounts, transaction hashes, and the service's ids of
 * quotes and requests.
 */
export function redactAccounts(event: EventEnvelope): EventEnvelope {
  return mapAccounts(event, () => undefined)
}

/** A copy of an event with replacements for the values that `redactAccounts` removes. */
export function mapAccounts(event: EventEnvelope, replace: Replace): EventEnvelope {
  const { quoteId, ...envelope } = event
  const replaced = quoteId === undefined ? undefined : replace(quoteId)
  return {
    ...envelope,
    ...(replaced !== undefined && { quoteId: replaced }),
    payload: mapPayload(event, replace),
  } as EventEnvelope
}

function mapPayload(event: EventEnvelope, replace: Replace): unknown {
  if (event.name === 'formFieldChanged' && event.payload.fieldName === 'recipient') {
    const { newValue, oldValue } = event.payload
    const mapped = (value: unknown) => (typeof value === 'string' && replace(value)) || null
    return { fieldName: 'recipient', newValue: mapped(newValue), oldValue: mapped(oldValue) }
  }
  if (event.name === 'tokenSearch') return withoutSearchedAccount(event.payload)
  return mapFields(event.payload, { replace, isAccountEvent: ACCOUNT_EVENTS.has(event.name) })
}

function mapFields(value: unknown, options: { replace: Replace; isAccountEvent: boolean }): unknown {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, options))
  if (typeof value !== 'object' || value === null) return value
  const { replace, isAccountEvent } = options
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (!ACCOUNT_FIELDS.has(key) && !(isAccountEvent && key === 'address')) {
        return [[key, mapFields(inner, options)]]
      }
      const replaced = typeof inner === 'string' ? replace(inner) : undefined
      return replaced === undefined ? [] : [[key, replaced]]
    }),
  )
}

/**
 * Users also paste or type accounts into the search, so an address is kept only if a found token
 * has it.
 */
function withoutSearchedAccount({ value, tokens }: WidgetEvents['tokenSearch']): WidgetEvents['tokenSearch'] {
  const isToken = tokens.some(({ address }) => address.toLowerCase() === value.trim().toLowerCase())
  return { value: isToken ? value : value.replace(/0x[0-9a-f]{4,}|[0-9a-f]{16,}/gi, ''), tokens }
}
