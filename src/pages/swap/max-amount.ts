import type { UseQueryOptions } from '@tanstack/react-query'
import { applyBps, maxBigInt } from '../../../wire/lib/amount.ts'
import { reportDefect } from '../../errors/report-defect.ts'
import type { SluiceError } from '../../errors/sluice-error.ts'
import { type QueryContext, queryKey } from '../../queries/query-context.ts'
import { getGcTime, sharedOptions } from '../../queries/shared-options.ts'

/** More gas than a swap over three hops uses, and the default gas amount of `l1Fees`. */
const RESERVED_GAS = 600_000n
/** Gas and data fees may rise before the swap is sent. */
const MARGIN_BPS = 15_000
/** Adds a margin to the shown estimate, because the next price may estimate more. */
const ESTIMATE_MARGIN_BPS = 12_000
/** 1/50 of the balance is reserved if a fee is unknown. */
const FALLBACK_DIVISOR = 50n
/** The reserve follows the fee once it has risen or fallen by this factor. */
const RISE_BPS = 10_300
const FALL_BPS = 8_000

/**
 * Returns the network fee that a native swap needs, in wei, including the data fee of a rollup.
 * Undefined if unknown.
 */
export async function readReserve(
  { chain, reportError }: Pick<QueryContext, 'chain' | 'reportError'>,
  chainId: number,
): Promise<bigint | undefined> {
  try {
    const [gasPrice, [l1Fee = 0n]] = await Promise.all([chain.gasPrice(chainId), chain.l1Fees({ chainId })])
    return applyBps(gasPrice * RESERVED_GAS + l1Fee, MARGIN_BPS)
  } catch (error) {
    return reportDefect(error, reportError)
  }
}

/** Refreshes the reserve while a form shows the amount. */
export function reserveQuery(
  context: QueryContext,
  chainId: number,
): UseQueryOptions<string | null, SluiceError, bigint | undefined> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'max-reserve', { chainId }),
    queryFn: async () => (await readReserve(context, chainId))?.toString() ?? null,
    select: (wei) => (wei === null ? undefined : BigInt(wei)),
    staleTime: 10_000,
    gcTime: getGcTime(30_000),
    refetchInterval: 15_000,
    retry: false,
  }
}

/**
 * Returns the reserve, or the form's estimate with its margin if that is higher. Undefined if both
 * are unknown.
 */
export function withEstimate(reserve: bigint | undefined, cost: bigint | undefined): bigint | undefined {
  if (cost === undefined) return reserve
  return maxBigInt(reserve ?? 0n, applyBps(cost, ESTIMATE_MARGIN_BPS))
}

/** Returns the native balance minus the reserve, in wei. Never negative. */
export function spendable(balance: bigint, reserve = balance / FALLBACK_DIVISOR): bigint {
  return maxBigInt(balance - reserve, 0n)
}

/**
 * Returns the maximum amount for a changed reserve. Keeps the amount while the fee changes little.
 */
export function followFee(
  amount: bigint,
  { balance, reserve }: { balance: bigint; reserve: bigint },
): bigint {
  const kept = balance - amount
  const isEnough = reserve <= applyBps(kept, RISE_BPS)
  const isTooMuch = reserve < applyBps(kept, FALL_BPS)
  return isEnough && !isTooMuch ? amount : spendable(balance, reserve)
}
