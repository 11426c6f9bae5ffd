import type { ChainReader } from '../../chain/types.ts'
import type { RouterClient } from '../../clients/types.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import type { Address } from '../../lib/address.ts'
import type { WalletPort } from '../../wallet/types.ts'
import type { ExecutionEvent } from '../machine/types.ts'

/** What the execution reaches the world with. */
export interface EffectDeps {
  wallet: WalletPort
  chain: ChainReader
  router: RouterClient
  config: () => ResolvedConfig
  /** USD per whole token; undefined is unknown. Never rejects. */
  usdPrice: (token: { chainId: number; address: Address }) => Promise<number | undefined>
  /** Milliseconds since the epoch. */
  now: () => number
}

/** What an effect may use while its stage lasts. */
export interface EffectContext extends EffectDeps {
  /** Aborted when the stage is left. */
  signal: AbortSignal
  /** For news before the effect's end; dropped once the stage is left. */
  emit: (event: ExecutionEvent) => void
}

/** The work of one stage. Resolves to the event that ends it; rejects with a `SluiceError`. */
export type Effect<State> = (state: State, context: EffectContext) => Promise<ExecutionEvent>
