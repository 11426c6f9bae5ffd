import type { ExecutionState } from '../../src/execution/machine/types.ts'
import type { ListedTokens } from '../../src/execution/testing/swap-bench.ts'
import type { LieStage } from './lie-stage.ts'
import type { NodeLie } from './lying-node.ts'
import type { ServiceLie } from './lying-service.ts'
import type { SignatureLie, WalletLie } from './lying-wallet.ts'
import type { Mode } from './modes.ts'
import type { SwapName } from './swaps.ts'

/** One false response or action of one party, while all others are honest. */
export interface Lie {
  /** The title of the test. */
  name: string
  /** Default `existingAllowance`. */
  swap?: SwapName
  /** The modes in which it is possible. Default: all. */
  modes?: (mode: Mode) => boolean
  price?: ServiceLie
  quote?: ServiceLie
  node?: NodeLie
  wallet?: WalletLie
  /** How the wallet handles a permit. */
  signature?: SignatureLie
  /** Changes the tokens of the catalogue. */
  catalogue?: (tokens: ListedTokens, stage: LieStage) => ListedTokens
  /** Runs before the first request, e.g. to replace the code of a token. */
  before?: (stage: LieStage) => Promise<void>
  /** True if the chain's own state is false, so that the service does not know it. */
  onChain?: boolean
  /** How long the user takes to accept a changed quote, in milliseconds. */
  thinksMs?: number
  /** When the user abandons the swap. They always do when a response is delayed. */
  leaves?: (state: ExecutionState, stage: LieStage) => boolean
  /** True skips the check of the reported result, which depends on the lie. Default false. */
  skipsResult?: boolean
}
