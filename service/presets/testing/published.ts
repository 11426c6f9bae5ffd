import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as aave from '@aave-dao/aave-address-book'
import { type Address, type Chain, getAddress, getContractAddress, keccak256 } from 'viem'
import * as chains from 'viem/chains'
import { getCloneHash } from '../../../devnet/bytecode/get-clone-hash.ts'
import { algebraV1Artifacts } from '../../../devnet/bytecode/protocol-artifacts.ts'
import type { ChainName } from '../../../wire/lib/chain-names.ts'
import type { LiquiditySourceConfig } from '../../config/types.ts'
import copiedBalancer from './balancer.json' with { type: 'json' }
import { getField, readExchanges, readField } from './dex-lib.ts'
import copiedPancakeSwap from './pancakeswap.json' with { type: 'json' }

const require = createRequire(import.meta.url)

/** The chain definitions of viem. */
export const VIEM_CHAINS: Record<ChainName, Chain> = {
  ethereum: chains.mainnet,
  base: chains.base,
  arbitrum: chains.arbitrum,
  bnb: chains.bsc,
  avalanche: chains.avalanche,
  gnosis: chains.gnosis,
  polygon: chains.polygon,
  optimism: chains.optimism,
  mantle: chains.mantle,
  linea: chains.linea,
  scroll: chains.scroll,
  taiko: chains.taiko,
  blast: chains.blast,
  sonic: chains.sonic,
  berachain: chains.berachain,
  unichain: chains.unichain,
  hyperevm: chains.hyperEvm,
}

/**
 * Oracles of data fees for chains where viem has none. Scroll's address comes from its contracts
 * package. The other two are constants: Arbitrum's from `@arbitrum/nitro-contracts` 3.2, which is
 * not a dependency, and Mantle's at the address of the OP Stack oracle.
 */
export const FEE_ORACLES: Partial<Record<ChainName, { oracle: Address; model?: 'arbitrum' | 'mantle' }>> = {
  arbitrum: { oracle: '0x000000000000000000000000000000000000006C', model: 'arbitrum' },
  mantle: { oracle: '0x420000000000000000000000000000000000000F', model: 'mantle' },
  scroll: { oracle: scrollOracle() },
}

type ById<Value = string> = Record<number, Value | undefined>

/** The files of `sushi` with addresses. The package as a whole needs libraries of other chains. */
const sushiFolder = join(dirname(require.resolve('sushi/package.json')), '_esm/evm/config')
const sushi = async <Content>(path: string): Promise<Content> =>
  import(pathToFileURL(join(sushiFolder, path)).href)

const uniswapV2 = await sushi<{ UNISWAP_V2_FACTORY_ADDRESS: ById; UNISWAP_V2_INIT_CODE_HASH: string }>(
  'features/uniswap-v2.js',
)
const uniswapV3 = await sushi<{ UNISWAP_V3_FACTORY_ADDRESS: ById; UNISWAP_V3_INIT_CODE_HASH: ById }>(
  'features/uniswap-v3.js',
)
const sushiV2 = await sushi<{ SUSHISWAP_V2_FACTORY_ADDRESS: ById; SUSHISWAP_V2_INIT_CODE_HASH: ById }>(
  'features/sushiswap-v2.js',
)
const sushiV3 = await sushi<{
  SUSHISWAP_V3_FACTORY_ADDRESS: ById
  SUSHISWAP_V3_INIT_CODE_HASH: ById
  SUSHISWAP_V3_TICK_LENS: ById
}>('features/sushiswap-v3.js')
const pancakeV2 = await sushi<{ PANCAKESWAP_V2_FACTORY_ADDRESS: ById; PANCAKESWAP_V2_INIT_CODE_HASH: ById }>(
  'features/pancakeswap-v2.js',
)
const pancakeV3 = await sushi<{
  PANCAKESWAP_V3_FACTORY_ADDRESS: ById
  PANCAKESWAP_V3_DEPLOYER_ADDRESS: ById
  PANCAKESWAP_V3_INIT_CODE_HASH: ById
}>('features/pancakeswap-v3.js')

/**
 * A copy of `dist/constants.d.ts` of `@pancakeswap/v2-sdk` 1.2.2 and `@pancakeswap/v3-sdk` 3.10.2,
 * by chain id. The packages would install 130 MB of others.
 */
const pancakeSwap: {
  v2: Record<'factory' | 'initCodeHash', ById>
  v3: Record<'factory' | 'deployer' | 'initCodeHash', ById>
} = copiedPancakeSwap

const wrapped = await sushi<{ WNATIVE_ADDRESS: ById }>('tokens/wrapped-native.js')
const wstEth = await sushi<{ WstETH_ADDRESS: ById }>('tokens/tokens/WstETH.js')

/** Imported by path, because the package refers to a types file that it does not contain. */
const berancer: { VAULT: ById; WEIGHTED_POOL_FACTORY_BALANCER_V2: ById } = await import(
  pathToFileURL(require.resolve('@berachain-foundation/berancer-sdk')).href
)

/** Uniswap's own package, whose ES modules Node cannot load. */
const uniswap: {
  V2_FACTORY_ADDRESSES: ById
  CHAIN_TO_ADDRESSES_MAP: ById<{
    v3CoreFactoryAddress: string
    tickLensAddress?: string
    v4PoolManagerAddress?: string
  }>
  WETH9: ById<{ address: string }>
} = require('@uniswap/sdk-core')
const tokenList: { tokens: { chainId: number; symbol: string; address: string }[] } =
  require('@uniswap/default-token-list')

/** Aave's main market of a chain. */
interface Market {
  CHAIN_ID: number
  POOL: string
  ORACLE: string
  ASSETS: Record<string, { UNDERLYING: string }>
}

const MARKET =
  /^AaveV3(?:Ethereum|Base|Arbitrum|BNB|Avalanche|Gnosis|Polygon|Optimism|Mantle|Linea|Scroll|Sonic)$/

const markets = new Map(
  Object.entries(aave)
    .filter(([name]) => MARKET.test(name))
    .map(([, market]) => [(market as Market).CHAIN_ID, market as Market]),
)

/** Networks in Balancer's deployments. */
const BALANCER_NETWORKS: ById = {
  1: 'mainnet',
  10: 'optimism',
  56: 'bsc',
  100: 'gnosis',
  137: 'polygon',
  42161: 'arbitrum',
  43114: 'avalanche',
}
/** Networks whose row was added after the other sources of their preset. */
const LATER_BALANCER_NETWORKS: ById = { 8453: 'base' }

/**
 * Contracts of the deployments that `@balancer-labs/v2-deployments` does not contain, by task and
 * chain id: `addresses/<network>.json` of `balancer/balancer-deployments` at commit 6826feb8.
 */
const laterBalancer: Record<string, ById> = copiedBalancer

/**
 * Pools of Curve by chain. Only these have the code of its first plain pools. 3pool has its own
 * code.
 */
const CURVE_POOLS: ById = { 1: 'susd' }
const THREE_POOLS: ById = { 1: '3pool' }
/** Contracts that plain pools of factories are clones of, where their coins count as they are. */
const IMPLEMENTATION = /"(0x\w{40})": Plain\d(?:Basic|Optimized)ABI/g

function scrollOracle(): Address {
  const path = require.resolve('@scroll-tech/contracts/libraries/constants/ScrollPredeploy.sol')
  const [, address = ''] = /L1_GAS_PRICE_ORACLE = (0x\w{40})/.exec(readFileSync(path, 'utf8')) ?? []
  return checksum(address)
}

/** Every source that the packages know on a chain, in the order of the presets. */
export function publishedSources(id: number): Omit<LiquiditySourceConfig, 'index'>[] {
  const found: (object | undefined)[] = [
    pairs('uniswap-v2', 'Uniswap V2', {
      factory: agreed(uniswapV2.UNISWAP_V2_FACTORY_ADDRESS[id], uniswap.V2_FACTORY_ADDRESSES[id]),
      initCodeHash: uniswapV2.UNISWAP_V2_INIT_CODE_HASH,
      feeBps: 30,
    }),
    pools('uniswap-v3', 'Uniswap V3', {
      factory: agreed(
        uniswapV3.UNISWAP_V3_FACTORY_ADDRESS[id],
        uniswap.CHAIN_TO_ADDRESSES_MAP[id]?.v3CoreFactoryAddress,
      ),
      // The same code as on Ethereum where no other is named.
      initCodeHash: uniswapV3.UNISWAP_V3_INIT_CODE_HASH[id] ?? uniswapV3.UNISWAP_V3_INIT_CODE_HASH[1],
    }),
    pairs('sushiswap-v2', 'SushiSwap V2', {
      factory: sushiV2.SUSHISWAP_V2_FACTORY_ADDRESS[id],
      initCodeHash: sushiV2.SUSHISWAP_V2_INIT_CODE_HASH[id],
      feeBps: 30,
    }),
    pools('sushiswap-v3', 'SushiSwap V3', {
      factory: sushiV3.SUSHISWAP_V3_FACTORY_ADDRESS[id],
      initCodeHash: sushiV3.SUSHISWAP_V3_INIT_CODE_HASH[id],
    }),
    pairs('pancakeswap-v2', 'PancakeSwap V2', {
      factory: confirmed(pancakeV2.PANCAKESWAP_V2_FACTORY_ADDRESS[id], pancakeSwap.v2.factory[id]),
      initCodeHash: confirmed(pancakeV2.PANCAKESWAP_V2_INIT_CODE_HASH[id], pancakeSwap.v2.initCodeHash[id]),
      feeBps: 25,
    }),
    lending(markets.get(id)),
    vault(id, BALANCER_NETWORKS[id]) ?? bex(id),
    manager(uniswap.CHAIN_TO_ADDRESSES_MAP[id]?.v4PoolManagerAddress),
    pools('pancakeswap-v3', 'PancakeSwap V3', {
      factory: confirmed(pancakeV3.PANCAKESWAP_V3_FACTORY_ADDRESS[id], pancakeSwap.v3.factory[id]),
      deployer: confirmed(pancakeV3.PANCAKESWAP_V3_DEPLOYER_ADDRESS[id], pancakeSwap.v3.deployer[id]),
      initCodeHash: confirmed(pancakeV3.PANCAKESWAP_V3_INIT_CODE_HASH[id], pancakeSwap.v3.initCodeHash[id]),
    }),
    plainPool(CURVE_POOLS[id], { module: 'curve', name: 'Curve' }),
    wrapper(id),
    plainPools(id),
    savings(id),
    cryptoPools(id, 'twocrypto', 'Curve Twocrypto'),
    cryptoPools(id, 'tricrypto', 'Curve Tricrypto'),
    ...slipstreams(id),
    quickSwap(id),
    quickSwapV2(id),
    litePsm(id),
    savingsXdai(id),
    plainPool(THREE_POOLS[id], { module: 'curve-3pool', name: 'Curve 3pool' }),
    factoryPools(id, 'factory', { module: 'curve-factory', name: 'Curve Factory' }),
    factoryPools(id, 'crvusd_factory', { module: 'curve-crvusd', name: 'Curve crvUSD' }),
    vault(id, LATER_BALANCER_NETWORKS[id]),
    vaultV3(id),
  ]
  return found.filter((source) => source !== undefined) as Omit<LiquiditySourceConfig, 'index'>[]
}

interface Exchange {
  factory: string | undefined
  initCodeHash: string | undefined
}

function pairs(module: string, name: string, { factory, ...rest }: Exchange & { feeBps: number }) {
  return factory ? { kind: 'v2', module, name, factory: checksum(factory), ...rest } : undefined
}

function pools(
  module: string,
  name: string,
  { factory, deployer, ...rest }: Exchange & { deployer?: string | undefined },
) {
  if (!factory) return undefined
  const made = deployer === undefined ? {} : { deployer: checksum(deployer) }
  return { kind: 'v3', module, name, factory: checksum(factory), ...made, ...rest }
}

function lending(market: Market | undefined) {
  if (!market) return undefined
  const addresses = { factory: checksum(market.POOL), oracle: checksum(market.ORACLE) }
  // No package names the version. The service compares it with the chain, and knows none apart after this one.
  return { kind: 'aave', module: 'aave-v3', name: 'Aave V3', version: '3.4', ...addresses }
}

type Deployment = readonly [task: string, name: string]

/** Factories of weighted pools of Balancer V2, by the tasks that deployed them. */
export const WEIGHTED_TASKS: readonly Deployment[] = [
  ['deprecated/20210418-weighted-pool', 'WeightedPoolFactory'],
  ['deprecated/20210418-weighted-pool', 'WeightedPool2TokensFactory'],
  ['deprecated/20220908-weighted-pool-v2', 'WeightedPoolFactory'],
  ['20230206-weighted-pool-v3', 'WeightedPoolFactory'],
  ['20230320-weighted-pool-v4', 'WeightedPoolFactory'],
]
/** Factories of stable pools of Balancer V2. */
export const STABLE_TASKS: readonly Deployment[] = [
  ['deprecated/20210624-stable-pool', 'StablePoolFactory'],
  ['deprecated/20210727-meta-stable-pool', 'MetaStablePoolFactory'],
  ['deprecated/20220609-stable-pool-v2', 'StablePoolFactory'],
  ['deprecated/20220906-composable-stable-pool', 'ComposableStablePoolFactory'],
  ['deprecated/20221122-composable-stable-pool-v2', 'ComposableStablePoolFactory'],
  ['20230206-composable-stable-pool-v3', 'ComposableStablePoolFactory'],
  ['20230320-composable-stable-pool-v4', 'ComposableStablePoolFactory'],
  ['20230711-composable-stable-pool-v5', 'ComposableStablePoolFactory'],
  ['20240223-composable-stable-pool-v6', 'ComposableStablePoolFactory'],
]
/** Factories of weighted and of stable pools of Balancer V3. */
export const V3_WEIGHTED_TASKS: readonly Deployment[] = [
  ['20241205-v3-weighted-pool', 'WeightedPoolFactory'],
  ['20260115-v3-weighted-pool-v2', 'WeightedPoolFactory'],
]
export const V3_STABLE_TASKS: readonly Deployment[] = [
  ['20241205-v3-stable-pool', 'StablePoolFactory'],
  ['20250324-v3-stable-pool-v2', 'StablePoolFactory'],
  ['20260116-v3-stable-pool-v3', 'StablePoolFactory'],
]
const RATE_TASKS: readonly Deployment[] = [['20210812-wsteth-rate-provider', 'WstETHRateProvider']]

const balancerTasks = join(
  dirname(require.resolve('@balancer-labs/v2-deployments/package.json')),
  'dist/tasks',
)

/** Returns a contract of Balancer, or undefined where the task did not deploy it. */
export function deployedByBalancer(id: number, [task, name]: Deployment): Address | undefined {
  const network = BALANCER_NETWORKS[id]
  const path = join(balancerTasks, task, `output/${network}.json`)
  const packed: Record<string, string> =
    network && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const found = packed[name] ?? laterBalancer[task]?.[id]
  return found === undefined ? undefined : checksum(found)
}

function allDeployed(id: number, tasks: readonly Deployment[]): Address[] {
  return tasks.flatMap((task) => deployedByBalancer(id, task) ?? [])
}

/** The source names one factory of weighted pools apart: the third, or the fourth without a third. */
function vault(id: number, network: string | undefined) {
  if (!network) return undefined
  const weighted = allDeployed(id, WEIGHTED_TASKS)
  const [poolFactory] = allDeployed(id, WEIGHTED_TASKS.slice(3))
  const weightedFactories = weighted.filter((factory) => factory !== poolFactory)
  const stableFactories = allDeployed(id, STABLE_TASKS)
  const rateProviders = allDeployed(id, RATE_TASKS)
  return {
    kind: 'balancer',
    module: 'balancer-v2',
    name: 'Balancer V2',
    factory: deployedByBalancer(id, ['20210418-vault', 'Vault']),
    poolFactory,
    ...(weightedFactories.length > 0 && { weightedFactories }),
    ...(stableFactories.length > 0 && { stableFactories }),
    ...(rateProviders.length > 0 && { rateProviders }),
  }
}

function vaultV3(id: number) {
  const factory = deployedByBalancer(id, ['20241204-v3-vault', 'Vault'])
  const rateProviders = allDeployed(id, RATE_TASKS)
  return (
    factory && {
      kind: 'balancer-v3',
      module: 'balancer-v3',
      name: 'Balancer V3',
      factory,
      weightedFactories: allDeployed(id, V3_WEIGHTED_TASKS),
      stableFactories: allDeployed(id, V3_STABLE_TASKS),
      ...(rateProviders.length > 0 && { rateProviders }),
    }
  )
}

/**
 * Returns Balancer's contracts on Berachain. The stable factory is omitted, because its code is
 * newer than the supported versions.
 */
function bex(id: number) {
  const factory = berancer.VAULT[id]
  const poolFactory = berancer.WEIGHTED_POOL_FACTORY_BALANCER_V2[id]
  if (id !== chains.berachain.id || !factory || !poolFactory) return undefined
  const addresses = { factory: checksum(factory), poolFactory: checksum(poolFactory) }
  return { kind: 'balancer', module: 'bex', name: 'BEX', ...addresses }
}

function manager(factory: string | undefined) {
  if (!factory) return undefined
  return { kind: 'v4', module: 'uniswap-v4', name: 'Uniswap V4', factory: checksum(factory) }
}

/** Read as a text: the published module imports JSON in a way that no newer Node knows. */
function plainPool(pool: string | undefined, own: { module: string; name: string }) {
  if (!pool) return undefined
  const folder = dirname(require.resolve('@curvefi/api/package.json'))
  const text = readFileSync(join(folder, 'lib/constants/pools/ethereum.js'), 'utf8')
  const [, address = ''] =
    new RegExp(`^ +'?${pool}'?: {[^}]*?swap_address: '(0x\\w{40})'`, 'm').exec(text) ?? []
  return { kind: 'stableswap', ...own, factory: checksum(address) }
}

function factoryPools(id: number, alias: string, own: { module: string; name: string }) {
  const factory = curveFactory(id, alias)
  if (!factory) return undefined
  const folder = dirname(require.resolve('@curvefi/api/package.json'))
  const text = readFileSync(join(folder, 'lib/constants/factory/stable.js'), 'utf8')
  const [, table] = new RegExp(`^ {4}${id}: {\\s+implementationABIDict: (\\w+)`, 'm').exec(text) ?? []
  const [, listed = ''] = new RegExp(`const ${table} = lowerCaseKeys\\({([^}]*)}`).exec(text) ?? []
  const implementations = [...listed.matchAll(IMPLEMENTATION)].map(([, address = '']) => checksum(address))
  return { kind: 'stableswap-factory', ...own, factory, implementations }
}

function plainPools(id: number) {
  const factory = curveFactory(id, 'stable_ng_factory')
  return factory && { kind: 'stableswap-ng', module: 'curve-ng', name: 'Curve NG', factory }
}

function cryptoPools(id: number, pools: 'twocrypto' | 'tricrypto', name: string) {
  const factory = curveFactory(id, `${pools}_factory`)
  return factory && { kind: 'cryptoswap', module: `curve-${pools}`, name, factory }
}

/** Returns Curve's factory on a chain. A table of the same file states the chain and its name. */
function curveFactory(id: number, name: string): Address | undefined {
  const folder = dirname(require.resolve('@curvefi/api/package.json'))
  const text = readFileSync(join(folder, 'lib/constants/network_constants.js'), 'utf8')
  const [, aliases] = new RegExp(`^ {4}${id}: {[^}]*?ALIASES: (ALIASES_\\w+)`, 'm').exec(text) ?? []
  const [, address] = new RegExp(`const ${aliases} = [^}]*?"${name}": '(0x\\w{40})'`).exec(text) ?? []
  return aliases && address ? checksum(address) : undefined
}

/** wstETH as Aave and Sushi list it: it wraps on Ethereum alone, where it was made. */
function wrapper(id: number) {
  const listed = id === chains.mainnet.id ? markets.get(id)?.ASSETS.wstETH : undefined
  if (!listed) return undefined
  const factory = checksum(agreed(listed.UNDERLYING, wstEth.WstETH_ADDRESS[id]) ?? '')
  return { kind: 'wsteth', module: 'lido-wsteth', name: 'Lido wstETH', factory }
}

/** sDAI as Aave lists it: what is called so on other chains is bridged, or not MakerDAO's. */
function savings(id: number) {
  const listed = id === chains.mainnet.id ? markets.get(id)?.ASSETS.sDAI : undefined
  if (!listed) return undefined
  return { kind: 'erc4626', module: 'maker-sdai', name: 'Maker sDAI', factory: checksum(listed.UNDERLYING) }
}

/**
 * Returns all factories of Slipstream. Their `initHash` in the package is the implementation of the
 * pool clones.
 */
function slipstreams(id: number) {
  const found = readExchanges('uniswap-v3', id).filter(({ name }) => name.includes('Slipstream'))
  return found.map(({ name, fields }, i) => {
    const brand = name.slice(0, name.indexOf('Slipstream'))
    const place = i === 0 ? '' : `${i + 1}`
    return {
      kind: 'slipstream',
      module: [brand.toLowerCase(), 'slipstream', place].filter(Boolean).join('-'),
      name: [brand, 'Slipstream', place].filter(Boolean).join(' '),
      factory: checksum(getField(fields, 'factory')),
      initCodeHash: getCloneHash(checksum(getField(fields, 'initHash'))),
    }
  })
}

/** Algebra V1: its authors' package has the code of the pools. */
function quickSwap(id: number) {
  const read = (field: string) => readField('algebra', id, 'QuickSwapV3', field)
  const [factory, deployer] = [read('factory'), read('deployer')]
  if (!factory || !deployer) return undefined
  const addresses = { factory: checksum(factory), deployer: checksum(deployer) }
  const initCodeHash = agreed(read('initHash'), keccak256(algebraV1Artifacts.pool.bytecode))
  return { kind: 'algebra-v1', module: 'quickswap-v3', name: 'QuickSwap V3', ...addresses, initCodeHash }
}

/** The code of Uniswap V2, whose hash another package names. */
function quickSwapV2(id: number) {
  const read = (field: string) => readField('uniswap-v2', id, 'QuickSwap', field)
  const initCodeHash = agreed(read('initCode'), uniswapV2.UNISWAP_V2_INIT_CODE_HASH)
  return pairs('quickswap-v2', 'QuickSwap V2', { factory: read('factoryAddress'), initCodeHash, feeBps: 30 })
}

function litePsm(id: number) {
  const factory = readField('lite-psm', id, 'LitePsm', 'psmAddress')
  return (
    factory && { kind: 'psm', module: 'maker-lite-psm', name: 'Maker LitePSM', factory: checksum(factory) }
  )
}

/** sDAI of Gnosis, which is not MakerDAO's: a plain vault of WXDAI. */
function savingsXdai(id: number) {
  const factory = readField('erc4626', id, 'sDAI', 'vault')
  return (
    factory && { kind: 'erc4626', module: 'savings-xdai', name: 'Savings xDAI', factory: checksum(factory) }
  )
}

/** Lenses of one exchange read the pools of all. */
export function publishedTickLens(id: number): Address | undefined {
  const found = uniswap.CHAIN_TO_ADDRESSES_MAP[id]?.tickLensAddress ?? sushiV3.SUSHISWAP_V3_TICK_LENS[id]
  return found === undefined ? undefined : checksum(found)
}

/** Returns the wrapped native token that Sushi publishes, and Uniswap if it has one. */
export function publishedWrappedNative(id: number): Address | undefined {
  const found = agreed(wrapped.WNATIVE_ADDRESS[id], uniswap.WETH9[id]?.address)
  return found === undefined ? undefined : checksum(found)
}

/** The address follows from the code and the salt. */
export function publishedPermit2(): Address {
  const { bytecode, salt } = require('../../../devnet/artifacts/permit2.json')
  const from = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  return getContractAddress({ from, opcode: 'CREATE2', bytecode, salt })
}

/** The names under which packages list a token. */
export async function publishedSymbols(id: number, token: Address): Promise<string[]> {
  const isToken = (address: string | undefined) => address?.toLowerCase() === token.toLowerCase()
  const listed = tokenList.tokens.filter(({ chainId, address }) => chainId === id && isToken(address))
  const lent = Object.entries(markets.get(id)?.ASSETS ?? {}).filter(([, { UNDERLYING }]) =>
    isToken(UNDERLYING),
  )
  const own = (await sushiTokens()).filter(([, addresses]) => isToken(addresses[id])).map(([name]) => name)
  return [...listed.map(({ symbol }) => symbol), ...lent.map(([symbol]) => symbol), ...own]
}

async function sushiTokens(): Promise<[string, ById][]> {
  const files = readdirSync(join(sushiFolder, 'tokens/tokens')).filter((file) => file.endsWith('.js'))
  const modules = await Promise.all([
    sushi<Record<string, ById>>('tokens/wrapped-native.js'),
    ...files.map((file) => sushi<Record<string, ById>>(`tokens/tokens/${file}`)),
  ])
  return modules.flatMap((content) =>
    Object.entries(content)
      .filter(([name]) => name.endsWith('_ADDRESS'))
      .map(([name, addresses]): [string, ById] => [name.replace(/_ADDRESS$/, ''), addresses]),
  )
}

/** Returns the value of two packages, which must match if both have one. */
function agreed(first: string | undefined, second: string | undefined): string | undefined {
  return first && second ? confirmed(first, second) : (first ?? second)
}

/** Returns the value of two packages, which must both have the same value. */
function confirmed(first: string | undefined, second: string | undefined): string | undefined {
  if (first?.toLowerCase() !== second?.toLowerCase()) {
    throw new Error(`Two packages do not agree: ${first} and ${second}`)
  }
  return first
}

function checksum(address: string): Address {
  return getAddress(address.toLowerCase())
}
