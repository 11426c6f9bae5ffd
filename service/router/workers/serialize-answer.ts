import { getPools, type PoolBook } from '../../chain/pool-book.ts'
import type { SwapAmounts } from '../../modules/core/pool.ts'
import type { FoundRoute, RouteStep } from '../paths/route.ts'
import type { Answer } from '../search/answer-question.ts'
import type { Solved } from '../search/solve.ts'

/** An answer as plain data: pools are named by their contract. */
export interface SerializedAnswer extends Omit<Answer, 'solved'> {
  solved: (Omit<Solved, 'route'> & { route: SentRoute }) | undefined
}

interface SentRoute extends Omit<FoundRoute, 'steps'> {
  steps: readonly SentStep[]
}

type FoundStep = RouteStep<SwapAmounts>

interface SentStep extends Omit<FoundStep, 'pool'> {
  contract: string
  /** Which of the contract's pools. */
  place: number
}

export function sendAnswer({ solved, durationMs }: Answer, book: PoolBook): SerializedAnswer {
  if (!solved) return { solved, durationMs }
  const steps = solved.route.steps.map(({ pool, ...step }: FoundStep): SentStep => {
    const { amountIn, amountOut, gas } = step.swap
    const place = getPools(book.contract(pool.address)).indexOf(pool)
    return { ...step, contract: pool.address, place, swap: { amountIn, amountOut, gas } }
  })
  return { solved: { ...solved, route: { ...solved.route, steps } }, durationMs }
}

export function receiveAnswer({ solved, durationMs }: SerializedAnswer, book: PoolBook): Answer {
  if (!solved) return { solved, durationMs }
  const steps = solved.route.steps.map(({ contract, place, ...step }: SentStep): FoundStep => {
    const pool = getPools(book.contract(contract))[place]
    if (!pool) throw new Error(`The market has no pool ${place} at ${contract}`)
    return { ...step, pool }
  })
  return { solved: { ...solved, route: { ...solved.route, steps } }, durationMs }
}
