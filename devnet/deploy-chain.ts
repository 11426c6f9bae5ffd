import { concatHex, getContractAddress, zeroHash } from 'viem'
import { type Address, ZERO_ADDRESS } from '../wire/lib/address.ts'
import { type Artifacts, loadArtifacts, ownContract } from './bytecode/artifacts.ts'
import { type DeployedLending, queueLending } from './deployers/aave/queue-lending.ts'
import { queueAlgebra, queueAlgebraPools } from './deployers/algebra/queue-algebra.ts'
import {
  type DeployedBalancer,
  queueBalancer,
  queueWeightedPool,
} from './deployers/balancer/queue-balancer.ts'
import { queueStablePool } from './deployers/balancer/queue-stable-pool.ts'
import { queueStableswap, queueStableswapFill } from './deployers/curve/queue-stableswap.ts'
import { type DeployedYield, queueYield, queueYieldFill } from './deployers/savings/queue-yield.ts'
import { queueSolidly, queueSolidlyPairs } from './deployers/solidly/queue-solidly.ts'
import { queueTokenGrants, queueTokens } from './deployers/tokens/queue-tokens.ts'
import { queueExchanges, queuePancake } from './deployers/uniswap/queue-exchanges.ts'
import { queueManagedPools, queueManager } from './deployers/uniswap/queue-managed.ts'
import { type ExchangeSource, queuePools } from './deployers/uniswap/queue-pools.ts'
import type { DevnetAccounts } from './node/accounts.ts'
import { type Rpc, toQuantity } from './node/rpc.ts'
import { ALGEBRA_POOLS } from './plan/algebra-pools.ts'
import type { ChainPlan } from './plan/chains.ts'
import { MANAGED_POOLS } from './plan/managed-pools.ts'
import type { ManifestChain, ManifestToken } from './plan/manifest.ts'
import { POOLS } from './plan/pools.ts'
import { SOLIDLY_PAIRS } from './plan/solidly-pairs.ts'
import {
  type AlgebraSource,
  type DevnetSource,
  getDeployer,
  getRowKind,
  type SolidlySource,
} from './plan/source.ts'
import { STABLE_POOLS } from './plan/stable-pools.ts'
import { STABLESWAP_POOLS } from './plan/stableswap-pools.ts'
import { WEIGHTED_POOLS } from './plan/weighted-pools.ts'
import { createSetup, type Setup } from './setup/setup.ts'
import type { TradingDesk } from './setup/trading-desk.ts'
import { getSources } from './sources.ts'

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
  const tokens = queueTokens(setup, artifacts, weth)
  const desk = (name: string, ...args: unknown[]): TradingDesk => ({
    address: setup.deploy(name, own(name), [weth, marketMaker, ...args]),
    abi: own(name).abi,
  })
  const liquidity = desk('LiquidityDesk')
  const exchanges = queueExchanges(setup, artifacts)
  const v3Factory = exchanges.find(({ kind }) => kind === 'v3')?.factory ?? ZERO_ADDRESS
  const lending = queueLending(setup, {
    plan,
    tokens,
    treasury,
    marketMaker,
    priceFeed: own('PriceFeed'),
  })
  const earning = queueYield(
    setup,
    { desk: own('YieldDesk'), vault: own('SavingsVault') },
    { plan, tokens, weth, marketMaker, pool: lending.pool },
  )
  const balancer = queueBalancer(setup, weth)
  const weighted = desk('WeightedDesk', balancer.vault)
  const manager = queueManager(setup)
  const managed = desk('ManagerDesk', manager)
  const pancake = queuePancake(setup, artifacts)
  const dystopia = queueSolidly(setup, artifacts)
  const solidly = desk('SolidlyDesk', dystopia.factory)
  const curve = queueStableswap(setup, artifacts, { plan: STABLESWAP_POOLS[plan.name], tokens })
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
  const algebra = queueAlgebra(setup)
  const algebraDesk = desk('AlgebraDesk', algebra.factory)
  setup.send('Permit2', CREATE2_DEPLOYER, concatHex([artifacts.permit2.salt, artifacts.permit2.bytecode]))

  const desks = { liquidity, weighted, managed, solidly, stableswap, algebra: algebraDesk }
  await prepareNode(rpc, artifacts, {
    senders: [deployer, marketMaker],
    desks: [...Object.values(desks).map(({ address }) => address), ...Object.values(earning.desks)],
  })
  await setup.flush()

  const share = earning.share
  const protocols = { exchanges, lending, share, balancer, manager, pancake, dystopia, algebra }
  const sources = getSources({ ...protocols, curve: curve.source })
  const settlement = deploySettlement(setup, artifacts, sources, contracts)
  const pools = queueAllPools(setup, {
    plan,
    tokens,
    desks,
    exchanges: [...exchanges, pancake],
    balancer,
    dystopia,
    algebra,
  })
  queueStableswapFill(setup, stableswap, { plan: STABLESWAP_POOLS[plan.name], pool: curve.pool })
  const holders = accounts.funded.map(({ address }) => address)
  queueTokenGrants(setup, liquidity, tokens, holders)
  queueYieldFill(setup, earning, { plan, tokens, holders })
  const stable = queueStablePool(
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
    sources: addStablePool(sources, stable),
    tokens: [...tokens, ...lending.aTokens, share],
  }
  return {
    manifest: {
      name,
      label,
      id,
      nativeCurrency,
      widget: toWidgetConfig(deployed),
      ...deployed,
      ...pools,
      stablePools: [stable.pool],
      stableswapPools: [curve.pool],
    },
    desks,
    earning,
    feeds: lending.feeds,
  }
}

/** Names the stable pool's factory and rate provider in the source of Balancer V2. */
function addStablePool(
  sources: DevnetSource[],
  { factory, pool }: ReturnType<typeof queueStablePool>,
): DevnetSource[] {
  return sources.map((source) =>
    source.kind === 'balancer'
      ? { ...source, stableFactories: [factory], rateProviders: [pool.rateProvider] }
      : source,
  )
}

/** Impersonates the senders, gives Ether to all accounts, and sets the code of Multicall3. */
async function prepareNode(
  rpc: Rpc,
  { multicall3 }: Artifacts,
  { senders, desks }: { senders: Address[]; desks: Address[] },
): Promise<void> {
  await rpc.batch([
    ...senders.map((address) => ({ method: 'anvil_impersonateAccount', params: [address] })),
    ...[...senders, ...desks].map((address) => ({
      method: 'anvil_setBalance',
      params: [address, PLENTY_OF_ETHER],
    })),
    { method: 'anvil_setCode', params: [multicall3.address, multicall3.runtimeCode] },
  ])
}

interface PoolSetup {
  plan: ChainPlan
  tokens: ManifestToken[]
  desks: DeployedChain['desks']
  exchanges: ExchangeSource[]
  balancer: DeployedBalancer
  dystopia: SolidlySource
  algebra: AlgebraSource
}

/** Queues the pools of all protocols that need only the planned tokens. */
function queueAllPools(
  setup: Setup,
  { plan: { name }, tokens, desks, exchanges, balancer, dystopia, algebra }: PoolSetup,
) {
  return {
    pools: queuePools(setup, desks.liquidity, { plans: POOLS[name], sources: exchanges, tokens }),
    weightedPools: [
      queueWeightedPool(
        setup,
        { factory: balancer.factory, desk: desks.weighted },
        { plan: WEIGHTED_POOLS[name], tokens },
      ),
    ],
    managedPools: queueManagedPools(setup, desks.managed, { plans: MANAGED_POOLS[name], tokens }),
    solidlyPairs: queueSolidlyPairs(
      setup,
      { source: dystopia, desk: desks.solidly },
      { plans: SOLIDLY_PAIRS[name], tokens },
    ),
    algebraPools: queueAlgebraPools(
      setup,
      { source: algebra, desk: desks.algebra },
      { plans: ALGEBRA_POOLS[name], tokens },
    ),
  }
}

/** Computes the executor's address: it is the first contract that the settlement creates. */
function deploySettlement(
  setup: Setup,
  artifacts: Artifacts,
  sources: DevnetSource[],
  { weth, permit2, treasury }: { weth: Address; permit2: Address; treasury: Address },
): { settlement: Address; executor: Address } {
  const rows = sources.map(toRow)
  const settlement = setup.deploy('Settlement', artifacts.settlement, [weth, permit2, treasury, rows])
  return { settlement, executor: getContractAddress({ from: settlement, nonce: 1n }) }
}

const toRow = (source: DevnetSource) => ({
  kind: getRowKind(source),
  factory: getDeployer(source),
  initCodeHash: 'initCodeHash' in source ? source.initCodeHash : zeroHash,
  feeBps: 'feeBps' in source ? (source.feeBps ?? 0) : 0,
})

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
