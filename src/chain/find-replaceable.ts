import type { Transaction } from 'viem'
import { sameAddress } from '../lib/address.ts'
import { hasCall } from './find-by-logs.ts'
import type { ReadClient } from './read-actions.ts'
import type { ChainReader, Fees, Replaceable } from './types.ts'
import { hasOwnCode } from './watch-transaction.ts'

/** Blocks over which the usual time of a block is measured. */
const MEASURED_BLOCKS = 20n

/**
 * What it takes to replace a pending transaction by another with its nonce. Undefined where nobody may replace it: it is
 * mined or not shown by the node, the account is a contract, or the call is part of a batch.
 */
export async function findReplaceable(
  client: ReadClient,
  { hash, from, to, data, value }: Parameters<ChainReader['findReplaceable']>[0],
): Promise<Replaceable | undefined> {
  const found = await client.getTransaction({ hash }).catch(() => undefined)
  const isSame =
    found?.to &&
    sameAddress(found.from, from) &&
    sameAddress(found.to, to) &&
    hasCall(found, { to, data, value })
  if (!isSame || hasOwnCode(await client.getCode({ address: from }))) return undefined
  const [latest, gasPrice] = await Promise.all([client.getBlock(), client.getGasPrice()])
  const distance = latest.number < MEASURED_BLOCKS ? latest.number : MEASURED_BLOCKS
  const earlier = await client.getBlock({ blockNumber: latest.number - distance })
  const seconds = Number(latest.timestamp - earlier.timestamp)
  return {
    nonce: found.nonce,
    isMined: found.blockNumber !== null,
    gas: found.gas,
    fees: raiseFees(found, { gasPrice, baseFee: latest.baseFeePerGas ?? 0n }),
    blockMs: distance === 0n ? 0 : (seconds * 1_000) / Number(distance),
  }
}

/**
 * Fees that replace a transaction: each an eighth higher than before, as the strictest nodes ask, and at least what the
 * network takes now.
 */
export function raiseFees(
  {
    maxFeePerGas,
    maxPriorityFeePerGas,
    gasPrice,
  }: Pick<Transaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  now: { gasPrice: bigint; baseFee: bigint },
): Fees {
  if (maxFeePerGas === undefined || maxPriorityFeePerGas === undefined) {
    return { gasPrice: max(raise(gasPrice ?? 0n), raise(now.gasPrice)) }
  }
  const tip = max(raise(maxPriorityFeePerGas), now.gasPrice - now.baseFee)
  return { maxPriorityFeePerGas: tip, maxFeePerGas: max(raise(maxFeePerGas), now.baseFee * 2n + tip) }
}

/** 12.5 % more, rounded up. */
function raise(fee: bigint): bigint {
  return (fee * 9n) / 8n + 1n
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
