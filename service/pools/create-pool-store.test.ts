import { afterAll, expect, it } from 'vitest'
import { UnusableStoreError } from '../chain/discovery/pool-store.ts'
import { getSourceParameters } from '../chain/discovery/source-parameters.ts'
import type { LiquiditySourceConfig } from '../config/types.ts'
import { openDatabase } from '../database/open-database.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import { createPoolStore } from './create-pool-store.ts'

const database = openDatabase({})
afterAll(() => database.close())

const SOURCE = { id: 'uniswap-v2', parameters: { factory: makeAddress(1) } } as const
const open = () => createPoolStore({ database, chainId: 1, isWriter: () => true })

it('reads from the newest checkpoint when its block number has one more digit than the previous one', async () => {
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

const shared = { index: 1, module: 'm', name: 'M', factory: makeAddress(1) }
const initCodeHash = `0x${'1'.repeat(64)}` as const
const OPTIONAL: [name: string, none: LiquiditySourceConfig, some: LiquiditySourceConfig][] = [
  ['hooks', { ...shared, kind: 'v4' }, { ...shared, kind: 'v4', hooks: [makeAddress(0x80)] }],
  [
    'weightedFactories',
    { ...shared, kind: 'balancer', poolFactory: makeAddress(2) },
    { ...shared, kind: 'balancer', poolFactory: makeAddress(2), weightedFactories: [makeAddress(3)] },
  ],
  [
    'stableFactories',
    { ...shared, kind: 'balancer', poolFactory: makeAddress(2) },
    { ...shared, kind: 'balancer', poolFactory: makeAddress(2), stableFactories: [makeAddress(3)] },
  ],
  [
    'deployer',
    { ...shared, kind: 'v3', initCodeHash },
    { ...shared, kind: 'v3', initCodeHash, deployer: makeAddress(4) },
  ],
]

it.each(OPTIONAL)(
  "rejects a store once %s are added to or removed from a source, and accepts an earlier version's store without them",
  async (name, none, some) => {
    const getParameters = (source: LiquiditySourceConfig) =>
      getSourceParameters({ id: 1, fromBlock: 0, sources: [source] }, 'm')
    const { [name]: _, ...earlier } = getParameters(none)
    const to = { block: 10, hash: `0x${'1'.repeat(64)}`, pools: 0, untraded: 5 } as const
    const stores = [
      { id: `${name} earlier`, parameters: earlier, same: none, other: some },
      { id: `${name} none`, parameters: getParameters(none), same: none, other: some },
      { id: `${name} some`, parameters: getParameters(some), same: some, other: none },
    ]
    for (const { id, parameters, same, other } of stores) {
      await open().append({ id, parameters }, { from: undefined, to, pools: [] })
      expect((await open().read({ id, parameters: getParameters(same) })).checkpoints).toEqual([to])
      const refused = open().read({ id, parameters: getParameters(other) })
      await expect(refused).rejects.toThrow(UnusableStoreError)
      await expect(refused).rejects.toThrow(new RegExp(`^${name} is (none|0x.*), and was (none|0x.*) when`))
    }
  },
)
