import type { ResolvedChain } from '../../src/config/types.ts'
import type { Token } from '../../src/events/types.ts'
import type { ExecutionState, StateOf, SwapIntent } from '../../src/execution/machine/types.ts'
import type { ListedTokens } from '../../src/execution/testing/swap-bench.ts'
import { nativeToken, tokenOfMetadata } from '../../src/queries/token-of.ts'
import { isNativeToken } from '../../wire/lib/address.ts'
import type { Lie } from './lie.ts'
import type { LieStage } from './lie-stage.ts'
import type { SentQuote } from './lying-service.ts'
import type { WalletRequest } from './lying-wallet.ts'
import { MODES, type Mode } from './modes.ts'
import { ACCOUNTS, PARTNER_FEE_BPS, SLIPPAGE_BPS, SWAPS, type Swap, type SwapName } from './swaps.ts'

/** The amounts the user last agreed to, in base units. */
export interface Agreement {
  /** The expected and the maximum input: equal for a sale. */
  inputAmount: bigint
  maxInputAmount: bigint
  outputAmount: bigint
  /** Undefined for a foreign router, for which the widget shows none. */
  minOutputAmount: bigint | undefined
}

/** A changed quote shown to the user, who accepts it. */
export interface Reconfirmation extends Agreement {
  state: StateOf<'reconfirm'>
  /** The number of wallet requests before. */
  afterRequests: number
}

/** The record of one run, from the price to the end. */
export interface LieRun {
  lie: Lie
  mode: Mode
  /** Undefined without a price. */
  intent: SwapIntent | undefined
  agreed: Agreement | undefined
  reconfirmations: readonly Reconfirmation[]
  requests: readonly WalletRequest[]
  final: ExecutionState
  /** The error that prevented a price. */
  thrown: unknown
  quotes: readonly SentQuote[]
  /** Requests to hosts that are not configured. */
  strayRequests: readonly string[]
  /** True if the lie was applied at all. */
  isApplied: boolean
}

/**
 * The user leaves after this many node responses without a result. A mined transaction needs fewer.
 */
const MAX_FRUITLESS_POLLS = 20
/** Ends a hanging run. Much longer than any swap here takes. */
const TIMEOUT_MS = 30_000
/** The number of changed quotes a user accepts. */
const MAX_RECONFIRMATIONS = 3

/** Runs one lie: the user sees a price, confirms, accepts changed quotes, and signs. */
export async function runLie(stage: LieStage, lie: Lie, mode: Mode): Promise<LieRun> {
  const { swap = 'existingAllowance' } = lie
  if (lie.onChain && !stage.recordedSwaps.has(swap)) await recordHonestResponses(stage, swap)
  await stage.reset()
  stage.service.lies.price = lie.price
  stage.service.lies.quote = lie.quote
  stage.node.lie = lie.node
  stage.node.simulates = mode.simulates
  await lie.before?.(stage)
  const { bench, chain, requests, walletLieCount } = await stage.openSession(mode, {
    swap,
    wallet: lie.wallet,
    signature: lie.signature,
  })
  const { execution } = bench

  let stuckAt: string | undefined
  const run: Pick<LieRun, 'intent' | 'agreed' | 'thrown'> & { reconfirmations: Reconfirmation[] } = {
    intent: undefined,
    agreed: undefined,
    thrown: undefined,
    reconfirmations: [],
  }
  try {
    const { catalogue } = lie
    run.intent = await bench.intent({
      ...getIntent(SWAPS[swap], stage),
      ...(catalogue && { listed: (tokens) => toShownTokens(catalogue(tokens, stage), chain) }),
    })
    run.agreed = agreementTo(run.intent, mode)
    await confirm(run.intent)
  } catch (error) {
    run.thrown = error
  }
  const { stage: ended } = execution.getState()
  const final = execution.getState()
  if (ended !== 'completed' && ended !== 'failed') execution.dismiss()
  // Late responses must have no effect.
  stage.clearLies()
  if (stage.held.isHolding()) await stage.release()

  if (stuckAt !== undefined) throw new Error(`The swap did not finish: it is still in stage ${stuckAt}`)
  stage.service.requireHealth()
  stage.node.requireHealth()

  return {
    ...run,
    lie,
    mode,
    requests,
    final,
    quotes: stage.service.quotes(),
    strayRequests: [...stage.service.strayRequests(), ...stage.node.strayRequests()],
    isApplied:
      isAlwaysApplied(lie) || stage.service.lieCount() + stage.node.lieCount() + walletLieCount() > 0,
  }

  async function confirm(intent: SwapIntent): Promise<void> {
    await new Promise<void>((resolve) => {
      let isOver = false
      let fruitlessPolls = 0
      const end = () => {
        isOver = true
        clearTimeout(limit)
        stage.held.onHold = undefined
        stage.node.onAnswer = undefined
        stop()
        resolve()
      }
      const look = () => {
        const state = execution.getState()
        if (isOver) return
        if (state.stage === 'completed' || state.stage === 'failed') end()
        else if (lie.leaves?.(state, stage) || hasInvalidHash(state) || fruitlessPolls > MAX_FRUITLESS_POLLS)
          end()
        else if (state.stage === 'reconfirm') answer(state, end)
      }
      const stop = execution.subscribe(look)
      const limit = setTimeout(() => {
        stuckAt = execution.getState().stage
        end()
      }, TIMEOUT_MS)
      // The user leaves when a response is delayed.
      stage.held.onHold = () => setImmediate(end)
      stage.node.onAnswer = () => {
        const state = execution.getState()
        if (state.stage === 'watching' || ('hash' in state && state.hash !== undefined)) fruitlessPolls += 1
        look()
      }
      execution.start(intent)
      look()
    })
  }

  function answer(state: StateOf<'reconfirm'>, leave: () => void): void {
    if (run.reconfirmations.at(-1)?.state === state) return
    const { verified, intent } = state
    const { outputAmount, minOutputAmount, inputAmount, maxInputAmount } = verified
    const own = intent.outputAmount ?? getMinimum(outputAmount, intent.slippageBps)
    run.reconfirmations.push({
      state,
      inputAmount,
      maxInputAmount,
      outputAmount,
      minOutputAmount: mode.codec === 'sluice' ? larger(own, minOutputAmount ?? 0n) : undefined,
      afterRequests: requests.length,
    })
    if (run.reconfirmations.length > MAX_RECONFIRMATIONS) leave()
    else {
      stage.clock.offsetMs += lie.thinksMs ?? 0
      setImmediate(() => execution.accept())
    }
  }
}

/** True if the hash is malformed, so that no transaction can be found by it. */
function hasInvalidHash(state: ExecutionState): boolean {
  return 'hash' in state && state.hash !== undefined && !/^0x[0-9a-fA-F]{64}$/.test(state.hash)
}

/** True if a lie is applied by its setup alone, on the chain or in the catalogue. */
function isAlwaysApplied(lie: Lie): boolean {
  return lie.onChain === true || lie.catalogue !== undefined
}

/** The tokens as the pages show records of the catalogue. */
function toShownTokens({ inputToken, outputToken }: ListedTokens, chain: ResolvedChain): ListedTokens {
  const shown = (token: Token) =>
    isNativeToken(token.address) ? nativeToken(chain) : tokenOfMetadata(chain.id, token.address, token)
  return { inputToken: shown(inputToken), outputToken: shown(outputToken) }
}

/** Caches the honest responses of a swap, because a false chain state would falsify the service's responses too. */
async function recordHonestResponses(stage: LieStage, swap: SwapName): Promise<void> {
  stage.recordedSwaps.add(swap)
  const [mode] = MODES
  if (mode) await runLie(stage, { name: 'nothing', swap }, mode)
}

function getIntent({ input, output, amount, buys = false, hasPartner }: Swap, { chain }: LieStage) {
  return {
    input,
    output,
    amount,
    buys,
    slippageBps: SLIPPAGE_BPS,
    ...(hasPartner && { partner: { address: chain.account(ACCOUNTS.partner), feeBps: PARTNER_FEE_BPS } }),
  }
}

/** The amounts on the review page at Confirm. */
function agreementTo({ price, slippageBps, ...intent }: SwapIntent, mode: Mode): Agreement {
  const isPurchase = intent.outputAmount !== undefined
  const outputAmount = intent.outputAmount ?? BigInt(price.effectiveOutputAmount)
  const minimum = isPurchase ? outputAmount : getMinimum(outputAmount, slippageBps)
  return {
    inputAmount: intent.inputAmount,
    maxInputAmount: isPurchase ? getMaximum(intent.inputAmount, slippageBps) : intent.inputAmount,
    outputAmount,
    minOutputAmount: mode.codec === 'sluice' ? minimum : undefined,
  }
}

/** `ceil(input x (10000 + slippage) / 10000)`. */
function getMaximum(inputAmount: bigint, slippageBps: number): bigint {
  return (inputAmount * BigInt(10_000 + slippageBps) + 9_999n) / 10_000n
}

/** `floor(output x (10000 - slippage) / 10000)`, at least 1. */
function getMinimum(outputAmount: bigint, slippageBps: number): bigint {
  return larger((outputAmount * BigInt(10_000 - slippageBps)) / 10_000n, 1n)
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
