import { SluiceError } from '../../errors/sluice-error.ts'
import { smallerOf } from '../../lib/amount.ts'
import { minimumOutput } from '../../lib/minimum-output.ts'
import { loadSettlementCodec } from '../settlement-codec.ts'
import type { StateOf, SwapIntent, VerifiedQuote } from '../types.ts'
import { type VerifiedCall, verifyQuote } from '../verify-quote.ts'
import { verifyTrialRun } from '../verify-trial-run.ts'
import { chainOf } from './chain-of.ts'
import { readFunds, requireFunds } from './read-funds.ts'
import { rehearse } from './rehearse.ts'
import type { Effect, EffectContext } from './types.ts'

/** How long a quote counts as the present price. Its deadline on chain is later. */
const FRESH_MS = 30_000

/**
 * Believes nothing: decodes the calldata, reads balance and allowance, and rehearses the whole trade, missing
 * approvals included, through the host's own RPC. What passes is what the screen says.
 */
export const verify: Effect<StateOf<'verifying'>> = async (state, context) => {
  const { intent, terms, quote, supportId } = state
  const freshUntil = context.now() + FRESH_MS
  const chain = chainOf(context.config(), intent.chainId)
  const codec = chain.codec === 'sluice' ? await loadSettlementCodec() : undefined
  const call = verifyQuote(quote, { intent, terms, router: chain.routerAddress, codec, now: context.now() })

  const [funds, gasPriceWei] = await Promise.all([
    readFunds(context.chain, intent, call.to),
    context.chain.gasPrice(intent.chainId).catch(() => undefined),
  ])
  requireFunds(funds, intent)
  const { trialRun, approvalSteps, gas } = await rehearse(context.chain, { intent, call, funds, quote })
  if (!trialRun && !codec) requireLeave(context)

  const claimed = BigInt(quote.effectiveOutputAmount)
  const measured = trialRun
    ? verifyTrialRun(trialRun, { intent, router: call.to, minOutputAmount: leastOf(call, claimed, intent) })
    : claimed
  const cost = (units: bigint) => (gasPriceWei === undefined ? undefined : units * gasPriceWei)
  requireGas(funds.native, call.value, cost(gas.total))

  const verified: VerifiedQuote = {
    quote,
    ...call,
    outputAmount: smallerOf(claimed, measured),
    approvals:
      approvalSteps.length === 0
        ? undefined
        : {
            steps: approvalSteps,
            token: intent.inputToken.address,
            spender: call.to,
            amount: intent.inputAmount,
            currentAllowance: funds.allowance,
            totalGasWei: cost(gas.total),
          },
    trialRun,
    gasCostWei: cost(gas.swap),
    freshUntil,
    supportId,
  }
  return { type: 'verified', verified }
}

/** A foreign router's own minimum cannot be read: the one we would have enforced must arrive. */
function leastOf(call: VerifiedCall, claimed: bigint, intent: SwapIntent): bigint {
  return call.minOutputAmount ?? minimumOutput(claimed, intent.slippageBps)
}

/** Neither decoded nor simulated: only the host may let that pass. */
function requireLeave({ config }: EffectContext): void {
  if (config().verification === 'warn') return
  throw new SluiceError('UNVERIFIABLE', { details: 'no codec for this router and no RPC that simulates' })
}

function requireGas(balanceWei: bigint, valueWei: bigint, costWei: bigint | undefined): void {
  if (costWei === undefined || balanceWei >= valueWei + costWei) return
  throw new SluiceError('INSUFFICIENT_GAS', {
    details: `needs ${valueWei + costWei} wei, balance ${balanceWei} wei`,
  })
}
