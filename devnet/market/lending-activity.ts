import { encodeFunctionData } from 'viem'
import type { Random } from '../../wire/testing/random.ts'
import type { DeployedYield } from '../deployers/savings/queue-yield.ts'
import { baseUnits } from '../plan/amounts.ts'
import type { ChainPlan } from '../plan/chains.ts'
import { BORROWERS, DEPOSITS, LENDING, type Participant, RESERVES } from '../plan/lending.ts'
import type { ManifestToken } from '../plan/manifest.ts'
import type { DeskCall } from '../setup/trading-desk.ts'

/** Actions of savers and borrowers over time; the n-th is the same on every start. */
export interface LendingActivity {
  /** Actions of a day of history. */
  day(): { morning: DeskCall[]; evening: DeskCall[] }
  /** Actions of a round of the market, mostly none. */
  round(): DeskCall[]
}

/** A day's harvest in billionths of the vault: between 4 and 8 percent a year. */
const DAILY_HARVEST = [110_000, 210_000] as const
/** The harvest of a round in billionths of the vault; one comes about every half minute. */
const ROUND_HARVEST = [40, 80] as const

export function createLendingActivity(
  random: Random,
  { desks, deskAbi, share }: DeployedYield,
  { plan, tokens }: { plan: ChainPlan; tokens: ManifestToken[] },
): LendingActivity {
  const reserves = RESERVES.map(({ symbol, usageBps: [low, high] }) => {
    const token = tokens.find((candidate) => candidate.symbol === symbol)
    if (!token) throw new Error(`No token ${symbol} is deployed`)
    const saved = (DEPOSITS.saver[symbol] ?? 0) * LENDING[plan.name].scale
    return { token, low, high, usage: (low + high) / 2, first: saved, saved }
  })
  type Reserve = (typeof reserves)[number]

  const move = (participant: Participant, functionName: string, args: unknown[]): DeskCall => ({
    to: desks[participant],
    data: encodeFunctionData({ abi: deskAbi, functionName, args }),
  })
  const between = ([low, high]: readonly [number, number]) => Math.round(low + (high - low) * random.next())
  const harvest = (billionths: readonly [number, number]) =>
    move('saver', 'harvest', [share.address, between(billionths)])

  /** Changes the share that is lent out by a step, and reverses at the ends of its band. */
  function steer(reserve: Reserve, stepBps: number): DeskCall {
    const wanted = Math.round(reserve.usage + random.normal() * stepBps)
    const turned =
      wanted > reserve.high ? 2 * reserve.high - wanted : Math.max(wanted, 2 * reserve.low - wanted)
    reserve.usage = Math.min(Math.max(turned, reserve.low), reserve.high)
    const { symbol, address } = reserve.token
    return move(BORROWERS[symbol] ?? 'etherHolder', 'steer', [address, reserve.usage])
  }

  /** Deposits and withdraws at random, near the initial savings. */
  function save(reserve: Reserve, share: number): DeskCall[] {
    const { token, first, saved } = reserve
    const wanted = saved * (1 + (2 * random.next() - 1) * share)
    reserve.saved = Math.round(Math.min(Math.max(wanted, first / 2), first * 1.5))
    const amount = baseUnits(Math.abs(reserve.saved - saved), token.decimals)
    if (amount === 0n) return []
    return reserve.saved > saved
      ? [move('saver', 'supply', [token.address, amount, [desks.saver]])]
      : [move('saver', 'withdraw', [token.address, amount])]
  }

  const sometimes = (chance: number, moves: () => DeskCall[]): DeskCall[] =>
    random.next() < chance ? moves() : []

  return {
    day: () => ({
      morning: [
        harvest(DAILY_HARVEST),
        ...reserves.flatMap((reserve) => sometimes(0.5, () => save(reserve, 0.12))),
      ],
      evening: reserves.flatMap((reserve) => sometimes(0.9, () => [steer(reserve, 400)])),
    }),
    round: () => [
      ...reserves.flatMap((reserve) => sometimes(0.08, () => save(reserve, 0.002))),
      ...reserves.flatMap((reserve) => sometimes(0.12, () => [steer(reserve, 25)])),
      ...sometimes(0.15, () => [harvest(ROUND_HARVEST)]),
    ],
  }
}
