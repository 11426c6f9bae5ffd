import type * as v from 'valibot'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { TokenType } from '../../../wire/tokens.ts'
import type { ReadPoolSwap, ReadVaultSwap } from './logged-swap.ts'
import type { FollowedModule, SampledModule } from './module.ts'
import type { Pool } from './pool.ts'
import type { SourceConfig } from './source-config.ts'
import type { SourceSchemas } from './source-schemas.ts'

/**
 * The properties of a kind of source. Functions that take a source are methods, so that
 * one list can hold all protocols: each receives only its own sources.
 */
export interface Protocol<Source extends SourceConfig = SourceConfig> {
  kind: Source['kind']
  /** Kind of its rows in the executor's table: the first step kind that they serve. */
  rowKind: number
  /**
   * Label of this liquidity in messages about missing sources, or one label per module if several
   * exchanges share the kind.
   */
  label: string | Readonly<Record<string, string>>
  /** Ids of the chains that can have it. Default: all. */
  chains?: readonly number[]
  /** True if a chain is incomplete while such a source has no tradable pool. */
  isExchange: boolean
  /** Catalogue type of the second tokens of its pools. Default: `tradable`. */
  tokenType?: TokenType
  /** True if the pool contract is the token of its shares. Default: false. */
  hasShares?: boolean
  /** The schema of a source in the config. */
  schema(schemas: SourceSchemas): SourceSchema<Source>
  /** Finds a mistake in all its sources of a chain together. Default: none. */
  findMistake?(sources: readonly Source[]): string | undefined
  /**
   * Parameters of its pools in addition to `factory`, `initCodeHash`, `deployer` and `poolFactory`.
   * Default: none.
   */
  getParams?(source: Source): Readonly<Record<string, string>>
  createModule(source: Source, chain: ModuleChain): FollowedModule | SampledModule
  /** Creates its pools from the arguments of their records, by record kind. Default: none. */
  pools?: Readonly<Record<string, PoolFactory>>
  /**
   * The same for pools that share the prices at ticks (`sqrtPriceAt`), which records omit. Default:
   * none.
   */
  tickPools?: Readonly<Record<string, PoolFactory>>
  /** Swaps in the logs of its pools, by topic. Default: none count as volume. */
  poolSwaps?: Readonly<Record<Hex, ReadPoolSwap>>
  /** Swaps in the logs of `factory` if it is a vault or a manager. Default: none. */
  vaultSwaps?: Readonly<Record<Hex, ReadVaultSwap>>
}

/** Chain data for modules. */
export interface ModuleChain {
  weth: Address
  multicall3: Address
  tickLens?: Address
  executor: Address
}

type PoolFactory = (...args: never[]) => Pool

type SourceSchema<Source extends SourceConfig> = v.VariantOptions<'kind'>[number] &
  v.GenericSchema<unknown, Source>
