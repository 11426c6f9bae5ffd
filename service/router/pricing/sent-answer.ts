import type { Pool, SwapAmounts } from '../../modules/pool.ts'
import type { Answer } from '../answer-question.ts'
import type { FoundRoute, RouteStep } from '../route.ts'
import type { Solved } from '../solve.ts'

/** An answer as plain data: pools are named by their place in the market. */
export interface SentAnswer extends Omit<Answer, 'solved'> {
  solved: (Omit<Solved, 'route'> & { route: SentRoute }) | undefined
}

interface SentRoute extends Omit<FoundRoute, 'steps'> {
  steps: readonly SentStep[]
}

type FoundStep = RouteStep<SwapAmounts>

interface SentStep extends Omit<FoundStep, 'pool'> {
  pool: number
}

export function sendAnswer({ solved, durationMs }: Answer, pools: readonly Pool[]): SentAnswer {
  if (!solved) return { solved, durationMs }
  const steps = solved.route.steps.map((step: FoundStep): SentStep => {
    const { amountIn, amountOut, gas } = step.swap
    return { ...step, pool: pools.indexOf(step.pool), swap: { amountIn, amountOut, gas } }
  })
  return { solved: { ...solved, route: { ...solved.route, steps } }, durationMs }
}

export function receiveAnswer({ solved, durationMs }: SentAnswer, pools: readonly Pool[]): Answer {
  if (!solved) return { solved, durationMs }
  const steps = solved.route.steps.map((step: SentStep): FoundStep => {
    const pool = pools[step.pool]
    if (!pool) throw new Error(`The market has no pool at place ${step.pool}`)
    return { ...step, pool }
  })
  return { solved: { ...solved, route: { ...solved.route, steps } }, durationMs }
}
