import type { ExecutionState } from '../../src/execution/machine/types.ts'
import type { ListedTokens } from '../swap-bench.ts'
import type { LieStage } from './lie-stage.ts'
import type { NodeLie } from './lying-node.ts'
import type { ServiceLie } from './lying-service.ts'
import type { WalletLie } from './lying-wallet.ts'
import type { Mode } from './modes.ts'
import type { SwapName } from './swaps.ts'

/** One lie: who says what is not so, in an otherwise honest world. */
export interface Lie {
  /** What is told. */
  name: string
  /** Default `standing`. */
  swap?: SwapName
  /** Where it can be told at all. Default: everywhere. */
  modes?: (mode: Mode) => boolean
  price?: ServiceLie
  quote?: ServiceLie
  node?: NodeLie
  wallet?: WalletLie
  /** What the catalogue says of the tokens. */
  catalogue?: (tokens: ListedTokens, stage: LieStage) => ListedTokens
  /** Before anything is asked: puts other code under a token, for instance. */
  before?: (stage: LieStage) => Promise<void>
  /** Whether it is a lie in the chain's own state, so that the service does not know of it. */
  onChain?: boolean
  /** How long the person thinks about what they are asked. */
  thinksMs?: number
  /** When the person has seen enough and leaves. They leave at any rate when an answer is held back. */
  leaves?: (state: ExecutionState, stage: LieStage) => boolean
  /** What can be known from one lying node alone, and so is all that is asked. Default: everything. */
  knowable?: 'the call'
}
