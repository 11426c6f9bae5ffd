import { toEventSelector, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import type { BalancerSourceConfig } from '../../config/types.ts'
import { addressAt, encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { ContractCall, FollowedModule } from '../core/module.ts'
import type { Pool, PoolIdentity, PoolLog } from '../core/pool.ts'
import { createWeightedPool } from './weighted-pool.ts'
import { balanceTopic, feeTopic, pausedTopic, swapTopic, type WeightedState } from './weighted-state.ts'

const STEP_KIND = 6
const registeredTopic = toEventSelector('TokensRegistered(bytes32,address[],address[])')
const isPoolFromFactory = toFunctionSelector('isPoolFromFactory(address)')
const getPoolTokens = toFunctionSelector('getPoolTokens(bytes32)')
const getPool = toFunctionSelector('getPool(bytes32)')
const getNormalizedWeights = toFunctionSelector('getNormalizedWeights()')
const getSwapFeePercentage = toFunctionSelector('getSwapFeePercentage()')
const getPausedState = toFunctionSelector('getPausedState()')
const decimals = toFunctionSelector('decimals()')

const POOL_CALLS = 5
const MAX_DECIMALS = 18n
/** Maximum number of tokens of a weighted pool; each pair is searched as a pool. */
const MAX_TOKENS = 8n

/** Weighted pools in a Balancer V2 vault. The vault emits the logs and holds the tokens. */
export function createBalancerModule(source: BalancerSourceConfig): FollowedModule {
  const origin = { name: source.name, kind: 'dex' } as const
  const vault = source.factory.toLowerCase() as Address

  function toPool(found: FoundPool, scales: readonly (bigint | undefined)[]): Pool | undefined {
    const { address, poolId, tokens, weights, ...state } = found
    const weighted = tokens.flatMap((token, i) => {
      const [weight, scale] = [weights[i], scales[i]]
      return weight && scale ? [{ address: token, weight, scale }] : []
    })
    if (weighted.length !== tokens.length) return undefined
    const step = { kind: STEP_KIND, source: source.index, data: poolId }
    const terms = { module: source.module, origin, step, vault, address, poolId, tokens: weighted }
    return createWeightedPool(terms, state)
  }

  return {
    id: source.module,
    factory: source.factory,
    createdTopic: registeredTopic,
    topics: [swapTopic, balanceTopic, feeTopic, pausedTopic],
    identify,
    initialPool: () => undefined,
    getSubject: ({ topics }) => (topics[1] ? poolAddress(topics[1]) : undefined),

    async confirm(identities, read) {
      const answers = await read(
        identities.flatMap(({ poolId = '0x' }) => [
          { to: vault, data: `${getPool}${poolId.slice(2)}` as const },
          { to: vault, data: `${getPoolTokens}${poolId.slice(2)}` as const },
        ]),
      )
      return identities.map(({ address, tokens, fee, tickSpacing }, i) => {
        const [named, held] = [answers[2 * i], answers[2 * i + 1]]
        if (!named || !held || addressAt(named, 0) !== address) return false
        const [first, second] = listAt(held, 0)
        return first === BigInt(tokens[0]) && second === BigInt(tokens[1]) && fee === 0 && tickSpacing === 0
      })
    },

    async load(identities, read) {
      const answers = await read(identities.flatMap((identity) => poolCalls(source, identity)))
      const found = identities.flatMap(
        (identity, i) => readPool(identity, answers.slice(i * POOL_CALLS, (i + 1) * POOL_CALLS)) ?? [],
      )
      const places = found.map(({ tokens }) => tokens)
      const scales = (await read(places.flat().map((to) => ({ to, data: decimals })))).map(toScale)
      return found.flatMap((pool) => toPool(pool, scales.splice(0, pool.tokens.length)) ?? [])
    },
  }
}

/** Undefined for pools with too many tokens, and for those with asset managers. */
function identify({ topics, data }: PoolLog): PoolIdentity | undefined {
  const poolId = topics[1]
  const [tokens, managers] = [Number(uintAt(data, 0)) / 32, Number(uintAt(data, 1)) / 32]
  const count = uintAt(data, tokens)
  if (!poolId || count < 2n || count > MAX_TOKENS) return undefined
  for (let i = 1; i <= count; i += 1) if (uintAt(data, managers + i) !== 0n) return undefined
  return {
    address: poolAddress(poolId),
    tokens: [addressAt(data, tokens + 1), addressAt(data, tokens + 2)],
    fee: 0,
    tickSpacing: 0,
    poolId,
  }
}

function poolCalls(
  { factory: vault, poolFactory }: BalancerSourceConfig,
  pool: PoolIdentity,
): ContractCall[] {
  const { address, poolId = '0x' } = pool
  return [
    { to: poolFactory, data: `${isPoolFromFactory}${encodeWord(BigInt(address))}` },
    { to: vault, data: `${getPoolTokens}${poolId.slice(2)}` },
    { to: address, data: getNormalizedWeights },
    { to: address, data: getSwapFeePercentage },
    { to: address, data: getPausedState },
  ]
}

interface FoundPool extends WeightedState {
  address: Address
  poolId: Hex
  tokens: readonly Address[]
  weights: readonly bigint[]
}

/** Undefined when the pool is not of the factory: anyone may register what they like with the vault. */
function readPool(
  { address, poolId }: PoolIdentity,
  [fromFactory, held, weights, fee, paused]: readonly (Hex | undefined)[],
): FoundPool | undefined {
  if (!poolId || !fromFactory || uintAt(fromFactory, 0) !== 1n) return undefined
  if (!held || !weights || !fee || !paused) return undefined
  return {
    address,
    poolId,
    tokens: listAt(held, 0).map((word) => `0x${word.toString(16).padStart(40, '0')}` as const),
    weights: listAt(weights, 0),
    balances: listAt(held, 1),
    swapFee: uintAt(fee, 0),
    isPaused: uintAt(paused, 0) === 1n,
  }
}

/** The list whose offset is the n-th word. */
function listAt(data: Hex, index: number): bigint[] {
  const start = Number(uintAt(data, index)) / 32
  return Array.from({ length: Number(uintAt(data, start)) }, (_, i) => uintAt(data, start + 1 + i))
}

/** An id begins with the pool's address. */
function poolAddress(poolId: Hex): Address {
  return poolId.slice(0, 42).toLowerCase() as Address
}

function toScale(answer: Hex | undefined): bigint | undefined {
  if (!answer) return undefined
  const own = uintAt(answer, 0)
  return own <= MAX_DECIMALS ? 10n ** (MAX_DECIMALS - own) : undefined
}
