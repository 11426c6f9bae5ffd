import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import { readTokenDelta, START, writeTokens } from './token-records.ts'

const database = openDatabase({})
afterAll(() => database.close())

it('reads tokens page by page in the numeric order of their revisions', async () => {
  const count = 1_200
  const tokens = Array.from({ length: count }, (_, n) => ({
    record: {
      tokenAddress: makeAddress(0x1000 + n),
      symbol: `T${n}`,
      name: `Token ${n}`,
      decimals: 18,
      type: 'tradable' as const,
      priority: 0,
      branding: { logoUri: null },
    },
    volume: 0,
  }))
  // Each hundred tokens are one revision.
  for (let start = 0; start < count; start += 100) {
    await writeTokens(database.query, 'ethereum', { put: tokens.slice(start, start + 100), remove: [] })
  }
  const seen: string[] = []
  let delta = await readTokenDelta(database.query, START)
  for (;;) {
    for (const { record } of delta.changes.get('ethereum')?.put ?? []) seen.push(record.symbol)
    if (delta.isLast) break
    delta = await readTokenDelta(database.query, delta.cursor)
  }
  expect(seen.toSorted()).toEqual(tokens.map(({ record }) => record.symbol).toSorted())
})
