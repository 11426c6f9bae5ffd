import { toEventSelector, toFunctionSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import type { Address } from '../../../wire/lib/address.ts'
import { addressAt, joinWords, listAt, toAddress, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, FollowedModule } from '../core/module.ts'
import type { PoolIdentity, PoolLog } from '../core/pool.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { outdatingTopics, swapTopic } from './balancer-v3-state.ts'
import { createClosedPool, findMade, type Listed, loadPools, tokenCall } from './load-pools.ts'

/**
 * Config of Balancer V3: weighted and stable pools without hooks. Anyone may register a pool with
 * the Vault, so only pools of listed factories are traded. At least one factory is required.
 */
export interface BalancerV3SourceConfig extends SourceConfig {
  kind: 'balancer-v3'
  /** The Vault contract. */
  factory: Address
  /** Factories of weighted pools of any version. At most 16. Default: none. */
  weightedFactories?: readonly Address[]
  /** Factories of stable pools without hooks, of any version. At most 16. Default: none. */
  stableFactories?: readonly Address[]
  /**
   * Trusted rate providers, as in `BalancerSourceConfig`. Pools with any other provider are
   * skipped. At most 64. Default: none, so that only pools without rates are traded.
   */
  rateProviders?: readonly Address[]
}

const registeredTopic = toEventSelector(
  'PoolRegistered(address,address,(address,uint8,address,bool)[],uint256,uint32,(address,address,address),(bool,bool,bool,bool,bool,bool,bool,bool,bool,bool,address),(bool,bool,bool,bool))',
)
const isVaultPaused = toFunctionSelector('isVaultPaused()')
const getMinimumTradeAmount = toFunctionSelector('getMinimumTradeAmount()')

/** Index of the word with the hooks contract in a registration log, and words per token. */
const HOOKS_WORD = 16
const TOKEN_WORDS = 4
/** Index of the balances (in base units) in the vault's data of a pool's tokens. */
const BALANCES = 2
/** Maximum number of tokens of a traded pool. The router searches each pair as a pool. */
const MAX_TOKENS = 8

/**
 * Creates the module of weighted and stable pools without hooks in a Balancer V3 vault. The vault
 * emits the logs and holds the tokens.
 */
export function createBalancerV3Module(source: BalancerV3SourceConfig): FollowedModule {
  const toLower = (list: readonly Address[] = []) => list.map((one) => one.toLowerCase() as Address)
  const listed: Listed = {
    weightedFactories: toLower(source.weightedFactories),
    stableFactories: toLower(source.stableFactories),
    rateProviders: new Set(toLower(source.rateProviders)),
  }
  const factories = new Set([...listed.weightedFactories, ...listed.stableFactories])
  const vault = source.factory.toLowerCase() as Address
  const origin = { name: source.name, kind: 'dex' } as const

  /** Reads the minimum trade amount, unless the vault is paused or does not respond. */
  async function readVault(read: BlockReader): Promise<bigint | 'paused' | 'silent'> {
    const [paused, least] = await read(
      [isVaultPaused, getMinimumTradeAmount].map((data) => ({ to: vault, data })),
    )
    if (!paused || !least) return 'silent'
    return uintAt(paused, 0) === 1n ? 'paused' : uintAt(least, 0)
  }

  const readTokenInfo = (identities: readonly PoolIdentity[], read: BlockReader) =>
    read(identities.map(({ address }) => tokenCall(vault, address)))

  return {
    id: source.module,
    factory: source.factory,
    createdTopic: registeredTopic,
    topics: [swapTopic, ...outdatingTopics],
    callsPerPool: 8,
    identify: (log) => identify(log, { factories, rateProviders: listed.rateProviders }),
    initialPool: () => undefined,
    getSubject: ({ topics }) => (topics[1] ? addressAt(topics[1], 0) : undefined),
    readShared: async (read) => String(await readVault(read)),

    async confirm(identities, read) {
      const made = await findMade(identities, listed, read)
      const results = await readTokenInfo(identities, read)
      return identities.map(({ tokens, fee, tickSpacing }, i) => {
        const result = results[i]
        if (!made[i] || !result) return false
        const [first, second] = listAt(result, 0).map(toAddress)
        return first === tokens[0] && second === tokens[1] && fee === 0 && tickSpacing === 0
      })
    },

    async measure(identities, read) {
      const results = await readTokenInfo(identities, read)
      return results.map((result) => (result ? listAt(result, BALANCES) : []))
    },

    async readOthers(identities, read) {
      const results = await readTokenInfo(identities, read)
      return results.map((result) => (result ? listAt(result, 0).slice(2).map(toAddress) : []))
    },

    async load(identities, read) {
      const made = await findMade(identities, listed, read)
      const known = made.flatMap((pool) => pool ?? [])
      if (known.length === 0) return []
      const vaultState = await readVault(read)
      const params = {
        module: source.module,
        origin,
        vault,
        source: source.index,
        stepKind: STEP_KINDS.balancerV3,
      }
      // Pools that are not in memory would not be reloaded when the vault resumes.
      if (typeof vaultState === 'string') {
        const isOutdated = vaultState === 'silent'
        return identities.flatMap((one, i) => (made[i] ? createClosedPool(one, { params, isOutdated }) : []))
      }
      return loadPools(known, { params: { ...params, minTrade: vaultState }, listed, read })
    },
  }
}

/**
 * Returns undefined for pools of other factories, with hooks, too many tokens, or an unlisted rate
 * provider.
 */
function identify(
  { topics, data }: PoolLog,
  { factories, rateProviders }: { factories: ReadonlySet<string>; rateProviders: ReadonlySet<string> },
): PoolIdentity | undefined {
  const words = joinWords(topics)
  const [address, factory] = [addressAt(words, 1), addressAt(words, 2)]
  if (!factories.has(factory) || uintAt(data, HOOKS_WORD) !== 0n) return undefined
  const start = Number(uintAt(data, 0)) / 32
  const count = Number(uintAt(data, start))
  if (count > MAX_TOKENS) return undefined
  const tokens = Array.from({ length: count }, (_, i) => {
    const place = start + 1 + TOKEN_WORDS * i
    return { address: addressAt(data, place), provider: uintAt(data, place + 2) }
  })
  const isKnown = tokens.every(({ provider }) => provider === 0n || rateProviders.has(toAddress(provider)))
  const [first, second, ...more] = tokens.map((token) => token.address)
  if (!isKnown || !first || !second) return undefined
  return {
    address,
    tokens: [first, second],
    ...(more.length > 0 && { others: more }),
    fee: 0,
    tickSpacing: 0,
  }
}
