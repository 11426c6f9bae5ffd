import { afterAll, expect, it } from 'vitest'
import type { RoutedChain } from '../chain/routed-chain.ts'
import { openDatabase } from '../database/open-database.ts'
import { createLiteralChain, TOKENS } from '../testing/literal-chain.ts'
import { createCatalogueSync } from './catalogue-sync.ts'
import type { ChainLister } from './chain-lister.ts'
import { createSwapVolume } from './swap-volume.ts'
import type { StoredToken } from './token-records.ts'

const database = openDatabase({})
afterAll(() => database.close())

const HOUR_MS = 3_600_000
const { address, symbol, name, decimals } = TOKENS.usdc
const record = {
  ...{ tokenAddress: address, symbol, name, decimals, priority: 0 },
  ...({ type: 'tradable', branding: { logoUri: null } } as const),
}

it('lets the volume of an untraded token decay on all instances', async () => {
  const chain = createLiteralChain() as unknown as RoutedChain
  let now = 0
  const start = async (isLeader: boolean) => {
    const volume = createSwapVolume(chain, () => now)
    const lister: ChainLister = {
      chain,
      volume,
      async compare(held) {
        const stored: StoredToken = { record, volume: volume.of(address) }
        const known = [...held.values()][0]?.volume ?? 0
        return { put: Math.abs(stored.volume - known) > known / 4 ? [stored] : [], remove: [] }
      },
    }
    const elections = new Map([
      [chain.config.name, { decided: Promise.resolve(), isLeader: () => isLeader, isFailing: () => false }],
    ])
    const sync = createCatalogueSync({
      ...{ listers: [lister], database, elections, onKept: () => undefined },
      store: { change: async () => undefined } as never,
      onFault(error) {
        throw error
      },
    })
    return { volume, sync }
  }
  const [leader, other] = [await start(true), await start(false)]
  leader.volume.recall(address, 1_000_000)
  await leader.sync.turn()
  await other.sync.turn()
  for (let hours = 0; hours < 5 * 24; hours += 1) {
    now += HOUR_MS
    await leader.sync.turn()
    await other.sync.turn()
  }
  for (const { volume } of [leader, other]) expect(volume.of(address)).toBeCloseTo(1_000_000 / 2 ** 5, 3)
  // The stored volume may exceed the current one by up to a quarter, because smaller changes are
  // not written.
  const next = await start(true)
  await next.sync.turn()
  expect(next.volume.of(address)).toBeGreaterThan(1_000_000 / 2 ** 5 - 1)
  expect(next.volume.of(address)).toBeLessThan(1_000_000 / 2 ** 5 / 0.75 + 1)
})
