import { type Address, sameAddress } from '../../../wire/lib/address.ts'
import { SluiceError } from '../../errors/sluice-error.ts'

/** Throws `QUOTE_MISMATCH` unless the addresses are equal, ignoring case. */
export function expectAddress(field: string, expected: Address, received: Address): void {
  if (!sameAddress(expected, received)) throw quoteMismatch(field, expected, received)
}

/** Throws `QUOTE_MISMATCH` unless the values are equal. */
export function expectEqual<Value extends bigint | boolean | string>(
  field: string,
  expected: Value,
  received: Value,
): void {
  if (expected !== received) throw quoteMismatch(field, expected, received)
}

/** Throws `QUOTE_MISMATCH` if the amount is above the limit. */
export function expectAtMost(field: string, limit: bigint, received: bigint): void {
  if (received > limit) throw quoteMismatch(field, `at most ${limit}`, received)
}

/** Throws `QUOTE_MISMATCH` if the amount is below the limit. */
export function expectAtLeast(field: string, limit: bigint, received: bigint): void {
  if (received < limit) throw quoteMismatch(field, `at least ${limit}`, received)
}

export function quoteMismatch(field: string, expected: unknown, received: unknown): SluiceError {
  return new SluiceError('QUOTE_MISMATCH', {
    details: `${field}: expected ${expected}, received ${received}`,
  })
}
