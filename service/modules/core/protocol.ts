import type * as v from 'valibot'
import type { Address, Hex } from '../../../src/lib/address.ts'
import type { TokenType } from '../../../src/wire/tokens.ts'
import type { ReadPoolSwap, ReadVaultSwap } from './logged-swap.ts'
import type { FollowedModule, SampledModule } from './module.ts'
import type { Pool } from './pool.ts'
import type { SourceConfig } from './source-config.ts'
import type { SourceSchemas } from './source-schemas.ts'

/**
 * All that the service knows of a kind of sources. What takes a source is a method, so that the list can hold protocols of any
 * kind: each is given sources of its own alone.
 */
export interface Protocol<Source extends SourceConfig = SourceConfig> {
  kind: Source['kind']
  /** Kind of its rows in the executor's table: the first kind of step that they serve. */
  rowKind: number
  /** What a chain without it lacks: one label, or one for each module where several known exchanges are of one kind. */
  label: string | Readonly<Record<string, string>>
  /** Ids of the chains that can have it. Default: all. */
  chains?: readonly number[]
  /** Whether a chain is incomplete while such a source has no pool that can trade. */
  isExchange: boolean
  /** What the catalogue calls the second tokens of its pools. Default: `tradable`. */
  tokenType?: TokenType
  /** Whether the contract of a pool is the token of its shares. Default: false. */
  hasShares?: boolean
  /** The schema of a source in the config. */
  schema(schemas: SourceSchemas): SourceSchema<Source>
  /** What is wrong with all its sources of a chain taken together. Default: nothing. */
  findMistake?(sources: readonly Source[]): string | undefined
  /** What its pools depend on besides `factory`, `initCodeHash`, `deployer` and `poolFactory`. Default: nothing. */
  getTerms?(source: Source): Readonly<Record<string, string>>
  createModule(source: Source, chain: ModuleChain): FollowedModule | SampledModule
  /** What makes its pools from the arguments of their records, by the kinds of those. Default: nothing. */
  pools?: Readonly<Record<string, PoolFactory>>
  /** The same for pools whose terms share the prices at ticks (`sqrtPriceAt`), which records leave out. Default: nothing. */
  tickPools?: Readonly<Record<string, PoolFactory>>
  /** Swaps in the logs of its pools, by topic. Default: none count as volume. */
  poolSwaps?: Readonly<Record<Hex, ReadPoolSwap>>
  /** Swaps in the logs of the contract that `factory` names, where that is a vault or a manager. Default: none. */
  vaultSwaps?: Readonly<Record<Hex, ReadVaultSwap>>
}

/** What modules know of their chain. */
export interface ModuleChain {
  weth: Address
  multicall3: Address
  tickLens?: Address
  executor: Address
}

type PoolFactory = (...args: never[]) => Pool

type SourceSchema<Source extends SourceConfig> = v.VariantOptions<'kind'>[number] &
  v.GenericSchema<unknown, Source>
