import type { ChainPlan } from './chains.ts'
import { type Rpc, toQuantity } from './rpc.ts'

const BLOCK_GAS_LIMIT = 60_000_000
export const HISTORY_SECONDS = 31 * 24 * 60 * 60
/** Blocks that stand for the month: one each six hours. */
const HISTORY_BLOCK_SECONDS = 6 * 60 * 60

/** Lets the month before now go by: the chain has a past, and its clock is the wall's from here on. */
export async function catchUp(rpc: Rpc, plan: ChainPlan): Promise<void> {
  const blocks = HISTORY_SECONDS / HISTORY_BLOCK_SECONDS - 1
  await rpc.request('anvil_mine', toQuantity(blocks), toQuantity(HISTORY_BLOCK_SECONDS))
  await rpc.request('evm_setBlockGasLimit', toQuantity(BLOCK_GAS_LIMIT))
  await rpc.request('evm_setTime', Math.floor(Date.now() / 1000))
  await holdBaseFee(rpc, plan)
  await rpc.request('evm_mine')
}

/** Lets blocks come: at an interval, or on each transaction when it is 0. Returns what ends it. */
export async function startPace(rpc: Rpc, plan: ChainPlan, blockSeconds: number): Promise<() => void> {
  if (blockSeconds === 0) {
    await rpc.request('evm_setAutomine', true)
    return () => undefined
  }
  await holdBaseFee(rpc, plan)
  await rpc.request('evm_setIntervalMining', blockSeconds)
  // Blocks far from full halve the fee every few of them; a chain people use does not.
  const timer = setInterval(() => holdBaseFee(rpc, plan).catch(() => undefined), blockSeconds * 1000)
  return () => clearInterval(timer)
}

async function holdBaseFee(rpc: Rpc, plan: ChainPlan): Promise<void> {
  await rpc.request('anvil_setNextBlockBaseFeePerGas', toQuantity(plan.baseFeeWei))
}
