import { type Address, NATIVE_TOKEN, sameAddress } from '../../../wire/lib/address.ts'
import { minBigInt } from '../../../wire/lib/amount.ts'
import type { SimulationResult } from '../../chain/types.ts'
import { TYPICAL_WRAP_GAS, wrapCall } from '../../chain/wrap-call.ts'
import { wrapPrice } from '../../chain/wrap-price.ts'
import { getChain } from '../../config/get-chain.ts'
import { getWrapper } from '../../config/wrapped-native.ts'
import { orUnknown } from '../../errors/report-defect.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { expectEqual } from '../codecs/quote-mismatch.ts'
import type { StateOf, SwapIntent } from '../machine/types.ts'
import { verifySimulation } from '../verification/verify-simulation.ts'
import { gasLimit } from './gas-limit.ts'
import { requireDecimals, requireFunds, requireGas } from './read-funds.ts'
import type { Effect, EffectContext } from './types.ts'
import { readL1Fees, requireUnverifiedAllowed } from './verify.ts'

/** The quote of a wrap. It needs no service, because the wrapper exchanges one to one. */
export function quoteWrap(wrapper: Address): Effect<StateOf<'quoting'>> {
  return async ({ intent }) => ({
    type: 'quoted',
    quote: {
      ...wrapPrice(intent),
      calldata: wrapCall(wrapper, intent).data,
      revert: false,
      computationUnits: 0,
      lowBalance: false,
      blockNumber: 0,
    },
    supportId: undefined,
    clockSkewMs: 0,
  })
}

/**
 * Verifies a wrap without the service: the contract is the configured wrapper of the chain, and in
 * the simulation exactly the input leaves and the same amount arrives.
 */
export function verifyWrap(wrapper: Address): Effect<StateOf<'verifying'>> {
  return async ({ intent, quote, supportId }, context) => {
    requireOwnWrapper(wrapper, intent, context)
    const { chain } = context
    const { chainId, account, inputToken, inputAmount } = intent
    const call = wrapCall(wrapper, intent)
    const read = (token: Address) => chain.balanceOf({ chainId, token, account, blockTag: 'pending' })
    const [input, native, gasPriceWei] = await Promise.all([
      read(inputToken.address),
      read(NATIVE_TOKEN),
      orUnknown(chain.gasPrice(chainId), context.reportError),
      requireDecimals(chain, intent),
    ])
    requireFunds({ input }, { maxInputAmount: inputAmount })
    const simulation = await chain.simulate({
      chainId,
      from: account,
      calls: [call],
      accounts: [account],
      tokens: [wrapper],
    })
    if (simulation) requireExact(simulation, wrapper, intent)
    else requireUnverifiedAllowed(context)
    const gas = simulation?.gasUsed[0] ?? TYPICAL_WRAP_GAS
    const l1Fees = await readL1Fees({ chainId, data: [call.data], gas: [gas] }, context)
    const gasCostWei =
      gasPriceWei === undefined || !l1Fees ? undefined : gas * gasPriceWei + (l1Fees[0] ?? 0n)
    requireGas(native, call.value, gasCostWei)
    return {
      type: 'verified',
      verified: {
        quote,
        ...call,
        inputAmount,
        maxInputAmount: inputAmount,
        outputAmount: inputAmount,
        minOutputAmount: inputAmount,
        measuresReceiver: false,
        approvals: undefined,
        simulation,
        gas: {
          limit: await gasLimit(call, intent, context),
          expected: minBigInt(gas, TYPICAL_WRAP_GAS),
          priceWei: gasPriceWei,
        },
        gasCostWei,
        // A one-to-one exchange has no expiry.
        freshUntil: Number.POSITIVE_INFINITY,
        supportId,
      },
    }
  }
}

function requireOwnWrapper(wrapper: Address, intent: SwapIntent, { config }: EffectContext): void {
  const own = getWrapper(getChain(config(), intent.chainId), intent, intent)
  if (own && sameAddress(own, wrapper)) return
  throw new SluiceError('UNTRUSTED_ROUTER', {
    details: `wrapper: expected ${own ?? 'a configured address'}, received ${wrapper}`,
  })
}

/**
 * Throws `SIMULATION_FAILED`, or `QUOTE_MISMATCH` if more or less than the input leaves or arrives.
 */
function requireExact(simulation: SimulationResult, wrapper: Address, intent: SwapIntent): void {
  const { inputAmount } = intent
  const { paid, received } = verifySimulation(simulation, {
    intent,
    router: wrapper,
    maxInputAmount: inputAmount,
    minOutputAmount: inputAmount,
  })
  expectEqual('simulation, output received', inputAmount, received)
  expectEqual('simulation, input paid', inputAmount, paid)
}
