import type { ResolvedChain } from '../../src/config/types.ts'
import type { Token } from '../../src/events/types.ts'
import type { ExecutionState, StateOf, SwapIntent } from '../../src/execution/machine/types.ts'
import { isNativeToken } from '../../src/lib/address.ts'
import { nativeToken, tokenOfMetadata } from '../../src/queries/token-of.ts'
import type { ListedTokens } from '../swap-bench.ts'
import type { Lie } from './lie.ts'
import type { LieStage } from './lie-stage.ts'
import type { ToldQuote } from './lying-service.ts'
import type { WalletRequest } from './lying-wallet.ts'
import { MODES, type Mode } from './modes.ts'
import { ACCOUNTS, PARTNER_FEE_BPS, SLIPPAGE_BPS, SWAPS, type Swap, type SwapName } from './swaps.ts'

/** What a person was last told and agreed to. Base units of the output token. */
export interface Agreement {
  outputAmount: bigint
  /** Undefined where the screen promises none: a foreign router. */
  minOutputAmount: bigint | undefined
}

/** A question to the person, who says yes. */
export interface AskedAgreement extends Agreement {
  state: StateOf<'reconfirm'>
  /** How many requests the wallet had had before. */
  afterRequests: number
}

/** One run, from the price to the end. */
export interface Play {
  lie: Lie
  mode: Mode
  /** Undefined where there was no price to agree to. */
  intent: SwapIntent | undefined
  agreed: Agreement | undefined
  asks: readonly AskedAgreement[]
  requests: readonly WalletRequest[]
  final: ExecutionState
  /** Why there was no price. */
  thrown: unknown
  quotes: readonly ToldQuote[]
  /** What was asked of hosts that nobody named. */
  strayRequests: readonly string[]
  /** Whether anything was told that is not so. */
  isTold: boolean
}

/** After so many answers about what is on its way the person leaves. What was mined needs fewer. */
const MAX_LOOKS = 20
/** Ends what hangs; far longer than any swap here takes. */
const STUCK_MS = 30_000
/** A person who says yes this often begins to wonder. */
const MAX_ASKS = 3

/** Plays one lie: a person sees a price, confirms, says yes to what is asked, and signs. */
export async function play(stage: LieStage, lie: Lie, mode: Mode): Promise<Play> {
  const { swap = 'standing' } = lie
  if (lie.onChain && !stage.heard.has(swap)) await hearHonestly(stage, swap)
  await stage.reset()
  stage.service.lies.price = lie.price
  stage.service.lies.quote = lie.quote
  stage.node.lie = lie.node
  stage.node.simulates = mode.simulates
  await lie.before?.(stage)
  const { bench, chain, requests, walletLiesTold } = await stage.seat(mode, { swap, wallet: lie.wallet })
  const { execution } = bench

  let stuckAt: string | undefined
  const run: Pick<Play, 'intent' | 'agreed' | 'thrown'> & { asks: AskedAgreement[] } = {
    intent: undefined,
    agreed: undefined,
    thrown: undefined,
    asks: [],
  }
  try {
    const { catalogue } = lie
    run.intent = await bench.intent({
      ...getIntent(SWAPS[swap], stage),
      ...(catalogue && { listed: (tokens) => asShown(catalogue(tokens, stage), chain) }),
    })
    run.agreed = agreementTo(run.intent, mode)
    await confirm(run.intent)
  } catch (error) {
    run.thrown = error
  }
  const { stage: ended } = execution.getState()
  const final = execution.getState()
  if (ended !== 'completed' && ended !== 'failed') execution.dismiss()
  // What comes late must change nothing.
  stage.silenceLies()
  if (stage.held.isHolding()) await stage.release()

  if (stuckAt !== undefined) throw new Error(`The swap got stuck at ${stuckAt}, and nobody left`)
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
    isTold: isThere(lie) || stage.service.liesTold() + stage.node.liesTold() + walletLiesTold() > 0,
  }

  async function confirm(intent: SwapIntent): Promise<void> {
    await new Promise<void>((resolve) => {
      let isOver = false
      let looksInVain = 0
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
        else if (lie.leaves?.(state, stage) || isInVain(state) || looksInVain > MAX_LOOKS) end()
        else if (state.stage === 'reconfirm') answer(state, end)
      }
      const stop = execution.subscribe(look)
      const limit = setTimeout(() => {
        stuckAt = execution.getState().stage
        end()
      }, STUCK_MS)
      // Nobody waits for an answer that does not come.
      stage.held.onHold = () => setImmediate(end)
      stage.node.onAnswer = () => {
        const state = execution.getState()
        if ('hash' in state && state.hash !== undefined) looksInVain += 1
        look()
      }
      execution.start(intent)
      look()
    })
  }

  function answer(state: StateOf<'reconfirm'>, leave: () => void): void {
    if (run.asks.at(-1)?.state === state) return
    const { outputAmount, minOutputAmount } = state.verified
    const own = getMinimum(outputAmount, state.intent.slippageBps)
    run.asks.push({
      state,
      outputAmount,
      minOutputAmount: mode.codec === 'sluice' ? larger(own, minOutputAmount ?? 0n) : undefined,
      afterRequests: requests.length,
    })
    if (run.asks.length > MAX_ASKS) leave()
    else {
      stage.clock.offsetMs += lie.thinksMs ?? 0
      setImmediate(() => execution.accept())
    }
  }
}

/** No transaction goes by such a hash, and so nobody waits for it. */
function isInVain(state: ExecutionState): boolean {
  return 'hash' in state && state.hash !== undefined && !/^0x[0-9a-fA-F]{64}$/.test(state.hash)
}

/** Lies on the chain or in the catalogue are told as soon as they are there. */
function isThere(lie: Lie): boolean {
  return lie.onChain === true || lie.catalogue !== undefined
}

/** What the pages make of a record of the catalogue. */
function asShown({ inputToken, outputToken }: ListedTokens, chain: ResolvedChain): ListedTokens {
  const shown = (token: Token) =>
    isNativeToken(token.address) ? nativeToken(chain) : tokenOfMetadata(chain.id, token.address, token)
  return { inputToken: shown(inputToken), outputToken: shown(outputToken) }
}

/** Once the chain itself lies, even the honest service is deceived: it has to have answered before. */
async function hearHonestly(stage: LieStage, swap: SwapName): Promise<void> {
  stage.heard.add(swap)
  const [mode] = MODES
  if (mode) await play(stage, { name: 'nothing', swap }, mode)
}

function getIntent({ input, output, amount, hasPartner }: Swap, { chain }: LieStage) {
  return {
    input,
    output,
    amount,
    slippageBps: SLIPPAGE_BPS,
    ...(hasPartner && { partner: { address: chain.account(ACCOUNTS.partner), feeBps: PARTNER_FEE_BPS } }),
  }
}

/** What the review page says when the person confirms. */
function agreementTo({ price, slippageBps }: SwapIntent, mode: Mode): Agreement {
  const outputAmount = BigInt(price.effectiveOutputAmount)
  return {
    outputAmount,
    minOutputAmount: mode.codec === 'sluice' ? getMinimum(outputAmount, slippageBps) : undefined,
  }
}

/** `floor(output x (10000 - slippage) / 10000)`, never 0. */
function getMinimum(outputAmount: bigint, slippageBps: number): bigint {
  return larger((outputAmount * BigInt(10_000 - slippageBps)) / 10_000n, 1n)
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
