import { type Rpc, toQuantity } from '../node/rpc.ts'
import type { ChainPlan } from '../plan/chains.ts'
import type { Setup } from '../setup/setup.ts'
import type { LendingActivity } from './lending-activity.ts'

const BLOCK_GAS_LIMIT = 60_000_000
const DAY_SECONDS = 24 * 60 * 60
const HISTORY_DAYS = 31
export const HISTORY_SECONDS = HISTORY_DAYS * DAY_SECONDS
/** Seconds between the blocks of the month of history. */
const HISTORY_BLOCK_SECONDS = 6 * 60 * 60

/**
 * Mines each block one second after the previous one, so that setups do not depend on the wall
 * clock.
 */
export async function holdClock(rpc: Rpc): Promise<void> {
  await rpc.request('anvil_setBlockTimestampInterval', 1)
}

/** Mines the month of history, one day of four blocks at a time. */
export async function mineHistory(rpc: Rpc, setup: Setup, lending: LendingActivity): Promise<void> {
  await rpc.request('anvil_setBlockTimestampInterval', HISTORY_BLOCK_SECONDS)
  const blocksADay = DAY_SECONDS / HISTORY_BLOCK_SECONDS
  for (let day = 1; day <= HISTORY_DAYS; day += 1) {
    const { morning, evening } = lending.day()
    for (const { to, data } of morning) setup.send(`morning of day ${day}`, to, data)
    await setup.flush(blocksADay / 2)
    for (const { to, data } of evening) setup.send(`evening of day ${day}`, to, data)
    // The last evening is the present.
    await setup.flush(day === HISTORY_DAYS ? blocksADay / 2 - 1 : blocksADay / 2)
  }
  await setup.verify()
}

/**
 * Ends the history with a block at the present. Later blocks follow the wall clock, unless
 * `fixedNow` is given.
 */
export async function catchUp(rpc: Rpc, plan: ChainPlan, fixedNow?: number): Promise<void> {
  await rpc.request('evm_setBlockGasLimit', toQuantity(BLOCK_GAS_LIMIT))
  if (fixedNow === undefined) {
    await rpc.request('anvil_removeBlockTimestampInterval')
    await rpc.request('evm_setTime', wallSeconds())
  } else {
    await holdClock(rpc)
    await rpc.request('evm_setNextBlockTimestamp', fixedNow)
  }
  await holdBaseFee(rpc, plan)
  await rpc.request('evm_mine')
}

export function wallSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

/**
 * Mines blocks at an interval, or on each transaction if it is 0. Returns the function that stops
 * it.
 */
export async function startMining(rpc: Rpc, plan: ChainPlan, blockSeconds: number): Promise<() => void> {
  if (blockSeconds === 0) {
    await rpc.request('evm_setAutomine', true)
    return () => undefined
  }
  await holdBaseFee(rpc, plan)
  await rpc.request('evm_setIntervalMining', blockSeconds)
  // Restores the base fee, which nearly empty blocks would halve every few blocks.
  const timer = setInterval(() => holdBaseFee(rpc, plan).catch(() => undefined), blockSeconds * 1000)
  return () => clearInterval(timer)
}

async function holdBaseFee(rpc: Rpc, plan: ChainPlan): Promise<void> {
  await rpc.request('anvil_setNextBlockBaseFeePerGas', toQuantity(plan.baseFeeWei))
}
