import type { EventEnvelope, WidgetEvents } from './types.ts'

/**
 * Fields that lead to an account: its address, a transaction, and the service's ids of requests that named it. Those of
 * tokens are called `address` and `tokenAddress`.
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

/** What stands in place of an address, a transaction hash or an id of the service; undefined leaves it out. */
type Replace = (value: string) => string | undefined

/** A copy of an event without addresses of accounts, transaction hashes, and the service's ids of quotes and requests. */
export function redactAccounts(event: EventEnvelope): EventEnvelope {
  return mapAccounts(event, () => undefined)
}

/** A copy of an event with other texts in place of what `redactAccounts` leaves out. */
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

/** Accounts are pasted into the search too, or typed digit by digit: an address is kept only if it is a found token's. */
function withoutSearchedAccount({ value, tokens }: WidgetEvents['tokenSearch']): WidgetEvents['tokenSearch'] {
  const isToken = tokens.some(({ address }) => address.toLowerCase() === value.trim().toLowerCase())
  return { value: isToken ? value : value.replace(/0x[0-9a-f]{4,}|[0-9a-f]{16,}/gi, ''), tokens }
}
