import type { Market } from './start-market.ts'

/** What an act brings, on a chain that is then as it was before. */
export async function withSnapshot<Result>(
  { client }: Pick<Market, 'client'>,
  act: () => Promise<Result>,
): Promise<Result> {
  const id = await client.snapshot()
  const result = await act()
  await client.revert({ id })
  return result
}
