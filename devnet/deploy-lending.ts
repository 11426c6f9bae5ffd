import { getContractAddress } from 'viem'
import { type Address, ZERO_ADDRESS } from '../src/lib/address.ts'
import type { ChainPlan } from './chains.ts'
import type { CompiledContract } from './compile-tokens.ts'
import { deployAavePool, deployAaveTokens } from './deploy-aave-code.ts'
import type { Desk } from './desk.ts'
import { LENDING, RESERVES, type ReservePlan } from './lending.ts'
import type { ManifestToken } from './manifest.ts'
import { fromAave } from './protocol-artifacts.ts'
import type { Setup } from './setup.ts'
import { tokenPlan } from './tokens.ts'

export interface DeployedLending {
  pool: Address
  oracle: Address
  dataProvider: Address
  /** One claim token for each reserve. */
  aTokens: ManifestToken[]
  /** What tells the oracle a token's price, by symbol. */
  feeds: Record<string, Desk>
}

const RAY = 10n ** 27n
const MARKET = 'Sluice devnet'

/** The whole of Aave V3: its registry, code, oracle and reserves, without any deposits. */
export function deployLending(
  setup: Setup,
  options: {
    plan: ChainPlan
    tokens: ManifestToken[]
    treasury: Address
    priceFeed: CompiledContract
    marketMaker: Address
  },
): DeployedLending {
  const { tokens, treasury, marketMaker } = options
  const provider = fromAave('protocol/configuration/PoolAddressesProvider')
  const registry = setup.deploy('Aave registry', provider, [MARKET, setup.deployer])
  const register = (functionName: string, address: Address) =>
    setup.call(`Aave ${functionName}`, registry, provider, functionName, [address])
  // The registry makes a proxy for each: its first two contracts.
  const [pool, configurator] = [1n, 2n].map((nonce) => getContractAddress({ from: registry, nonce })) as [
    Address,
    Address,
  ]

  register('setACLAdmin', setup.deployer)
  const aclManager = fromAave('protocol/configuration/ACLManager')
  const acl = setup.deploy('Aave roles', aclManager, [registry])
  register('setACLManager', acl)
  setup.call('Aave pool admin', acl, aclManager, 'addPoolAdmin', [setup.deployer])

  const code = deployAavePool(setup, registry)
  register('setPoolImpl', code.pool)
  register('setPoolConfiguratorImpl', code.configurator)
  const dataProvider = setup.deploy('Aave data', fromAave('misc/AaveProtocolDataProvider'), [registry])
  register('setPoolDataProvider', dataProvider)

  const reserves = RESERVES.map((plan) => {
    const token = tokens.find(({ symbol }) => symbol === plan.symbol)
    if (!token) throw new Error(`No token ${plan.symbol} is deployed`)
    return { plan, token }
  })
  const feeds = reserves.map(({ token: { symbol } }): [string, Desk] => {
    const answer = BigInt(Math.round(tokenPlan(symbol).priceUsd * 1e8))
    const address = setup.deploy(`price of ${symbol}`, options.priceFeed, [marketMaker, answer])
    return [symbol, { address, abi: options.priceFeed.abi }]
  })
  const oracle = setup.deploy('Aave oracle', fromAave('misc/AaveOracle'), [
    registry,
    reserves.map(({ token }) => token.address),
    feeds.map(([, { address }]) => address),
    ZERO_ADDRESS,
    ZERO_ADDRESS,
    10n ** 8n,
  ])
  register('setPriceOracle', oracle)

  const { prefix } = LENDING[options.plan.name]
  const claims = reserves.map(({ token }) => claimTokens(token.symbol, prefix))
  const implementations = deployAaveTokens(setup, pool)
  const inputs = reserves.map(({ plan, token }, index) => ({
    ...implementations,
    underlyingAssetDecimals: token.decimals,
    interestRateStrategyAddress: deployStrategy(setup, registry, plan),
    underlyingAsset: token.address,
    treasury,
    incentivesController: ZERO_ADDRESS,
    ...claims[index],
    params: '0x',
  }))
  const configuration = { abi: code.configuratorAbi }
  const configure = (functionName: string, ...args: unknown[]) =>
    setup.call(`Aave ${functionName}`, configurator, configuration, functionName, args)
  configure('initReserves', inputs)
  for (const { plan, token } of reserves) {
    const { ltvBps, thresholdBps, bonusBps } = plan.collateral
    configure('configureReserveAsCollateral', token.address, ltvBps, thresholdBps, bonusBps)
    configure('setReserveBorrowing', token.address, true)
    configure('setReserveFactor', token.address, plan.reserveFactorBps)
    configure('setSupplyCap', token.address, plan.supplyCap)
    configure('setBorrowCap', token.address, plan.borrowCap)
  }

  const aTokens = reserves.map(
    ({ token }, index): ManifestToken => ({
      // The configurator makes three proxies a reserve, the aToken first.
      address: getContractAddress({ from: configurator, nonce: BigInt(1 + 3 * index) }),
      symbol: claims[index]?.aTokenSymbol ?? '',
      name: claims[index]?.aTokenName ?? '',
      decimals: token.decimals,
      claim: { kind: 'a-token', underlying: token.address },
    }),
  )
  return { pool, oracle, dataProvider, aTokens, feeds: Object.fromEntries(feeds) }
}

function claimTokens(symbol: string, prefix: string) {
  return {
    aTokenName: `Aave ${prefix} ${symbol}`,
    aTokenSymbol: `a${prefix}${symbol}`,
    variableDebtTokenName: `Aave ${prefix} Variable Debt ${symbol}`,
    variableDebtTokenSymbol: `variableDebt${prefix}${symbol}`,
    stableDebtTokenName: `Aave ${prefix} Stable Debt ${symbol}`,
    stableDebtTokenSymbol: `stableDebt${prefix}${symbol}`,
  }
}

function deployStrategy(setup: Setup, registry: Address, { symbol, rates }: ReservePlan): Address {
  const ray = (bps: number) => (BigInt(bps) * RAY) / 10_000n
  const { optimalUsageBps, baseBps, slope1Bps, slope2Bps } = rates
  // Borrowing at a stable rate is off; the contract wants its numbers all the same.
  const stable = { slope1Bps: 0, slope2Bps: 0, offsetBps: 0, excessBps: 0, shareBps: 2000 }
  const curve = [optimalUsageBps, baseBps, slope1Bps, slope2Bps, ...Object.values(stable)].map(ray)
  const strategy = fromAave('protocol/pool/DefaultReserveInterestRateStrategy')
  return setup.deploy(`rates of ${symbol}`, strategy, [registry, ...curve])
}
