import type { Pool, SwapAmounts } from '../../modules/pool.ts'
import type { Answer } from '../answer-question.ts'
import type { FoundRoute, RouteStep } from '../route.ts'
import type { Solved } from '../solve.ts'

/** An answer as plain data: pools are named by their place in the market. */
export interface SentAnswer extends Omit<Answer, 'solved'> {
  solved: (Omit<Solved, 'route'> & { route: SentRoute }) | undefined
}

interface SentRoute extends Omit<FoundRoute, 'steps' | 'paths'> {
  steps: readonly SentStep[]
  paths?: readonly { amountOut: bigint; steps: readonly SentStep[] }[]
}

type FoundStep = RouteStep<SwapAmounts>

interface SentStep extends Omit<FoundStep, 'pool'> {
  pool: number
}

export function sendAnswer({ solved, durationMs }: Answer, pools: readonly Pool[]): SentAnswer {
  if (!solved) return { solved, durationMs }
  const sendStep = (step: FoundStep): SentStep => {
    const { amountIn, amountOut, gas } = step.swap
    return { ...step, pool: pools.indexOf(step.pool), swap: { amountIn, amountOut, gas } }
  }
  const { steps, paths, ...route } = solved.route
  const sent: SentRoute = {
    ...route,
    steps: steps.map(sendStep),
    ...(paths && { paths: paths.map((path) => ({ ...path, steps: path.steps.map(sendStep) })) }),
  }
  return { solved: { ...solved, route: sent }, durationMs }
}

export function receiveAnswer({ solved, durationMs }: SentAnswer, pools: readonly Pool[]): Answer {
  if (!solved) return { solved, durationMs }
  const receiveStep = (step: SentStep): FoundStep => {
    const pool = pools[step.pool]
    if (!pool) throw new Error(`The market has no pool at place ${step.pool}`)
    return { ...step, pool }
  }
  const { steps, paths, ...route } = solved.route
  const received: FoundRoute = {
    ...route,
    steps: steps.map(receiveStep),
    ...(paths && { paths: paths.map((path) => ({ ...path, steps: path.steps.map(receiveStep) })) }),
  }
  return { solved: { ...solved, route: received }, durationMs }
}
