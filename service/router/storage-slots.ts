import type { PublicClient } from 'viem'
import { numberToHex, pad } from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import { simulateCalls } from '../chain/simulate.ts'
import type { PinnedBlock, StateOverride } from '../chain/simulation.ts'
import { uintAt } from '../modules/words.ts'

/** `0x` and 32 bytes. */
const WORD_LENGTH = 66

export interface SlotQuestion {
  /** A view that answers one number, such as `balanceOf` or `allowance`. */
  to: Address
  data: Hex
  /** The number it should answer. */
  value: bigint
  block: PinnedBlock
}

/**
 * The state override under which a view answers at least `value`: the slots it reads are tried one by one.
 * Undefined when none does it, or when the node cannot tell what is read.
 */
export async function overrideView(
  client: PublicClient,
  { to, data, value, block }: SlotQuestion,
): Promise<Record<Address, StateOverride> | undefined> {
  const { blockNumber } = block
  const read = await client.createAccessList({ to, data, blockNumber }).catch(() => undefined)
  for (const { address, storageKeys } of read?.accessList ?? []) {
    for (const slot of storageKeys) {
      const overrides = { [address]: { stateDiff: { [slot]: pad(numberToHex(value)) } } }
      const [result] = await simulateCalls(client, {
        block,
        overrides,
        calls: [{ from: to, to, data }],
      })
      // What stands in the slot may be where a proxy points to: then nothing answers.
      const isNumber = result?.success && result.returnData.length >= WORD_LENGTH
      if (isNumber && uintAt(result.returnData, 0) >= value) return overrides
    }
  }
  return undefined
}

/** Both overrides at once; slots of one contract are put together. */
export function mergeOverrides(
  overrides: readonly Record<Address, StateOverride>[],
): Record<Address, StateOverride> {
  const merged: Record<Address, StateOverride> = {}
  for (const override of overrides) {
    for (const [account, state] of Object.entries(override) as [Address, StateOverride][]) {
      const before = merged[account]
      merged[account] = { ...before, ...state, stateDiff: { ...before?.stateDiff, ...state.stateDiff } }
    }
  }
  return merged
}
