import type { Transaction } from 'viem'
import { type Address, type Hex, sameAddress } from '../../wire/lib/address.ts'

/**
 * The transaction types of a plain call. Blobs and authorizations (EIP-4844, EIP-7702) are part of
 * no swap.
 */
const PLAIN_TYPES: ReadonlySet<string> = new Set(['legacy', 'eip2930', 'eip1559'])

/**
 * Returns true if the fields of a transaction have this hash, and this account signed them for this
 * chain. A node can then fake none of them: nonce, fees, gas limit, target, data and value are
 * signed.
 */
export async function isProven(
  transaction: Transaction,
  { hash, from, chainId }: { hash: Hex; from: Address; chainId: number },
): Promise<boolean> {
  if (!PLAIN_TYPES.has(transaction.type) || transaction.chainId !== chainId) return false
  const { keccak256, recoverAddress, serializeTransaction } = await import('./viem.ts')
  const signature = { r: transaction.r, s: transaction.s, v: transaction.v, yParity: transaction.yParity }
  try {
    const fields = toFields(transaction)
    const signed = keccak256(serializeTransaction(fields as never, signature as never))
    if (!sameAddress(signed, hash)) return false
    const digest = keccak256(serializeTransaction(fields as never))
    return sameAddress(await recoverAddress({ hash: digest, signature: toRecovery(transaction) }), from)
  } catch {
    // Fields of other types or out of range have no serialization.
    return false
  }
}

function toFields(transaction: Transaction) {
  const { type, chainId, nonce, gas, to, value, input: data, accessList } = transaction
  const common = { type, chainId, nonce, gas, to, value, data }
  if (type === 'legacy') return { ...common, gasPrice: transaction.gasPrice }
  if (type === 'eip2930') return { ...common, gasPrice: transaction.gasPrice, accessList }
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction
  return { ...common, maxFeePerGas, maxPriorityFeePerGas, accessList }
}

/** The parity of the signature. Legacy transactions encode it in `v` (EIP-155). */
function toRecovery({ type, r, s, v, yParity }: Transaction) {
  const isLegacy = type === 'legacy'
  return { r, s, yParity: isLegacy ? Number((v + 1n) % 2n) : yParity === 1 ? 1 : 0 }
}
