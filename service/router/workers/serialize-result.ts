import { getPools, type PoolIndex } from '../../chain/snapshot/pool-index.ts'
import type { SwapAmounts } from '../../modules/core/pool.ts'
import type { FoundRoute, RouteStep } from '../paths/route.ts'
import type { SearchResult } from '../search/run-search.ts'
import type { Solved } from '../search/solve.ts'

/** A result as plain data, in which pools are a contract and an index. */
export interface SerializedResult extends Omit<SearchResult, 'solved'> {
  solved: (Omit<Solved, 'route'> & { route: SerializedRoute }) | undefined
}

interface SerializedRoute extends Omit<FoundRoute, 'steps'> {
  steps: readonly SerializedStep[]
}

type FoundStep = RouteStep<SwapAmounts>

interface SerializedStep extends Omit<FoundStep, 'pool'> {
  contract: string
  /** The index of the pool in its contract. */
  place: number
}

export function serializeResult(
  { solved, durationMs }: SearchResult,
  poolIndex: PoolIndex,
): SerializedResult {
  if (!solved) return { solved, durationMs }
  const steps = solved.route.steps.map(({ pool, ...step }: FoundStep): SerializedStep => {
    const { amountIn, amountOut, gas } = step.swap
    const place = getPools(poolIndex.contract(pool.address)).indexOf(pool)
    return { ...step, contract: pool.address, place, swap: { amountIn, amountOut, gas } }
  })
  return { solved: { ...solved, route: { ...solved.route, steps } }, durationMs }
}

export function deserializeResult(
  { solved, durationMs }: SerializedResult,
  poolIndex: PoolIndex,
): SearchResult {
  if (!solved) return { solved, durationMs }
  const steps = solved.route.steps.map(({ contract, place, ...step }: SerializedStep): FoundStep => {
    const pool = getPools(poolIndex.contract(contract))[place]
    if (!pool) throw new Error(`The market has no pool ${place} at ${contract}.`)
    return { ...step, pool }
  })
  return { solved: { ...solved, route: { ...solved.route, steps } }, durationMs }
}
