import { sameAddress } from '../../../wire/lib/address.ts'
import type { Position } from '../../queries/positions-query.ts'
import type { ActivityEntry } from '../../store/types.ts'

/** Deposits, withdrawals and earnings of a position, in base units of its asset. */
export interface RecordedDeposits {
  deposited: bigint
  withdrawn: bigint
  /** Current value plus withdrawals, minus deposits. */
  earned: bigint
}

/** Faster growth of a lending token's balance than this cannot be interest. */
const MAX_PERCENT_PER_YEAR = 100n
const YEAR_MS = 365n * 86_400_000n
/** Each transfer of a lending token can round its balance by one base unit. */
const ROUNDING = 2n

/**
 * Sums the deposits and withdrawals of a position from the account's swaps. Undefined if the sum
 * does not match the position, because tokens were then moved outside this widget.
 */
export function getRecordedDeposits(
  position: Pick<Position, 'kind' | 'token' | 'asset' | 'balance' | 'assets'>,
  { entries, now }: { entries: readonly ActivityEntry[]; now: number },
): RecordedDeposits | undefined {
  const { kind, token, asset, balance, assets } = position
  const swaps = entries.filter(({ status, chainId }) => status === 'done' && chainId === token.chainId)
  const ins = swaps.filter(
    ({ outputToken, receiver, account }) =>
      sameAddress(outputToken.address, token.address) && sameAddress(receiver, account),
  )
  const outs = swaps.filter(({ inputToken }) => sameAddress(inputToken.address, token.address))
  if (ins.length === 0) return undefined

  const shares = { in: sum(ins.map(getReceived)), out: sum(outs.map(getPaid)) }
  if (shares.in === undefined || shares.out === undefined) return undefined
  const isVault = kind === 'vault'
  if (isVault && shares.in - shares.out !== balance) return undefined
  const deposited = isVault ? sum(ins.map(paidIn)) : shares.in
  const withdrawn = isVault ? sum(outs.map(receivedIn)) : shares.out
  if (deposited === undefined || withdrawn === undefined) return undefined
  const earned = assets + withdrawn - deposited
  if (!isVault) {
    const ageMs = BigInt(Math.max(0, now - Math.min(...ins.map(({ startedAt }) => startedAt))))
    const most = (deposited * ageMs * MAX_PERCENT_PER_YEAR) / (YEAR_MS * 100n)
    const slack = ROUNDING * BigInt(ins.length + outs.length)
    if (earned < -slack || earned > most + slack) return undefined
  }
  return { deposited, withdrawn, earned: !isVault && earned < 0n ? 0n : earned }

  function paidIn(entry: ActivityEntry): bigint | undefined {
    return sameAddress(entry.inputToken.address, asset.address) ? getPaid(entry) : undefined
  }

  function receivedIn(entry: ActivityEntry): bigint | undefined {
    const isOwn = sameAddress(entry.receiver, entry.account)
    return isOwn && sameAddress(entry.outputToken.address, asset.address) ? getReceived(entry) : undefined
  }
}

function getReceived({ received }: ActivityEntry): bigint | undefined {
  return received === undefined ? undefined : BigInt(received)
}

function getPaid({ paid, purchase, inputAmount }: ActivityEntry): bigint | undefined {
  if (paid !== undefined) return BigInt(paid)
  return purchase ? undefined : BigInt(inputAmount)
}

/** Returns undefined if any amount is undefined. */
function sum(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  let total = 0n
  for (const amount of amounts) {
    if (amount === undefined) return undefined
    total += amount
  }
  return total
}
