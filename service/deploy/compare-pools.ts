import { encodeFunctionData, parseAbi } from 'viem'
import { type Address, type Hex, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { isRateLimited, isUnreachable } from '../chain/rpc/rpc-errors.ts'
import type { LiquiditySourceConfig, UndeployedChain } from '../config/types.ts'
import { addressAt, firstWord, intAt, uintAt } from '../lib/abi-words.ts'
import type { BlockReader } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { createModules } from '../modules/create-modules.ts'
import type { DeployClient } from './deploy-client.ts'

/** Comparison of the rows of sources, which are immutable, with existing pools. */
export interface ComparedPools {
  /** Modules with a pool at the address that the row derives. */
  fitting: string[]
  /** Modules without a pool to compare. */
  unknown: string[]
  /** Sources that could never trade, one sentence each. */
  problems: string[]
}

type DerivedSource = Extract<LiquiditySourceConfig, { initCodeHash: Hex }>

const abi = parseAbi([
  'function allPairs(uint256)',
  'function allPools(uint256)',
  'function getPool(address, address, uint24)',
  'function poolByPair(address, address)',
  'function token0()',
  'function token1()',
  'function fee()',
  'function stable()',
  'function tickSpacing()',
])
const V3_FEES = [100, 500, 2_500, 3_000, 10_000]
/** Indexes into a factory's list. */
const LISTED = [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n]
/** Pools to find at each factory, because one of them may be of a kind that is not traded. */
const ENOUGH_POOLS = 3
/** Calls per batch, because nodes limit calls per second. */
const CALLS = 6
/** Base tokens whose pairs are looked up if a factory has no list. */
const TOKENS = 4

/** Compares a pool of each source with derived addresses with the address that its row derives. */
export async function comparePools(chain: UndeployedChain, client: DeployClient): Promise<ComparedPools> {
  const read = createReader(client)
  const { followed } = createModules({ ...chain, executor: ZERO_ADDRESS })
  const compared: ComparedPools = { fitting: [], unknown: [], problems: [] }
  for (const source of chain.sources) {
    const pools = 'initCodeHash' in source ? await findPools(source, chain.baseTokens, read) : []
    const confirmed = await followed.find(({ id }) => id === source.module)?.confirm(pools, read)
    if (confirmed?.includes(true)) compared.fitting.push(source.module)
    else if (!pools[0]) compared.unknown.push(source.module)
    else {
      compared.problems.push(
        `The factory of ${source.module} has a pool at ${pools[0].address}, but its row in \`sources\` derives another address, so its pools could never trade. ` +
          'Check its factory, deployer and initCodeHash.',
      )
    }
  }
  return compared
}

async function findPools(
  source: DerivedSource,
  tokens: readonly Address[],
  read: BlockReader,
): Promise<PoolIdentity[]> {
  const calls = getPoolCalls(source, tokens).map((data) => ({ to: source.factory, data }))
  const pools = new Map<Address, PoolIdentity>()
  for (let start = 0; start < calls.length && pools.size < ENOUGH_POOLS; start += CALLS) {
    for (const address of (await read(calls.slice(start, start + CALLS))).map(toAddress)) {
      const pool = address && (await readPool(source, address, read))
      if (pool) pools.set(address, pool)
    }
  }
  return [...pools.values()]
}

/** Reads the fields by which a module identifies a pool. */
async function readPool(
  source: DerivedSource,
  address: Address,
  read: BlockReader,
): Promise<PoolIdentity | undefined> {
  const [token0, token1, fee, stable, spacing] = await read(
    (['token0', 'token1', 'fee', 'stable', 'tickSpacing'] as const).map((functionName) => ({
      to: address,
      data: encodeFunctionData({ abi, functionName }),
    })),
  )
  const [first, second] = [toAddress(token0), toAddress(token1)]
  if (!first || !second) return undefined
  const toNumber = (data: Hex | undefined) => (data ? Number(intAt(data, 0)) : 0)
  const identity = { address, tokens: [first, second], fee: 0, tickSpacing: 0 } as const
  switch (source.kind) {
    case 'v2':
      return { ...identity, fee: source.feeBps * 100 }
    case 'v3':
      return { ...identity, fee: toNumber(fee), tickSpacing: toNumber(spacing) }
    case 'solidly':
      return { ...identity, fee: toNumber(stable) }
    case 'slipstream':
    case 'algebra-v1':
      return { ...identity, tickSpacing: toNumber(spacing) }
    case 'algebra':
      return identity
  }
}

/** Calls that return some pools of a factory. */
function getPoolCalls(source: DerivedSource, tokens: readonly Address[]): Hex[] {
  const some = tokens.slice(0, TOKENS)
  const pairs = some.flatMap((a, i) => some.slice(i + 1).map((b) => [a, b] as const))
  switch (source.kind) {
    case 'v2':
    case 'solidly':
    case 'slipstream':
      return LISTED.flatMap((index) =>
        (['allPairs', 'allPools'] as const).map((functionName) =>
          encodeFunctionData({ abi, functionName, args: [index] }),
        ),
      )
    case 'v3':
      return pairs.flatMap((pair) =>
        V3_FEES.map((fee) => encodeFunctionData({ abi, functionName: 'getPool', args: [...pair, fee] })),
      )
    case 'algebra':
    case 'algebra-v1':
      return pairs.map((args) => encodeFunctionData({ abi, functionName: 'poolByPair', args }))
  }
}

function toAddress(answer: Hex | undefined): Address | undefined {
  const word = firstWord(answer)
  return word && uintAt(word, 0) !== 0n ? addressAt(word, 0) : undefined
}

/** Returns undefined for calls that revert. */
function createReader(client: DeployClient): BlockReader {
  return (calls) =>
    Promise.all(
      calls.map(async ({ to, data }) => {
        try {
          const { data: answer } = await client.call({ to, data })
          return answer
        } catch (error) {
          // Nodes report a failed call with different errors, for instance an invalid instruction
          // in old factories.
          if (isUnreachable(error) || isRateLimited(error)) throw error
          return undefined
        }
      }),
    )
}
