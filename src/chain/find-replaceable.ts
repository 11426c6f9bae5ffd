import type { Transaction } from 'viem'
import { sameAddress } from '../../wire/lib/address.ts'
import { maxBigInt, minBigInt } from '../../wire/lib/amount.ts'
import { rethrowDefect } from '../errors/report-defect.ts'
import { MAX_FEE_RAISE } from '../lib/thresholds.ts'
import { hasCall } from './find-by-logs.ts'
import { measureBlockMs } from './measure-block-ms.ts'
import { isProven } from './prove-transaction.ts'
import type { ReadClient } from './read-actions.ts'
import type { ChainReader, Fees, Replaceable } from './types.ts'
import { hasOwnCode } from './watch-transaction.ts'

/**
 * Returns what replaces a pending transaction, or undefined if nothing may replace it: the node
 * does not return it, its hash or signature does not match its fields, the account is a contract,
 * or the call is part of a batch.
 */
export async function findReplaceable(
  client: ReadClient,
  { chainId, hash, from, to, data, value }: Parameters<ChainReader['findReplaceable']>[0],
): Promise<Replaceable | undefined> {
  const found = await client.getTransaction({ hash }).catch(rethrowDefect)
  const isSame =
    found?.to &&
    sameAddress(found.from, from) &&
    sameAddress(found.to, to) &&
    hasCall(found, { to, data, value })
  if (!isSame || !(await isProven(found, { hash, from, chainId }))) return undefined
  if (hasOwnCode(await client.getCode({ address: from }))) return undefined
  const [latest, gasPrice, used] = await Promise.all([
    client.getBlock(),
    client.getGasPrice(),
    client.getTransactionCount({ address: from, blockTag: 'latest' }),
  ])
  return {
    nonce: found.nonce,
    isMined: found.blockNumber !== null || used > found.nonce,
    gas: found.gas,
    fees: raiseFees(found, { gasPrice, baseFee: latest.baseFeePerGas ?? 0n }),
    blockMs: await measureBlockMs(client, latest),
  }
}

/**
 * Returns fees that replace a transaction: each at least an eighth higher, as the strictest nodes
 * require, and at least the current network fee, up to `MAX_FEE_RAISE` times the signed fee.
 */
export function raiseFees(
  signed: Pick<Transaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  now: { gasPrice: bigint; baseFee: bigint },
): Fees {
  const { maxFeePerGas, maxPriorityFeePerGas, gasPrice = 0n } = signed
  if (maxFeePerGas === undefined || maxPriorityFeePerGas === undefined) {
    return { gasPrice: raise(gasPrice, raiseByEighth(now.gasPrice)) }
  }
  const tip = raise(maxPriorityFeePerGas, now.gasPrice - now.baseFee)
  const fee = raise(maxFeePerGas, now.baseFee * 2n + tip)
  return { maxPriorityFeePerGas: minBigInt(tip, fee), maxFeePerGas: fee }
}

function raise(signed: bigint, wanted: bigint): bigint {
  return maxBigInt(raiseByEighth(signed), minBigInt(wanted, signed * MAX_FEE_RAISE))
}

/** 12.5 % more, rounded up. */
function raiseByEighth(fee: bigint): bigint {
  return (fee * 9n) / 8n + 1n
}
