import type { SimulationResult } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { type Address, sameAddress } from '../../lib/address.ts'
import { getRounding } from '../machine/terms.ts'
import type { SwapIntent } from '../machine/types.ts'

/** What a simulated swap moved, in base units. */
export interface MeasuredAmounts {
  paid: bigint
  received: bigint
}

/**
 * Compares a simulation with what the user agreed to, and returns what was paid and received: at most the maximum of the
 * input leaves the account and no other token, at least the minimum arrives (each within one unit of rounding), and only the router gets
 * an allowance. Throws `SIMULATION_FAILED` or `QUOTE_MISMATCH` (details name the difference).
 */
export function verifySimulation(
  simulation: SimulationResult,
  {
    intent,
    router,
    maxInputAmount,
    minOutputAmount,
  }: { intent: SwapIntent; router: Address; maxInputAmount: bigint; minOutputAmount: bigint },
): MeasuredAmounts {
  if (!simulation.success) {
    throw new SluiceError('SIMULATION_FAILED', { details: simulation.error })
  }
  const { account, receiver, inputToken, outputToken } = intent

  const leaving = simulation.transfers.filter((transfer) => sameAddress(transfer.from, account))
  const other = leaving.find((transfer) => !sameAddress(transfer.token, inputToken.address))
  if (other) throw mismatch('leaves the account', 'only the input', `${other.amount} of ${other.token}`)
  const sent = leaving.reduce((sum, { amount }) => sum + amount, 0n)
  if (sent > maxInputAmount) throw mismatch('input paid', `at most ${maxInputAmount}`, sent)
  const paid = -getChange(simulation, account, inputToken.address)
  if (paid > maxInputAmount + getRounding(maxInputAmount)) {
    throw mismatch('input paid', `at most ${maxInputAmount}`, paid)
  }
  const lost = simulation.balanceChanges.find(
    (change) =>
      sameAddress(change.account, account) &&
      !sameAddress(change.token, inputToken.address) &&
      BigInt(change.delta) < 0n,
  )
  if (lost) throw mismatch('leaves the account', 'only the input', `${lost.delta} of ${lost.token}`)

  const foreign = simulation.allowances.find(
    ({ owner, spender, token, amount }) =>
      amount > 0n &&
      sameAddress(owner, account) &&
      !(sameAddress(spender, router) && sameAddress(token, inputToken.address)),
  )
  if (foreign) throw mismatch('allowance', `only the input, to ${router}`, foreign.spender)

  const received = getChange(simulation, receiver, outputToken.address)
  if (received + getRounding(minOutputAmount) < minOutputAmount) {
    throw mismatch('output received', `at least ${minOutputAmount}`, received)
  }
  return { paid, received }
}

function getChange(simulation: SimulationResult, account: Address, token: Address): bigint {
  const change = simulation.balanceChanges.find(
    (entry) => sameAddress(entry.account, account) && sameAddress(entry.token, token),
  )
  return change ? BigInt(change.delta) : 0n
}

function mismatch(field: string, expected: unknown, received: unknown): SluiceError {
  return new SluiceError('QUOTE_MISMATCH', {
    details: `trial run, ${field}: expected ${expected}, received ${received}`,
  })
}
