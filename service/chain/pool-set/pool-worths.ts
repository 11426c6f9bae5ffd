import type { ChainServiceConfig } from '../../config/types.ts'
import { getTokens } from '../../modules/core/pool.ts'
import type { Discovery } from '../discovery/discovery.ts'
import type { PoolLedger } from '../discovery/pool-ledger.ts'
import type { KnownPool, KnownPools } from './known-pools.ts'
import { groupByModule } from './load-pools.ts'
import { isAlwaysLoaded, measureWorth, type WorthDeps } from './select-pools.ts'

/** Measures the worths of pools and stores them between starts. */
export interface PoolWorths {
  /** Returns the discovered pools with their last worths. The ledger returns each worth only once. */
  list(discovery: Discovery): KnownPool[]
  isMeasurable(pool: KnownPool): boolean
  isUnmeasured(pool: KnownPool): boolean
  measure(pools: readonly KnownPool[], state: Pick<WorthDeps, 'read' | 'loaded'>): Promise<void>
  store(pools: Iterable<KnownPool>): Promise<void>
}

export function createPoolWorths({
  config,
  ledger,
  hubs,
  known,
}: {
  config: ChainServiceConfig
  ledger: Pick<PoolLedger, 'worths' | 'saveWorths'>
  hubs: ReadonlySet<string>
  known: KnownPools
}): PoolWorths {
  const isMeasurable = (pool: KnownPool) =>
    !isAlwaysLoaded(pool, hubs) && getTokens(pool.identity).some((token) => hubs.has(token))

  return {
    isMeasurable,
    isUnmeasured: (pool) => pool.worth === undefined && isMeasurable(pool),

    list({ found }) {
      return [...found].flatMap(([module, identities]) => {
        const worths = ledger.worths(module)
        return identities.map((identity): KnownPool => {
          const { address } = identity
          return { module, identity, worth: worths.get(address) ?? known.get(address)?.worth }
        })
      })
    },

    async measure(pools, state) {
      await measureWorth(pools, { config, hubs, ...state })
      known.reranked()
    },

    async store(pools) {
      for (const [module, ranked] of groupByModule(pools)) {
        const worths = ranked.flatMap(({ identity: { address }, worth }) =>
          worth === undefined ? [] : [{ address, worth }],
        )
        await ledger.saveWorths(module, worths)
      }
    },
  }
}
