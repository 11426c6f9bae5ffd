import type { EventEnvelope, WidgetEvents } from './types.ts'

/** Fields that name an account, or a transaction that does. Those of tokens are called `address` and `tokenAddress`. */
const ACCOUNT_FIELDS: ReadonlySet<string> = new Set(['fromAddress', 'toAddress', 'txHash', 'replacedHash'])
const ACCOUNT_EVENTS: ReadonlySet<string> = new Set(['walletConnected', 'lowAddressActivityConfirmed'])

/** A copy of an event without addresses of accounts and without transaction hashes. */
export function redactAccounts(event: EventEnvelope): EventEnvelope {
  return { ...event, payload: redactPayload(event) } as EventEnvelope
}

function redactPayload(event: EventEnvelope): unknown {
  if (event.name === 'formFieldChanged' && event.payload.fieldName === 'recipient') {
    return { fieldName: 'recipient', newValue: null, oldValue: null }
  }
  if (event.name === 'tokenSearch') return withoutSearchedAccount(event.payload)
  return withoutAccounts(event.payload, ACCOUNT_EVENTS.has(event.name))
}

function withoutAccounts(value: unknown, isAccountEvent: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutAccounts(item, isAccountEvent))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([key]) => !ACCOUNT_FIELDS.has(key) && !(isAccountEvent && key === 'address'),
  )
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutAccounts(inner, isAccountEvent)]))
}

/** Accounts are pasted into the search too, or typed digit by digit: an address is kept only if it is a found token's. */
function withoutSearchedAccount({ value, tokens }: WidgetEvents['tokenSearch']): WidgetEvents['tokenSearch'] {
  const isToken = tokens.some(({ address }) => address.toLowerCase() === value.trim().toLowerCase())
  return { value: isToken ? value : value.replace(/0x[0-9a-f]{4,}|[0-9a-f]{16,}/gi, ''), tokens }
}
