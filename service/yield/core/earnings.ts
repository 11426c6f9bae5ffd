export const RAY = 10n ** 27n
export const YEAR_SECONDS = 31_536_000n

/** What a deposit earns. */
export interface Earnings {
  /** In a year, as a share in ray, before any compounding. */
  rate: bigint
  /** What is earned in this many seconds earns in turn. */
  periodSeconds: bigint
}

/** What the growth of an index between two moments comes to. */
export function getEarnings(growth: { from: bigint; to: bigint; seconds: bigint }): Earnings {
  const { from, to, seconds } = growth
  return { rate: ((to - from) * RAY * YEAR_SECONDS) / (from * seconds), periodSeconds: seconds }
}

/** Percent a year, compounded; NaN when no number says it. */
export function apyPercent({ rate, periodSeconds }: Earnings): number {
  const perPeriod = Number((rate * periodSeconds) / YEAR_SECONDS) / Number(RAY)
  return 100 * Math.expm1(Math.log1p(perPeriod) * (Number(YEAR_SECONDS) / Number(periodSeconds)))
}
