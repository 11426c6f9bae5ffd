import type { Market } from './start-market.ts'

/** Runs an action, reverts the chain to its previous state, and returns the result. */
export async function withSnapshot<Result>(
  { client }: Pick<Market, 'client'>,
  act: () => Promise<Result>,
): Promise<Result> {
  const id = await client.snapshot()
  const result = await act()
  await client.revert({ id })
  return result
}
