import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import { createPoolStore } from './create-pool-store.ts'

const database = openDatabase({})
afterAll(() => database.close())

const SOURCE = { id: 'uniswap-v2', terms: { factory: makeAddress(1) } } as const
const open = () => createPoolStore({ database, chainId: 1, isWriter: () => true })

it('goes on from the newest checkpoint, also where its block has a digit more than the one before', async () => {
  const at = (block: number, pools: number) =>
    ({ block, hash: `0x${String(block).padStart(64, '0')}`, pools, untraded: 0 }) as const
  const pools = [1, 2, 3].map(
    (n): PoolIdentity => ({
      address: makeAddress(0x10 + n),
      tokens: [makeAddress(0xa), makeAddress(0xb)],
      fee: 3000,
      tickSpacing: 0,
    }),
  )
  const [first, second, third] = [at(99_999, 1), at(198_800, 2), at(200_000, 3)]
  const store = open()
  await store.append(SOURCE, { from: undefined, to: first, pools: pools.slice(0, 1) })
  await store.append(SOURCE, { from: first, to: second, pools: pools.slice(1, 2) })
  const found = await open().read(SOURCE)
  expect(found.checkpoints).toEqual([first, second])
  expect(found.pools).toEqual(pools.slice(0, 2))
  await open().append(SOURCE, { from: found.checkpoints.at(-1), to: third, pools: pools.slice(2) })
  expect((await open().read(SOURCE)).pools).toEqual(pools)
})
