import { type Address, type Hex, TransactionNotFoundError } from 'viem'
import { sameAddress } from '../../src/lib/address.ts'
import type { DeployClient } from './deploy-client.ts'
import type { Fees, Step } from './inspect-chain.ts'

/** A transaction of the payer that is not mined and may be replaced. */
export interface PendingTransaction {
  hash: Hex
  nonce: number
  to: Address | null
  data: Hex
  value: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** Undefined: it is mined, or the node does not know it. Throws where it must not be replaced. */
export async function readPending(hash: Hex, client: DeployClient): Promise<PendingTransaction | undefined> {
  const found = await client.getTransaction({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionNotFoundError) return undefined
    throw error
  })
  if (!found || found.blockNumber !== null) return undefined
  const { from, nonce, to, input: data, value, gasPrice = 0n } = found
  const address = client.account?.address
  if (address && !sameAddress(from, address)) {
    throw new Error(`The transaction ${hash} is of ${from}, not of the payer ${address}: nothing is sent.`)
  }
  const mined = await client.getTransactionCount({ address: from, blockTag: 'latest' })
  if (nonce < mined) return undefined
  if (nonce > mined) {
    throw new Error(
      `The transaction ${hash} has the nonce ${nonce}, and that of nonce ${mined} is not mined yet: replace that first.`,
    )
  }
  const { maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = found
  return { hash, nonce, to, data, value, maxFeePerGas, maxPriorityFeePerGas }
}

/** Whether the transaction does what the step would: only then does it not matter which of the two is mined. */
export function isSameStep(step: Step | undefined, pending: PendingTransaction): boolean {
  if (!step || 'raw' in step || !pending.to) return false
  const { data, value } = { data: '0x', value: 0n, ...step }
  return sameAddress(step.to, pending.to) && data === pending.data && value === pending.value
}

/** At least what nodes ask of a replacement: a tenth more, of both fees. */
export function raiseFees(fees: Fees, { maxFeePerGas, maxPriorityFeePerGas }: PendingTransaction): Fees {
  if ('gasPrice' in fees) return { gasPrice: max(fees.gasPrice, raise(maxFeePerGas)) }
  return {
    maxFeePerGas: max(fees.maxFeePerGas, raise(maxFeePerGas)),
    maxPriorityFeePerGas: max(fees.maxPriorityFeePerGas, raise(maxPriorityFeePerGas)),
  }
}

/** By an eighth, and never by nothing. */
function raise(fee: bigint): bigint {
  return (fee * 9n) / 8n + 1n
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
