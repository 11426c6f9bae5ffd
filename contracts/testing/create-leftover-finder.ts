import { type Address, parseAbi } from 'viem'
import type { Artifact } from '../../devnet/bytecode/compiler-output.ts'
import {
  type createLentShares,
  MAX_SHARES_LEFT,
  type SharesByToken,
} from '../../devnet/deployers/aave/atoken-shares.ts'
import { NATIVE, type TestChain } from '../../devnet/setup/test-chain.ts'

const abi = parseAbi([
  'function held(address[] tokens, address[] holders) view returns (uint256[] amounts)',
  'function allowed(address owner, address[] tokens, address[] spenders) view returns (uint256[] amounts)',
])

const AT: Address = '0x00000000000000000000000000000000001ef70e'

type Named = Readonly<Record<string, Address>>

interface Ground {
  settlement: Address
  executor: Address
  /** All tokens except the native coin. */
  tokens: Named
  /** Tokens whose balances no trade leaves exact. */
  inexact: Named
  /** Contracts that may receive an allowance from the executor. */
  spenders: Named
  lentShares: ReturnType<typeof createLentShares>
  artifact: (name: string) => Artifact
}

/**
 * Finds leftovers of a trade. Mines no block, because interest, and with it rounding, depends on
 * the number of blocks.
 */
export async function createLeftoverFinder(
  { client }: Pick<TestChain, 'client'>,
  { settlement, executor, tokens, inexact, spenders, lentShares, artifact }: Ground,
) {
  const { data: code = '0x' } = await client.call({ data: artifact('TestLeftovers').bytecode })
  await client.setCode({ address: AT, bytecode: code })
  const holders = { settlement, executor }
  const owned = { ...tokens, native: NATIVE }
  const approved = { ...tokens, ...inexact }

  /**
   * Every balance that the settlement and its executor should not hold.
   * @param lentBefore shares of the settlement before a trade, whose rounding may have added a
   * little
   */
  async function heldByContracts(lentBefore?: SharesByToken) {
    const lent = await lentShares.getShares(settlement)
    const isRounding = (token: Address) =>
      lentShares.isLent(token) && (lent.get(token) ?? 0n) - (lentBefore?.get(token) ?? 0n) <= MAX_SHARES_LEFT
    const args = [Object.values(owned), Object.values(holders)] as const
    const amounts = await client.readContract({ address: AT, abi, functionName: 'held', args })
    return pair(owned, holders).flatMap(({ token, name, other }, i) => {
      const isExpected = lentBefore && other === 'settlement' && isRounding(token)
      return amounts[i] === 0n || isExpected ? [] : [`${other}: ${amounts[i]} ${name}`]
    })
  }

  /** Every allowance the executor failed to reset. */
  async function openAllowances() {
    const args = [executor, Object.values(approved), Object.values(spenders)] as const
    const amounts = await client.readContract({ address: AT, abi, functionName: 'allowed', args })
    return pair(approved, spenders).flatMap(({ name, other }, i) =>
      amounts[i] === 0n ? [] : [`${other}: ${amounts[i]} ${name}`],
    )
  }

  return { heldByContracts, openAllowances }
}

/** Pairs in the order of the contract's answers. */
function pair(tokens: Named, others: Named) {
  return Object.keys(others).flatMap((other) =>
    Object.entries(tokens).map(([name, token]) => ({ name, token, other })),
  )
}
