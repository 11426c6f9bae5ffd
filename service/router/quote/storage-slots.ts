import type { PublicClient } from 'viem'
import { numberToHex, pad } from 'viem'
import { type Address, type Hex, sameAddress } from '../../../src/lib/address.ts'
import { simulateCalls } from '../../chain/simulate.ts'
import type { PinnedBlock, StateOverride } from '../../chain/simulation.ts'
import { uintAt } from '../../lib/abi-words.ts'

/** `0x` and 32 bytes. */
const WORD_LENGTH = 66
/** More than any honest token reads to tell a balance; each costs a question to the node. */
const MAX_TRIES = 16
const REMEMBERED_MS = 10 * 60_000
const MAX_REMEMBERED = 2_000

export interface SlotQuestion {
  chainId: number
  /** A view that answers one number, such as `balanceOf` or `allowance`. */
  to: Address
  data: Hex
  /** The number it should answer. */
  value: bigint
  block: PinnedBlock
}

type Overrides = Record<Address, StateOverride>
type Slot = [account: Address, key: Hex]

/**
 * The state override under which a view answers at least `value`: the slots it reads are tried one by one.
 * Undefined when none does it, or when the node cannot tell what is read.
 */
export type OverrideView = (client: PublicClient, question: SlotQuestion) => Promise<Overrides | undefined>

/** What is known of a view of a token, for numbers of one length. */
interface Memory {
  untilMs: number
  /** Slots that did not do it, such as that of a proxy's implementation: nobody's number stands there. */
  inVain: Set<string>
  isHopeless: boolean
}

/**
 * Remembers what was tried in vain, so that a token made to cost much does so once. Of numbers that take as many
 * bytes: one that an honest token cannot hold must not spoil it for those it can.
 */
export function createOverrideView(nowMs = () => performance.now()): OverrideView {
  const memories = new Map<string, Memory>()

  function getMemory({ chainId, to, data, value }: SlotQuestion): Memory {
    const bytes = Math.ceil(value.toString(16).length / 2)
    const key = `${chainId} ${to.toLowerCase()} ${data.slice(0, 10)} ${bytes}`
    const known = memories.get(key)
    if (known && known.untilMs > nowMs()) return known
    const fresh: Memory = { untilMs: nowMs() + REMEMBERED_MS, inVain: new Set(), isHopeless: false }
    memories.delete(key)
    memories.set(key, fresh)
    const [oldest] = memories.keys()
    if (memories.size > MAX_REMEMBERED && oldest !== undefined) memories.delete(oldest)
    return fresh
  }

  return async (client, question) => {
    const memory = getMemory(question)
    if (memory.isHopeless) return undefined
    const slots = await slotsRead(client, question)
    if (!slots) return undefined
    const untried = slots.filter((slot) => !memory.inVain.has(slot.join()))
    for (const slot of untried.slice(0, MAX_TRIES)) {
      const overrides = toOverride(slot, question.value)
      if (await answersAtLeast(client, question, overrides)) return overrides
      if (memory.inVain.size < MAX_TRIES) memory.inVain.add(slot.join())
    }
    memory.isHopeless = true
    return undefined
  }
}

/** Undefined when the node cannot tell. */
async function slotsRead(
  client: PublicClient,
  { to, data, block: { blockNumber } }: SlotQuestion,
): Promise<Slot[] | undefined> {
  const read = await client.createAccessList({ to, data, blockNumber }).catch(() => undefined)
  const slots = read?.accessList.flatMap(({ address, storageKeys }) =>
    storageKeys.map((key): Slot => [address, key]),
  )
  // A token mostly keeps its numbers itself.
  return slots?.sort(([a], [b]) => Number(sameAddress(b, to)) - Number(sameAddress(a, to)))
}

function toOverride([account, key]: Slot, value: bigint): Overrides {
  return { [account]: { stateDiff: { [key]: pad(numberToHex(value)) } } }
}

async function answersAtLeast(
  client: PublicClient,
  { to, data, value, block }: SlotQuestion,
  overrides: Overrides,
): Promise<boolean> {
  const [result] = await simulateCalls(client, { block, overrides, calls: [{ from: to, to, data }] })
  // What stands in the slot may be where a proxy points to: then nothing answers.
  const isNumber = result?.success && result.returnData.length >= WORD_LENGTH
  return isNumber === true && uintAt(result.returnData, 0) >= value
}

/** Both overrides at once; slots of one contract are put together. */
export function mergeOverrides(overrides: readonly Overrides[]): Overrides {
  const merged: Overrides = {}
  for (const override of overrides) {
    for (const [account, state] of Object.entries(override) as [Address, StateOverride][]) {
      const before = merged[account]
      merged[account] = { ...before, ...state, stateDiff: { ...before?.stateDiff, ...state.stateDiff } }
    }
  }
  return merged
}
