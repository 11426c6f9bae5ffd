import { toEventSelector, toFunctionSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { addressAt, encodeCall, firstWord, listAt, toAddress, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall, FollowedModule } from '../core/module.ts'
import type { PoolIdentity, PoolLog } from '../core/pool.ts'
import { readUntrusted } from '../core/read-untrusted.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { readStable, stableCalls } from './load-stable.ts'
import { readWeighted, weightedCalls } from './load-weighted.ts'
import { balanceTopic, feeTopic, pausedTopic, swapTopic } from './pool-state.ts'
import { outdatingTopics } from './stable-state.ts'
import type { VaultPool } from './vault-pool.ts'

export interface BalancerSourceConfig extends SourceConfig {
  kind: 'balancer'
  /** The Vault contract. */
  factory: Address
  /**
   * A factory of weighted pools of any version. Anyone may register a pool with the Vault, so only
   * pools of listed factories are traded.
   */
  poolFactory: Address
  /** Other factories of weighted pools, of any version. At most 16. Default: none. */
  weightedFactories?: readonly Address[]
  /** Factories of stable pools. At most 16. Default: stable pools are not traded. */
  stableFactories?: readonly Address[]
  /**
   * Trusted rate providers of tokens in stable pools. A provider can distinguish a call from a
   * transaction and return a wrong rate in one of them, so stable pools with any other provider are
   * skipped. At most 64. Default: none, so that only pools without rates are traded.
   */
  rateProviders?: readonly Address[]
}

const registeredTopic = toEventSelector('TokensRegistered(bytes32,address[],address[])')
const isPoolFromFactory = toFunctionSelector('isPoolFromFactory(address)')
const getPoolTokens = toFunctionSelector('getPoolTokens(bytes32)')
const getPool = toFunctionSelector('getPool(bytes32)')
const getSwapFeePercentage = toFunctionSelector('getSwapFeePercentage()')
const getPausedState = toFunctionSelector('getPausedState()')
const decimals = toFunctionSelector('decimals()')

const MAX_DECIMALS = 18n
/** Maximum number of tokens of a traded pool. The router searches each pair as a pool. */
const MAX_TOKENS = 8n

/**
 * Creates the module of weighted and stable pools in a Balancer V2 vault. The vault emits the logs
 * and holds the tokens.
 */
export function createBalancerModule(source: BalancerSourceConfig, multicall3: Address): FollowedModule {
  const { poolFactory, weightedFactories = [], stableFactories = [] } = source
  const rateProviders = new Set(source.rateProviders?.map((provider) => provider.toLowerCase()))
  const weighted = [poolFactory, ...weightedFactories]
  const factories = [...weighted, ...stableFactories]
  const vault = source.factory.toLowerCase() as Address
  const shared = { module: source.module, origin: { name: source.name, kind: 'dex' }, vault } as const

  const toHeldCall = ({ poolId = '0x' }: Pick<PoolIdentity, 'poolId'>): ContractCall => ({
    to: vault,
    data: `${getPoolTokens}${poolId.slice(2)}`,
  })

  /**
   * Returns the pools of the listed factories. Calls no pool before this check, because anyone may
   * register any contract with the vault.
   */
  async function findMade(identities: readonly PoolIdentity[], read: BlockReader): Promise<MadePool[]> {
    const results = await read(
      identities.flatMap(({ address }) =>
        factories.map((to) => ({ to, data: encodeCall(isPoolFromFactory, BigInt(address)) })),
      ),
    )
    return identities.flatMap(({ address, poolId }, i) => {
      const made = results.slice(i * factories.length, (i + 1) * factories.length)
      const factory = made.findIndex((result) => result && uintAt(result, 0) === 1n)
      return poolId && factory >= 0 ? [{ address, poolId, isStable: factory >= weighted.length }] : []
    })
  }

  const poolCalls = (pool: MadePool): ContractCall[] => [
    toHeldCall(pool),
    { to: pool.address, data: getSwapFeePercentage },
    { to: pool.address, data: getPausedState },
  ]

  function readPool(made: MadePool, results: readonly (Hex | undefined)[]): FoundPool | undefined {
    const [held, fee, paused] = results
    if (!held || !fee || !paused) return undefined
    const step = { kind: STEP_KINDS.balancer, source: source.index, data: made.poolId }
    const state = { balances: listAt(held, 1), swapFee: uintAt(fee, 0), isPaused: uintAt(paused, 0) === 1n }
    return { ...shared, ...made, step, tokens: listAt(held, 0).map(toAddress), state }
  }

  return {
    id: source.module,
    factory: source.factory,
    createdTopic: registeredTopic,
    topics: [
      swapTopic,
      balanceTopic,
      feeTopic,
      pausedTopic,
      ...(stableFactories.length > 0 ? outdatingTopics : []),
    ],
    identify,
    initialPool: () => undefined,
    getSubject: ({ topics }) => (topics[1] ? toPoolAddress(topics[1]) : undefined),

    async confirm(identities, read) {
      const results = await readUntrusted(
        read,
        identities.flatMap((identity) => [
          { to: vault, data: `${getPool}${(identity.poolId ?? '0x').slice(2)}` as const },
          toHeldCall(identity),
        ]),
      )
      return identities.map(({ address, tokens, fee, tickSpacing }, i) => {
        const [named, held] = [results[2 * i], results[2 * i + 1]]
        if (!named || !held || addressAt(named, 0) !== address) return false
        const [first, second] = withoutOwn(listAt(held, 0).map(toAddress), address)
        return first === tokens[0] && second === tokens[1] && fee === 0 && tickSpacing === 0
      })
    },

    async load(identities, read) {
      const made = await findMade(identities, read)
      const results = await read(made.flatMap(poolCalls))
      const found = made.flatMap((pool, i) => readPool(pool, results.slice(3 * i, 3 * i + 3)) ?? [])
      const calls = found.map((pool) => (pool.isStable ? stableCalls(pool) : weightedCalls(pool)))
      const tokens = found.flatMap((pool) => pool.tokens.map((to) => ({ to, data: decimals })))
      const [words, units] = await Promise.all([read(calls.flat()), readUntrusted(read, tokens)])
      const pools = found.map(({ isStable, ...pool }, i) => {
        const scales = units.splice(0, pool.tokens.length).map(toScale)
        return { isStable, pool: { ...pool, scales }, results: words.splice(0, calls[i]?.length) }
      })
      const weighted = pools.filter(({ isStable }) => !isStable)
      const stable = pools.filter(({ isStable }) => isStable)
      return [
        ...weighted.flatMap(({ pool, results }) => readWeighted(pool, results) ?? []),
        ...(stable.length > 0 ? await readStable(stable, { read, multicall3, rateProviders }) : []),
      ]
    },
  }
}

/** A pool of a listed factory. */
interface MadePool {
  address: Address
  poolId: Hex
  isStable: boolean
}

/** A pool whose token decimals are unknown. */
interface FoundPool extends Omit<VaultPool, 'scales'> {
  isStable: boolean
}

/** Returns undefined for pools with too many tokens or with asset managers. */
function identify({ topics, data }: PoolLog): PoolIdentity | undefined {
  const poolId = topics[1]
  if (!poolId) return undefined
  const [tokens, managers] = [listAt(data, 0), listAt(data, 1)]
  const address = toPoolAddress(poolId)
  const [first, second] = withoutOwn(tokens.map(toAddress), address)
  if (!first || !second || tokens.length > MAX_TOKENS || managers.some((manager) => manager !== 0n)) {
    return undefined
  }
  return { address, tokens: [first, second], fee: 0, tickSpacing: 0, poolId }
}

/** Composable pools hold their own token. */
function withoutOwn(tokens: readonly Address[], pool: Address): Address[] {
  return tokens.filter((token) => token !== pool)
}

/** A pool id begins with the pool's address. */
export function toPoolAddress(poolId: Hex): Address {
  return poolId.slice(0, 42).toLowerCase() as Address
}

/**
 * Returns undefined also for a result shorter than a word, so that one token cannot fail the read
 * of the others.
 */
function toScale(result: Hex | undefined): bigint | undefined {
  const word = firstWord(result)
  if (!word) return undefined
  const own = uintAt(word, 0)
  return own <= MAX_DECIMALS ? 10n ** (MAX_DECIMALS - own) : undefined
}
