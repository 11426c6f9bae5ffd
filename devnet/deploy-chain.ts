import { concatHex } from 'viem'
import { getExecutorAddress } from '../service/config/executor-address.ts'
import { toSourceRow } from '../service/config/source-rows.ts'
import type { LiquiditySourceConfig } from '../service/config/types.ts'
import { type Address, ZERO_ADDRESS } from '../src/lib/address.ts'
import type { DevnetAccounts } from './accounts.ts'
import { ALGEBRA_POOLS } from './algebra-pools.ts'
import { type Artifacts, loadArtifacts, ownContract } from './artifacts.ts'
import type { ChainPlan } from './chains.ts'
import { deployAlgebra, deployAlgebraPools } from './deploy-algebra.ts'
import { deployBalancer, deployWeightedPool } from './deploy-balancer.ts'
import { deployExchanges, deployPancake } from './deploy-exchanges.ts'
import { type DeployedLending, deployLending } from './deploy-lending.ts'
import { deployManagedPools, deployManager } from './deploy-managed.ts'
import { deployPools } from './deploy-pools.ts'
import { deploySolidly, deploySolidlyPairs } from './deploy-solidly.ts'
import { deployStablePool } from './deploy-stable.ts'
import { deployStableswap, fillStableswap } from './deploy-stableswap.ts'
import { deployTokens, grantTokens } from './deploy-tokens.ts'
import { type DeployedYield, deployYield, fillYield } from './deploy-yield.ts'
import { MANAGED_POOLS } from './managed-pools.ts'
import type { ManifestChain } from './manifest.ts'
import { POOLS } from './pools.ts'
import { type Rpc, toQuantity } from './rpc.ts'
import { createSetup, type Setup } from './setup.ts'
import { SOLIDLY_PAIRS } from './solidly-pairs.ts'
import { getSources } from './sources.ts'
import { STABLE_POOLS } from './stable-pools.ts'
import { STABLESWAP_POOLS } from './stableswap-pools.ts'
import type { TradingDesk } from './trading-desk.ts'
import { WEIGHTED_POOLS } from './weighted-pools.ts'

interface DeployedChain {
  manifest: Omit<ManifestChain, 'rpcUrl' | 'wsUrl'>
  /** The contracts through which the market maker trades. */
  desks: {
    liquidity: TradingDesk
    weighted: TradingDesk
    managed: TradingDesk
    solidly: TradingDesk
    stableswap: TradingDesk
    algebra: TradingDesk
  }
  earning: DeployedYield
  feeds: DeployedLending['feeds']
}

/** The deterministic deployment proxy, at the same address on every chain. */
const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const PLENTY_OF_ETHER = toQuantity(10n ** 27n)

/**
 * Deploys everything on an empty chain, in two blocks. The addresses are the same on every start.
 */
export async function deployChain(
  rpc: Rpc,
  plan: ChainPlan,
  accounts: DevnetAccounts,
): Promise<DeployedChain> {
  const artifacts = loadArtifacts()
  const deployer = accounts.deployer(plan.index)
  const { marketMaker, treasury } = accounts
  const setup = createSetup(rpc, deployer)
  const own = (name: string) => ownContract(artifacts, name)

  const weth = setup.deploy('WETH', artifacts.weth)
  const tokens = deployTokens(setup, artifacts, weth)
  const desk = (name: string, ...args: unknown[]): TradingDesk => ({
    address: setup.deploy(name, own(name), [weth, marketMaker, ...args]),
    abi: own(name).abi,
  })
  const liquidity = desk('LiquidityDesk')
  const exchanges = deployExchanges(setup, artifacts)
  const v3Factory = exchanges.find(({ kind }) => kind === 'v3')?.factory ?? ZERO_ADDRESS
  const lending = deployLending(setup, {
    plan,
    tokens,
    treasury,
    marketMaker,
    priceFeed: own('PriceFeed'),
  })
  const earning = deployYield(
    setup,
    { desk: own('YieldDesk'), vault: own('SavingsVault') },
    { plan, tokens, weth, marketMaker, pool: lending.pool },
  )
  const balancer = deployBalancer(setup, weth)
  const weighted = desk('WeightedDesk', balancer.vault)
  const manager = deployManager(setup)
  const managed = desk('ManagerDesk', manager)
  const pancake = deployPancake(setup, artifacts)
  const dystopia = deploySolidly(setup, artifacts)
  const solidly = desk('SolidlyDesk', dystopia.factory)
  const curve = deployStableswap(setup, artifacts, { plan: STABLESWAP_POOLS[plan.name], tokens })
  const stableswap = desk('StableswapDesk')
  const contracts = {
    weth,
    permit2: artifacts.permit2.address,
    multicall3: artifacts.multicall3.address,
    treasury,
    quoterV2: setup.deploy('QuoterV2', artifacts.quoterV2, [v3Factory, weth]),
    tickLens: setup.deploy('TickLens', artifacts.tickLens),
    aavePool: lending.pool,
    aaveOracle: lending.oracle,
    aaveDataProvider: lending.dataProvider,
    balancerVault: balancer.vault,
    poolManager: manager,
    vaults: [earning.share.address],
  }
  const algebra = deployAlgebra(setup)
  const algebraDesk = desk('AlgebraDesk', algebra.factory)
  setup.send('Permit2', CREATE2_DEPLOYER, concatHex([artifacts.permit2.salt, artifacts.permit2.bytecode]))

  const desks = { liquidity, weighted, managed, solidly, stableswap, algebra: algebraDesk }
  const spenders = [...Object.values(desks).map(({ address }) => address), ...Object.values(earning.desks)]
  await rpc.batch([
    { method: 'anvil_impersonateAccount', params: [deployer] },
    { method: 'anvil_impersonateAccount', params: [marketMaker] },
    ...[deployer, marketMaker, ...spenders].map((address) => ({
      method: 'anvil_setBalance',
      params: [address, PLENTY_OF_ETHER],
    })),
    { method: 'anvil_setCode', params: [artifacts.multicall3.address, artifacts.multicall3.runtimeCode] },
  ])
  await setup.flush()

  const sources = getSources({
    exchanges,
    lending,
    share: earning.share,
    balancer,
    manager,
    pancake,
    dystopia,
    curve: curve.source,
    algebra,
  })
  const settlement = deploySettlement(setup, artifacts, sources, contracts)
  const pools = deployPools(setup, liquidity, {
    plans: POOLS[plan.name],
    sources: [...exchanges, pancake],
    tokens,
  })
  const weightedPool = deployWeightedPool(
    setup,
    { factory: balancer.factory, desk: weighted },
    { plan: WEIGHTED_POOLS[plan.name], tokens },
  )
  const managedPools = deployManagedPools(setup, managed, { plans: MANAGED_POOLS[plan.name], tokens })
  const solidlyPairs = deploySolidlyPairs(
    setup,
    { source: dystopia, desk: solidly },
    { plans: SOLIDLY_PAIRS[plan.name], tokens },
  )
  const algebraPools = deployAlgebraPools(
    setup,
    { source: algebra, desk: algebraDesk },
    { plans: ALGEBRA_POOLS[plan.name], tokens },
  )
  fillStableswap(setup, stableswap, { plan: STABLESWAP_POOLS[plan.name], pool: curve.pool })
  const holders = accounts.funded.map(({ address }) => address)
  grantTokens(setup, liquidity, tokens, holders)
  fillYield(setup, earning, { plan, tokens, holders })
  const stable = deployStablePool(
    setup,
    { vault: balancer.vault, desk: weighted, earning, shareRate: own('ShareRate') },
    { plan: STABLE_POOLS[plan.name], tokens },
  )
  await setup.flush()
  await setup.verify()
  await rpc.request('anvil_stopImpersonatingAccount', deployer)

  const { name, label, id, nativeCurrency } = plan
  const deployed = {
    contracts: { ...contracts, ...settlement },
    sources: sources.map((source) =>
      source.kind === 'balancer'
        ? { ...source, stableFactories: [stable.factory], rateProviders: [stable.pool.rateProvider] }
        : source,
    ),
    tokens: [...tokens, ...lending.aTokens, earning.share],
  }
  return {
    manifest: {
      name,
      label,
      id,
      nativeCurrency,
      widget: toWidgetConfig(deployed),
      ...deployed,
      pools,
      weightedPools: [weightedPool],
      stablePools: [stable.pool],
      managedPools,
      solidlyPairs,
      stableswapPools: [curve.pool],
      algebraPools,
    },
    desks,
    earning,
    feeds: lending.feeds,
  }
}

/** Computes the executor's address: it is the first contract that the settlement creates. */
function deploySettlement(
  setup: Setup,
  artifacts: Artifacts,
  sources: LiquiditySourceConfig[],
  { weth, permit2, treasury }: { weth: Address; permit2: Address; treasury: Address },
): { settlement: Address; executor: Address } {
  const rows = sources.map(toSourceRow)
  const settlement = setup.deploy('Settlement', artifacts.settlement, [weth, permit2, treasury, rows])
  return { settlement, executor: getExecutorAddress(settlement) }
}

/** The chain fields of a widget config: settlement, USD token, price pools. */
function toWidgetConfig({
  contracts,
  sources,
  tokens,
}: Pick<ManifestChain, 'contracts' | 'sources' | 'tokens'>): ManifestChain['widget'] {
  const usdToken = tokens.find(({ symbol }) => symbol === 'USDC')?.address
  if (!usdToken) throw new Error('No token USDC is deployed')
  const factories = (wanted: 'v2' | 'v3') =>
    sources.flatMap(({ kind, factory }) => (kind === wanted ? [factory] : []))
  return {
    routerAddress: contracts.settlement,
    usdToken,
    wrappedNative: contracts.weth,
    priceFactories: { v2: factories('v2'), v3: factories('v3') },
  }
}
