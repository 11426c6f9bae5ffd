import { type Address, type Hex, TransactionNotFoundError } from 'viem'
import { sameAddress } from '../../wire/lib/address.ts'
import type { DeployClient } from './deploy-client.ts'
import type { Fees, Step } from './inspect-chain.ts'

/** A pending transaction of the payer that may be replaced. */
export interface PendingTransaction {
  hash: Hex
  nonce: number
  to: Address | null
  data: Hex
  value: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/**
 * Returns undefined if the transaction is mined or unknown to the node. Throws if it must not be
 * replaced.
 */
export async function readPending(hash: Hex, client: DeployClient): Promise<PendingTransaction | undefined> {
  const found = await client.getTransaction({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionNotFoundError) return undefined
    throw error
  })
  if (!found || found.blockNumber !== null) return undefined
  const { from, nonce, to, input: data, value, gasPrice = 0n } = found
  const address = client.account?.address
  if (address && !sameAddress(from, address)) {
    throw new Error(
      `The transaction ${hash} was sent by ${from}, not by the payer ${address}. Nothing was sent.`,
    )
  }
  const mined = await client.getTransactionCount({ address: from, blockTag: 'latest' })
  if (nonce < mined) return undefined
  if (nonce > mined) {
    throw new Error(
      `The transaction ${hash} has nonce ${nonce}, but the one with nonce ${mined} is not mined yet. Replace that one first.`,
    )
  }
  const { maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = found
  return { hash, nonce, to, data, value, maxFeePerGas, maxPriorityFeePerGas }
}

/** Returns whether the transaction has the effect of the step, so that either may be mined. */
export function isSameStep(step: Step | undefined, pending: PendingTransaction): boolean {
  if (!step || 'raw' in step || !pending.to) return false
  const { data, value } = { data: '0x', value: 0n, ...step }
  return sameAddress(step.to, pending.to) && data === pending.data && value === pending.value
}

/** Raises both fees by more than the tenth that nodes require of a replacement. */
export function raiseFees(fees: Fees, { maxFeePerGas, maxPriorityFeePerGas }: PendingTransaction): Fees {
  if ('gasPrice' in fees) return { gasPrice: max(fees.gasPrice, raise(maxFeePerGas)) }
  return {
    maxFeePerGas: max(fees.maxFeePerGas, raise(maxFeePerGas)),
    maxPriorityFeePerGas: max(fees.maxPriorityFeePerGas, raise(maxPriorityFeePerGas)),
  }
}

/** Raises by an eighth and at least 1 wei. */
function raise(fee: bigint): bigint {
  return (fee * 9n) / 8n + 1n
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
