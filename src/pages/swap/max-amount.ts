import type { UseQueryOptions } from '@tanstack/react-query'
import type { SluiceError } from '../../errors/sluice-error.ts'
import { applyBps, maxBigInt } from '../../lib/amount.ts'
import { type QueryContext, queryKey } from '../../queries/query-context.ts'
import { getGcTime, sharedOptions } from '../../queries/shared-options.ts'

/** More gas than a swap over three hops uses, and what `l1Fees` counts of it by default. */
const RESERVED_GAS = 600_000n
/** Gas and data may become dearer. */
const MARGIN_BPS = 15_000
/** The share of the shown estimate that stays: the next price may estimate a little more. */
const ESTIMATE_MARGIN_BPS = 12_000
/** If a fee is unknown, 1/50 of the balance is reserved. */
const FALLBACK_DIVISOR = 50n
/** What is reserved follows the fee once that rose by so much, or fell. */
const RISE_BPS = 10_300
const FALL_BPS = 8_000

/** What a swap of the native token leaves for the network fee, in wei, with all that is taken beside the gas; undefined if unknown. */
export async function readReserve(
  { chain }: Pick<QueryContext, 'chain'>,
  chainId: number,
): Promise<bigint | undefined> {
  try {
    const [gasPrice, [l1Fee = 0n]] = await Promise.all([chain.gasPrice(chainId), chain.l1Fees({ chainId })])
    return applyBps(gasPrice * RESERVED_GAS + l1Fee, MARGIN_BPS)
  } catch {
    return undefined
  }
}

/** The same, read again while a form shows the amount. */
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

/** The reserve, or more if the estimate that the form shows needs more. Undefined if both are unknown. */
export function withEstimate(reserve: bigint | undefined, cost: bigint | undefined): bigint | undefined {
  if (cost === undefined) return reserve
  return maxBigInt(reserve ?? 0n, applyBps(cost, ESTIMATE_MARGIN_BPS))
}

/** The native balance less the reserve. In wei, never negative. */
export function spendable(balance: bigint, reserve = balance / FALLBACK_DIVISOR): bigint {
  return maxBigInt(balance - reserve, 0n)
}

/** What an amount chosen as all of a balance becomes with this reserve: the same while the fee changed little. */
export function followFee(
  amount: bigint,
  { balance, reserve }: { balance: bigint; reserve: bigint },
): bigint {
  const kept = balance - amount
  const isEnough = reserve <= applyBps(kept, RISE_BPS)
  const isTooMuch = reserve < applyBps(kept, FALL_BPS)
  return isEnough && !isTooMuch ? amount : spendable(balance, reserve)
}
