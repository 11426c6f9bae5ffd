import { getContractAddress } from 'viem'
import { type Address, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import type { CompiledContract } from '../../bytecode/compile-tokens.ts'
import { fromAave } from '../../bytecode/load-artifact.ts'
import type { ChainPlan } from '../../plan/chains.ts'
import { LENDING, RESERVES, type ReservePlan } from '../../plan/lending.ts'
import type { ManifestToken } from '../../plan/manifest.ts'
import { tokenPlan } from '../../plan/tokens.ts'
import type { Setup } from '../../setup/setup.ts'
import type { TradingDesk } from '../../setup/trading-desk.ts'
import { queueAavePool, queueAaveTokens } from './queue-aave.ts'

export interface DeployedLending {
  pool: Address
  oracle: Address
  dataProvider: Address
  /** One aToken for each reserve. */
  aTokens: ManifestToken[]
  /** Price feeds of the oracle, by symbol. */
  feeds: Record<string, TradingDesk>
}

interface Reserve {
  plan: ReservePlan
  token: ManifestToken
  aToken: ManifestToken
}

const MARKET = 'Sluice devnet'
const RAY = 10n ** 27n

/** Deploys all of Aave V3 (registry, code, oracle and reserves), without deposits. */
export function queueLending(
  setup: Setup,
  options: {
    plan: ChainPlan
    tokens: ManifestToken[]
    treasury: Address
    marketMaker: Address
    priceFeed: CompiledContract
  },
): DeployedLending {
  const provider = fromAave('protocol/configuration/PoolAddressesProvider')
  const registry = setup.deploy('Aave registry', provider, [MARKET, setup.deployer])
  const register = (functionName: string, address: Address) =>
    setup.call(`Aave ${functionName}`, registry, provider, functionName, [address])
  // The registry's first two contracts are the proxies of the pool and the configurator.
  const pool = getContractAddress({ from: registry, nonce: 1n })
  const configurator = getContractAddress({ from: registry, nonce: 2n })

  register('setACLAdmin', setup.deployer)
  const roles = fromAave('protocol/configuration/ACLManager')
  const acl = setup.deploy('Aave roles', roles, [registry])
  register('setACLManager', acl)
  setup.call('Aave pool admin', acl, roles, 'addPoolAdmin', [setup.deployer])

  const code = queueAavePool(setup, registry)
  register('setPoolImpl', code.pool)
  register('setPoolConfiguratorImpl', code.configurator)
  const dataProvider = setup.deploy('Aave data', fromAave('misc/AaveProtocolDataProvider'), [registry])
  register('setPoolDataProvider', dataProvider)

  const reserves = getReserves(options, configurator)
  const { oracle, feeds } = deployOracle(setup, registry, { reserves, ...options })
  register('setPriceOracle', oracle)
  openReserves(setup, reserves, {
    configurator: { address: configurator, abi: code.configuratorAbi },
    registry,
    pool,
    ...options,
  })
  return { pool, oracle, dataProvider, aTokens: reserves.map(({ aToken }) => aToken), feeds }
}

/**
 * Computes the aToken addresses from their order: the configurator creates three proxies for each
 * reserve.
 */
function getReserves(
  { plan: { name }, tokens }: { plan: ChainPlan; tokens: ManifestToken[] },
  configurator: Address,
): Reserve[] {
  const { prefix } = LENDING[name]
  return RESERVES.map((plan, index) => {
    const token = tokens.find(({ symbol }) => symbol === plan.symbol)
    if (!token) throw new Error(`No token ${plan.symbol} is deployed`)
    const aToken: ManifestToken = {
      address: getContractAddress({ from: configurator, nonce: BigInt(1 + 3 * index) }),
      symbol: `a${prefix}${token.symbol}`,
      name: `Aave ${prefix} ${token.symbol}`,
      decimals: token.decimals,
      claim: { kind: 'a-token', underlying: token.address },
    }
    return { plan, token, aToken }
  })
}

function deployOracle(
  setup: Setup,
  registry: Address,
  options: { reserves: Reserve[]; marketMaker: Address; priceFeed: CompiledContract },
): { oracle: Address; feeds: Record<string, TradingDesk> } {
  const { reserves, marketMaker, priceFeed } = options
  const feeds = reserves.map(({ token: { symbol } }): [string, TradingDesk] => {
    const answer = BigInt(Math.round(tokenPlan(symbol).priceUsd * 1e8))
    const address = setup.deploy(`price of ${symbol}`, priceFeed, [marketMaker, answer])
    return [symbol, { address, abi: priceFeed.abi }]
  })
  const oracle = setup.deploy('Aave oracle', fromAave('misc/AaveOracle'), [
    registry,
    reserves.map(({ token }) => token.address),
    feeds.map(([, { address }]) => address),
    ZERO_ADDRESS,
    // The base currency: US dollars with eight decimals, which have no address.
    ZERO_ADDRESS,
    10n ** 8n,
  ])
  return { oracle, feeds: Object.fromEntries(feeds) }
}

function openReserves(
  setup: Setup,
  reserves: Reserve[],
  options: {
    plan: ChainPlan
    configurator: TradingDesk
    registry: Address
    pool: Address
    treasury: Address
  },
): void {
  const { configurator, registry, pool, treasury } = options
  const { prefix } = LENDING[options.plan.name]
  const configure = (functionName: string, ...args: unknown[]) =>
    setup.call(`Aave ${functionName}`, configurator.address, configurator, functionName, args)
  const implementations = queueAaveTokens(setup, pool)
  const inputs = reserves.map(({ plan, token, aToken }) => ({
    ...implementations,
    underlyingAssetDecimals: token.decimals,
    interestRateStrategyAddress: deployStrategy(setup, registry, plan),
    underlyingAsset: token.address,
    treasury,
    incentivesController: ZERO_ADDRESS,
    aTokenName: aToken.name,
    aTokenSymbol: aToken.symbol,
    variableDebtTokenName: `Aave ${prefix} Variable Debt ${token.symbol}`,
    variableDebtTokenSymbol: `variableDebt${prefix}${token.symbol}`,
    stableDebtTokenName: `Aave ${prefix} Stable Debt ${token.symbol}`,
    stableDebtTokenSymbol: `stableDebt${prefix}${token.symbol}`,
    params: '0x',
  }))
  configure('initReserves', inputs)
  for (const { plan, token } of reserves) {
    const { ltvBps, thresholdBps, bonusBps } = plan.collateral
    configure('configureReserveAsCollateral', token.address, ltvBps, thresholdBps, bonusBps)
    configure('setReserveBorrowing', token.address, true)
    configure('setReserveFactor', token.address, plan.reserveFactorBps)
    configure('setSupplyCap', token.address, plan.supplyCap)
    configure('setBorrowCap', token.address, plan.borrowCap)
  }
}

function deployStrategy(setup: Setup, registry: Address, { symbol, rates }: ReservePlan): Address {
  const ray = (bps: number) => (BigInt(bps) * RAY) / 10_000n
  const { optimalUsageBps, baseBps, slope1Bps, slope2Bps } = rates
  // The stable rate is off, but the contract still requires its five parameters.
  const curve = [optimalUsageBps, baseBps, slope1Bps, slope2Bps, 0, 0, 0, 0, 2000].map(ray)
  const strategy = fromAave('protocol/pool/DefaultReserveInterestRateStrategy')
  return setup.deploy(`rates of ${symbol}`, strategy, [registry, ...curve])
}
