import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { ChainReader, OtherSwap } from '../../chain/types.ts'
import type { RouterClient } from '../../clients/types.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import type { ReportError } from '../../errors/report-defect.ts'
import type { WalletPort } from '../../wallet/types.ts'
import type { ExecutionEvent, SwapIntent } from '../machine/types.ts'

/** The external dependencies of the effects. */
export interface EffectDeps {
  wallet: WalletPort
  chain: ChainReader
  router: RouterClient
  /**
   * With the settings of the user. `hasOwnDeadline`: the user chose the deadline. Default false.
   */
  config: () => ResolvedConfig & { hasOwnDeadline?: boolean }
  /** USD per whole token; undefined is unknown. Never rejects. */
  usdPrice: (token: { chainId: number; address: Address }) => Promise<number | undefined>
  /**
   * Resolves to false if another tab confirms the same swap. The claim lasts until the swap is sent
   * or left. Default: always true.
   */
  claim?: (intent: SwapIntent) => Promise<boolean>
  /** The hashes under which the user sent the swap of this route again. Default: none. */
  copies?: (routeId: string) => readonly Hex[]
  /** The transactions of all swaps except this route's. Default: none. */
  known?: (routeId: string) => readonly OtherSwap[]
  /**
   * Resolves once the page has shown that all checks passed, before the wallet covers the page. It
   * takes at most `SEAL_MS`. Default: no wait.
   */
  showChecks?: () => Promise<void>
  /** Receives errors of the widget's own code that a stage survives. */
  reportError: ReportError
  /** Milliseconds since the epoch. */
  now: () => number
}

/** The dependencies of an effect during its stage. */
export interface EffectContext extends EffectDeps {
  /** Aborted when the stage is left. */
  signal: AbortSignal
  /**
   * Aborted when the execution is destroyed, which ends searches for abandoned requests. Default:
   * `signal`.
   */
  lifetime?: AbortSignal
  /** Dispatches an event before the effect ends. Ignored once the stage is left. */
  emit: (event: ExecutionEvent) => void
  /** Throws if the current rules of the host forbid the swap. Default: no check. */
  checkRules?: () => void
}

/** The work of one stage. Resolves to the event that ends it; rejects with a `SluiceError`. */
export type Effect<State> = (state: State, context: EffectContext) => Promise<ExecutionEvent>
