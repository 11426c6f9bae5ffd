import type { ChainReader, OtherSwap } from '../../chain/types.ts'
import type { RouterClient } from '../../clients/types.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import type { Address, Hex } from '../../lib/address.ts'
import type { WalletPort } from '../../wallet/types.ts'
import type { ExecutionEvent, SwapIntent } from '../machine/types.ts'

/** The external dependencies of the effects. */
export interface EffectDeps {
  wallet: WalletPort
  chain: ChainReader
  router: RouterClient
  /** With the settings of the user. `hasOwnDeadline`: the deadline is the user's choice. Default false. */
  config: () => ResolvedConfig & { hasOwnDeadline?: boolean }
  /** USD per whole token; undefined is unknown. Never rejects. */
  usdPrice: (token: { chainId: number; address: Address }) => Promise<number | undefined>
  /**
   * Whether no other tab confirms the same swap: then none can until this one is sent or left. Default: always.
   */
  claim?: (intent: SwapIntent) => Promise<boolean>
  /** The hashes under which the person sent the swap of this route again. Default: none. */
  copies?: (routeId: string) => readonly Hex[]
  /** The transactions of all swaps but that of this route. Default: none. */
  known?: (routeId: string) => readonly OtherSwap[]
  /** Milliseconds since the epoch. */
  now: () => number
}

/** What an effect may use during its stage. */
export interface EffectContext extends EffectDeps {
  /** Aborted when the stage is left. */
  signal: AbortSignal
  /** Aborted when the execution is destroyed. Searches for abandoned requests end then. Default: `signal`. */
  lifetime?: AbortSignal
  /** Dispatches an event before the effect ends. Ignored once the stage is left. */
  emit: (event: ExecutionEvent) => void
  /** Throws where the host's rules of now do not let the swap go on. Default: nothing. */
  checkRules?: () => void
}

/** The work of one stage. Resolves to the event that ends it; rejects with a `SluiceError`. */
export type Effect<State> = (state: State, context: EffectContext) => Promise<ExecutionEvent>
