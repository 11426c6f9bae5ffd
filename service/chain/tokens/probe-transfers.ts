import { randomBytes } from 'node:crypto'
import { type PublicClient, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeCall, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader } from '../../modules/core/module.ts'
import { readUntrusted } from '../../modules/core/read-untrusted.ts'
import { gasLimit } from '../blocks/gas-limit.ts'
import { simulateCalls } from '../simulation/simulate.ts'
import type { PinnedBlock, SimulatedResult } from '../simulation/simulation.ts'

const balanceOf = toFunctionSelector('balanceOf(address)')
const transfer = toFunctionSelector('transfer(address,uint256)')
/**
 * A random account without tokens. A token that recognized a fixed account could exempt it from a
 * tax.
 */
const EMPTY_ACCOUNT: Address = `0x${randomBytes(20).toString('hex')}`
const SHARE = 100n
/**
 * Interest-bearing balances are shares that are rounded at each transfer. One share of stETH is
 * worth more than a unit.
 */
const ROUNDING = 2n

/**
 * A token and accounts that may hold it. The largest holder is probed first, and the others if its
 * transfer fails.
 */
export interface Holding {
  token: Address
  holders: readonly Address[]
}

/**
 * `plain`: a transfer from a holder and one back deliver the amount, up to two wei. `taxed`: one of
 * the two delivers less or more, because many tokens tax only sales. `unknown`: the simulation
 * failed. `costly`: the simulation failed after much gas, or a balance cannot be read cheaply.
 * `unmade`: the node simulated nothing, which proves nothing about the token.
 */
export type TransferTrait = 'plain' | 'taxed' | 'unknown' | 'costly' | 'unmade'

/** Calls per token. */
const CALLS = 6
/** Tokens per simulation, well below the limits of nodes. */
const CHUNK = 32
/** Gas per call, so that one token cannot use the gas of the others. */
const CALL_GAS = 1_000_000n
/** Gas of a token's calls above which a failed transfer is costly. Real tokens use less. */
const COSTLY_GAS = 900_000n
/** Tokens refused alone before the node counts as unable to simulate. */
const MAX_REFUSALS = 3

export interface ProbedToken {
  trait: TransferTrait
  /**
   * Holders that cannot transfer the token while another holder can. The token is blocked there and
   * plain elsewhere.
   */
  blocked: readonly Address[]
  /** Holders that can transfer the token. */
  working: readonly Address[]
}

export interface ProbeInput {
  holdings: readonly Holding[]
  read: BlockReader
  block: PinnedBlock
}

/** Returns only the traits. See `probeTokens`. */
export async function probeTransfers(client: PublicClient, input: ProbeInput): Promise<TransferTrait[]> {
  return (await probeTokens(client, input)).map(({ trait }) => trait)
}

/**
 * Simulates a transfer of each token and one back. Uses large batches, and smaller ones if the node
 * refuses them. Repeats a failed transfer from the next holder, because a token may block a single
 * account.
 */
export async function probeTokens(
  client: PublicClient,
  { holdings, read, block }: ProbeInput,
): Promise<ProbedToken[]> {
  const senders = await findSenders(holdings, read)
  const probe = createProbe(client, block)
  const told = senders.map((): TransferTrait[] => [])
  const mostHolders = Math.max(0, ...senders.map(({ transfers }) => transfers.length))
  for (let round = 0; round < mostHolders; round += 1) {
    const open = senders.flatMap(({ transfers }, i) => {
      const isOpen = (told[i] ?? []).every((trait) => trait === 'unknown')
      const transfer = isOpen ? transfers[round] : undefined
      return transfer ? [{ i, transfer }] : []
    })
    for (let start = 0; start < open.length; start += CHUNK) {
      const some = open.slice(start, start + CHUNK)
      const traits = await probe(some.map(({ transfer }) => transfer))
      for (const [k, { i }] of some.entries()) told[i]?.push(traits[k] ?? 'unmade')
    }
  }
  return senders.map(({ transfers, isSilent }, i) => {
    const traits = told[i] ?? []
    const trait = traits.at(-1) ?? 'unknown'
    const failed = transfers.slice(0, traits.length - 1).map(({ holder }) => holder)
    const working = transfers.slice(traits.length - 1, traits.length).map(({ holder }) => holder)
    if (trait === 'plain') return { trait, blocked: failed, working }
    return { trait: trait === 'unknown' && isSilent ? 'costly' : trait, blocked: [], working: [] }
  })
}

/** Probes transfers in one simulation, or in halves if the node refuses the batch. */
function createProbe(client: PublicClient, block: PinnedBlock) {
  let refusals = 0
  return async function probe(some: readonly Transfer[]): Promise<TransferTrait[]> {
    if (refusals >= MAX_REFUSALS) return some.map(() => 'unmade')
    try {
      const traits = await simulateTransfers(client, block, some)
      refusals = 0
      return traits
    } catch {
      if (some.length > 1) {
        const middle = some.length >> 1
        return [...(await probe(some.slice(0, middle))), ...(await probe(some.slice(middle)))]
      }
      refusals += 1
      return ['unmade']
    }
  }
}

interface Transfer {
  token: Address
  holder: Address
  amount: bigint
}

interface Senders {
  /** One transfer per holder, the largest balance first. */
  transfers: readonly Transfer[]
  /** The token does not return the balance of every holder. */
  isSilent: boolean
}

async function findSenders(holdings: readonly Holding[], read: BlockReader): Promise<Senders[]> {
  const balances = await readUntrusted(
    read,
    holdings.flatMap(({ token, holders }) =>
      holders.map((holder) => ({ to: token, data: balanceCall(holder) })),
    ),
  )
  let next = 0
  return holdings.map(({ token, holders }) => {
    const told = balances.slice(next, next + holders.length).map(firstWord)
    next += holders.length
    const transfers = holders.flatMap((holder, i) => {
      const balance = told[i]
      const amount = balance ? uintAt(balance, 0) / SHARE : 0n
      return amount > 0n ? [{ token, holder, amount }] : []
    })
    return {
      transfers: transfers.toSorted((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0)),
      isSilent: told.includes(undefined),
    }
  })
}

async function simulateTransfers(
  client: PublicClient,
  block: PinnedBlock,
  transfers: readonly Transfer[],
): Promise<TransferTrait[]> {
  const gas = CALL_GAS
  const calls = transfers.flatMap(({ token, holder, amount }) => [
    { from: EMPTY_ACCOUNT, to: token, data: balanceCall(EMPTY_ACCOUNT), gas },
    { from: holder, to: token, data: transferCall(EMPTY_ACCOUNT, amount), gas },
    { from: EMPTY_ACCOUNT, to: token, data: balanceCall(EMPTY_ACCOUNT), gas },
    { from: EMPTY_ACCOUNT, to: token, data: balanceCall(holder), gas },
    { from: EMPTY_ACCOUNT, to: token, data: transferCall(holder, returned(amount)), gas },
    { from: EMPTY_ACCOUNT, to: token, data: balanceCall(holder), gas },
  ])
  const results = await simulateCalls(client, { block, calls })
  const limit = gasLimit(gas, transferCall(EMPTY_ACCOUNT, 0n), block.l1Fee)
  return transfers.map(({ amount }, i) => {
    const own = results.slice(CALLS * i, CALLS * (i + 1))
    const [before, there, after, left, back, regained] = own
    if (!before?.success || !there?.success || !after?.success) {
      return isCostly(own, limit) ? 'costly' : 'unknown'
    }
    if (!isDelivered(amount, before, after)) return 'taxed'
    if (!left?.success || !back?.success || !regained?.success) {
      return isCostly(own, limit) ? 'costly' : 'unknown'
    }
    return isDelivered(returned(amount), left, regained) ? 'plain' : 'taxed'
  })
}

/** Returns the amount to send back, because rounding may have left less. */
function returned(amount: bigint): bigint {
  return amount > 2n * ROUNDING ? amount - ROUNDING : amount
}

function isDelivered(amount: bigint, before: SimulatedResult, after: SimulatedResult): boolean {
  const difference = uintAt(after.returnData, 0) - uintAt(before.returnData, 0) - amount
  return difference >= -ROUNDING && difference <= ROUNDING
}

/**
 * The gas limit includes the cost of the data on nodes that count data as gas, so the excess is
 * subtracted.
 */
function isCostly(calls: readonly SimulatedResult[], limit: bigint): boolean {
  const used = calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  return (
    used > COSTLY_GAS + BigInt(calls.length) * (limit - CALL_GAS) ||
    calls.some(({ gasUsed }) => 10n * gasUsed > 9n * limit)
  )
}

function balanceCall(account: Address): Hex {
  return encodeCall(balanceOf, BigInt(account))
}

function transferCall(to: Address, amount: bigint): Hex {
  return encodeCall(transfer, BigInt(to), amount)
}
