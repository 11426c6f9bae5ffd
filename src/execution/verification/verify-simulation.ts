import { type Address, sameAddress } from '../../../wire/lib/address.ts'
import type { SimulationResult } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { UNLIMITED } from '../../lib/unlimited.ts'
import { getRounding } from '../machine/terms.ts'
import type { SwapIntent } from '../machine/types.ts'

export interface MeasuredAmounts {
  paid: bigint
  received: bigint
}

interface ExpectedEffects {
  intent: SwapIntent
  router: Address
  maxInputAmount: bigint
  minOutputAmount: bigint
  /** The highest allowance of the input that the router may have afterwards. Default: no limit. */
  maxAllowance?: bigint | undefined
  /** True if only the simulation proves the trade: its logs then have to show both transfers. */
  isOnlyProof?: boolean
}

/**
 * Compares a simulation with what the user agreed to, and returns what was paid and received: at
 * most the maximum of the input leaves the account and no other token, at least the minimum arrives
 * (each within one unit of rounding), and only the router gets an allowance. Throws
 * `SIMULATION_FAILED` or `QUOTE_MISMATCH` (details name the difference).
 */
export function verifySimulation(
  simulation: SimulationResult,
  { intent, router, maxInputAmount, minOutputAmount, maxAllowance, isOnlyProof = false }: ExpectedEffects,
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

  requireOwnAllowances(simulation, { intent, router, maxAllowance })
  const received = getChange(simulation, receiver, outputToken.address)
  if (received + getRounding(minOutputAmount) < minOutputAmount) {
    throw mismatch('output received', `at least ${minOutputAmount}`, received)
  }
  if (isOnlyProof) requireLogged(simulation, intent)
  return { paid, received }
}

/**
 * Throws if the account allows anything but the input, to anyone but the router, or more than
 * `maxAllowance`.
 */
function requireOwnAllowances(
  { allowances }: SimulationResult,
  {
    intent: { account, inputToken },
    router,
    maxAllowance = UNLIMITED,
  }: Pick<ExpectedEffects, 'intent' | 'router' | 'maxAllowance'>,
): void {
  for (const { owner, spender, token, amount } of allowances) {
    if (amount === 0n || !sameAddress(owner, account)) continue
    const isOwn = sameAddress(spender, router) && sameAddress(token, inputToken.address)
    if (!isOwn) throw mismatch('allowance', `only the input, to ${router}`, spender)
    if (amount > maxAllowance) throw mismatch('allowance', `at most ${maxAllowance}`, amount)
  }
}

/**
 * Throws unless transfers show that the input leaves the account and the output reaches the
 * receiver.
 */
function requireLogged(
  { transfers }: SimulationResult,
  { account, receiver, inputToken, outputToken }: SwapIntent,
): void {
  const isMoved = (token: Address, party: 'from' | 'to', owner: Address) =>
    transfers.some(
      (one) => one.amount > 0n && sameAddress(one.token, token) && sameAddress(one[party], owner),
    )
  if (!isMoved(inputToken.address, 'from', account)) throw mismatch('input paid', 'a transfer', 'none')
  if (!isMoved(outputToken.address, 'to', receiver)) throw mismatch('output received', 'a transfer', 'none')
}

function getChange(simulation: SimulationResult, account: Address, token: Address): bigint {
  const change = simulation.balanceChanges.find(
    (entry) => sameAddress(entry.account, account) && sameAddress(entry.token, token),
  )
  return change ? BigInt(change.delta) : 0n
}

function mismatch(field: string, expected: unknown, received: unknown): SluiceError {
  return new SluiceError('QUOTE_MISMATCH', {
    details: `simulation, ${field}: expected ${expected}, received ${received}`,
  })
}
