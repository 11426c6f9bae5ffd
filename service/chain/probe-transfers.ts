import { randomBytes } from 'node:crypto'
import { type PublicClient, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import { encodeCall, firstWord, uintAt } from '../lib/abi-words.ts'
import type { BlockReader } from '../modules/core/module.ts'
import { readUntrusted } from '../modules/core/read-untrusted.ts'
import { gasLimit } from './gas-limit.ts'
import { simulateCalls } from './simulate.ts'
import type { PinnedBlock, SimulatedResult } from './simulation.ts'

const balanceOf = toFunctionSelector('balanceOf(address)')
const transfer = toFunctionSelector('transfer(address,uint256)')
/** An account without tokens, of this process alone: a token that knew it could spare it the tax. */
const EMPTY_ACCOUNT: Address = `0x${randomBytes(20).toString('hex')}`
const SHARE = 100n
/** Interest-bearing balances are shares, rounded at each transfer: one of stETH is worth more than a unit. */
const ROUNDING = 2n

/** A token, and accounts that may hold some of it. The one with most sends first, and the others where it cannot. */
export interface Holding {
  token: Address
  holders: readonly Address[]
}

/**
 * `plain`: a transfer from a holder, and one back to it, delivers what was sent, to two wei. `taxed`: one delivers less or more: many tokens
 * take their tax of sales alone. `unknown`: the simulation failed. `costly`: it failed too, after much gas, or a holder's balance is not
 * told for little. `unmade`: the node simulated nothing, which tells nothing of the token.
 */
export type TransferTrait = 'plain' | 'taxed' | 'unknown' | 'costly' | 'unmade'

/** Of one token. */
const CALLS = 6
/** Tokens of one simulation: well below what nodes allow a simulation to use. */
const CHUNK = 32
/** Of each call, so that one token cannot use up what the others need. */
const CALL_GAS = 1_000_000n
/** Of the calls of a token whose transfer fails, beside their data: more than those of real tokens take. */
const COSTLY_GAS = 900_000n
/** Tokens that are refused alone before the node is taken for one that simulates nothing. */
const MAX_REFUSALS = 3

export interface ProbedToken {
  trait: TransferTrait
  /** Holders that cannot transfer the token, while another one can: it is blocked there, and plain elsewhere. */
  blocked: readonly Address[]
  /** Holders that can. */
  working: readonly Address[]
}

export interface ProbeInput {
  holdings: readonly Holding[]
  read: BlockReader
  block: PinnedBlock
}

/** The traits alone: see `probeTokens`. */
export async function probeTransfers(client: PublicClient, input: ProbeInput): Promise<TransferTrait[]> {
  return (await probeTokens(client, input)).map(({ trait }) => trait)
}

/**
 * * Simulates a transfer of each token, and one back: many at a time, and fewer where the node
 * refuses as many. A transfer that fails is repeated from the next holder, because a token may
 * refuse one account only.
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

/** Probes transfers in one simulation, or in halves where the node refuses as many. */
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
  /** From each holder, the one with most first. */
  transfers: readonly Transfer[]
  /** The token does not return the balance of each holder. */
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

/** Of what was sent: rounding may have left less. */
function returned(amount: bigint): bigint {
  return amount > 2n * ROUNDING ? amount - ROUNDING : amount
}

function isDelivered(amount: bigint, before: SimulatedResult, after: SimulatedResult): boolean {
  const difference = uintAt(after.returnData, 0) - uintAt(before.returnData, 0) - amount
  return difference >= -ROUNDING && difference <= ROUNDING
}

/** A node that counts data as gas counts less of it than the limit of a call has for it. */
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
