export const RAY = 10n ** 27n
export const YEAR_SECONDS = 31_536_000n

/** The earnings of a deposit. */
export interface Earnings {
  /** Rate per year in ray, without compounding. */
  rate: bigint
  /** Compounding period in seconds. */
  periodSeconds: bigint
}

/** Computes earnings from the growth of an index. */
export function getEarnings(growth: { from: bigint; to: bigint; seconds: bigint }): Earnings {
  const { from, to, seconds } = growth
  return { rate: ((to - from) * RAY * YEAR_SECONDS) / (from * seconds), periodSeconds: seconds }
}

/** Returns percent per year with compounding, or NaN if out of range. */
export function apyPercent({ rate, periodSeconds }: Earnings): number {
  const perPeriod = Number((rate * periodSeconds) / YEAR_SECONDS) / Number(RAY)
  return 100 * Math.expm1(Math.log1p(perPeriod) * (Number(YEAR_SECONDS) / Number(periodSeconds)))
}
