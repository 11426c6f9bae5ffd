import { type Abi, type Address, parseEther, zeroAddress } from 'viem'
import type { Artifact } from '../../devnet/bytecode/compiler-output.ts'
import { managerArtifacts } from '../../devnet/bytecode/protocol-artifacts.ts'
import { deployStaticWrappers } from '../../devnet/deployers/aave/deploy-static-wrappers.ts'
import { deployAlgebra, deployAlgebraV1 } from '../../devnet/deployers/algebra/deploy-algebra.ts'
import {
  BALANCER_V3_CODE_BYTES,
  deployBalancerV3,
} from '../../devnet/deployers/balancer/deploy-balancer-v3.ts'
import { deployCryptoswap } from '../../devnet/deployers/curve/deploy-cryptoswap.ts'
import { deployPlainPools } from '../../devnet/deployers/curve/deploy-plain-pools.ts'
import { deployStableswap } from '../../devnet/deployers/curve/deploy-stableswap.ts'
import { deployStableswapNg } from '../../devnet/deployers/curve/deploy-stableswap-ng.ts'
import { deployGrownSavings } from '../../devnet/deployers/savings/deploy-grown-savings.ts'
import { deployLido } from '../../devnet/deployers/savings/deploy-lido.ts'
import { deployPsms } from '../../devnet/deployers/savings/deploy-psm.ts'
import { deployAerodromePools } from '../../devnet/deployers/solidly/deploy-aerodrome-pools.ts'
import { deploySolidly } from '../../devnet/deployers/solidly/deploy-solidly.ts'
import { deployHookedPools } from '../../devnet/deployers/uniswap/deploy-hooks.ts'
import { deployManager, NATIVE_POOL } from '../../devnet/deployers/uniswap/deploy-manager.ts'
import { deployPancake } from '../../devnet/deployers/uniswap/deploy-pancake.ts'
import { deploySlipstream } from '../../devnet/deployers/uniswap/deploy-slipstream.ts'
import { deployProtocols } from '../../devnet/deployers/uniswap/deploy-uniswap.ts'
import { startTestChain } from '../../devnet/setup/start-test-chain.ts'
import { trusted } from '../../devnet/setup/test-source.ts'
import { settlementAbi } from '../../wire/abi/settlement.ts'
import { compileOnce } from '../compile-once.ts'
import { createLeftoverFinder } from './create-leftover-finder.ts'
import { createTrader } from './create-trader.ts'
import { deployConversions } from './deploy-conversions.ts'
import { isMutant, readSettlement } from './read-settlement.ts'
import { SOURCE } from './route.ts'

export const UNIT = parseEther('1')
/** Balance of each side of each Solidly pair. */
const SOLIDLY_RESERVE = 1_000_000n * UNIT
export const TREASURY: Address = '0x7ea5000000000000000000000000000000000001'

export type Market = Awaited<ReturnType<typeof startMarket>>

export interface MarketOptions {
  /**
   * Adds a vault of Balancer V3 (compiled once, in half a minute) on a node that allows large
   * contracts.
   */
  hasBalancerV3?: boolean
  /** Adds a stable pool of `a`, `b` and `c` in the vault of Balancer V2. */
  hasBalancerStable?: boolean
  /** Adds V4 pools with hooks. */
  hasHooks?: boolean
  /**
   * Adds Aave 3.6, its static wrappers of `b` and `c`, and a pool of both in the vault of Balancer
   * V3, in the rows of odd vaults.
   */
  hasBoosted?: boolean
  /**
   * Adds a peg stability module of `a` and the first coarse coin, in the row of the hostile vault.
   */
  hasPsm?: boolean
  /**
   * Adds wstETH in pools of `a`, and Sky's converter of `b` and another token. Excludes Balancer
   * V3.
   */
  hasWrappers?: boolean
  /** Adds a StableSwap-NG pool of `a`, the second coarse coin and `b`, in the row of Algebra V1. */
  hasStableswapNg?: boolean
  /**
   * Adds a factory of plain StableSwap pools and its pool of the second coarse coin and `b`, in an
   * additional row. Requires wrappers.
   */
  hasPlainPools?: boolean
  /** Adds a CryptoSwap pool of `a`, `b` and `c`, in the row of Slipstream. */
  hasCryptoswap?: boolean
  /**
   * Adds sDAI and sUSDS of the tokens of Sky's converter, in the rows of PancakeSwap and Algebra
   * Integral. Requires wrappers.
   */
  hasSavings?: boolean
  /** Adds Aerodrome's own pools, in the row of Solidly. */
  hasAerodrome?: boolean
}

/** A separate chain with the real protocols, odd tokens, deep pools, a settlement and a trader. */
export async function startMarket(options: MarketOptions = {}) {
  const isLarge = options.hasBalancerV3 || isMutant
  const chain = await startTestChain(isLarge ? { codeBytes: BALANCER_V3_CODE_BYTES } : {})
  try {
    return await build(chain, options)
  } catch (error) {
    await chain.stop()
    throw error
  }
}

type Chain = Awaited<ReturnType<typeof startTestChain>>
type Deploy = (name: string, args?: unknown[]) => Promise<Address>

async function build(chain: Chain, options: MarketOptions) {
  const contracts = await compileOnce('test')
  contracts.set('Settlement', readSettlement())
  const artifact = (name: string): Artifact => {
    const found = contracts.get(name)
    if (!found) throw new Error(`No contract named ${name}.`)
    return found
  }

  await chain.client.setBalance({ address: chain.accounts.deployer, value: parseEther('100000000') })
  const deploy: Deploy = (name, args) => chain.deploy(artifact(name), args)

  const protocols = await deployProtocols(chain, artifact('Liquidity'))
  const { weth, permit2 } = protocols
  const tokens = await deployTokens(deploy, weth)
  const { a, b, c } = tokens
  const { pairs, pools } = await addExchangePools(tokens, protocols)

  const others = await deployConversions(chain, { tokens, mint: protocols.mint, deploy })
  const { conversions, lentShares } = others
  const balancerStable = options.hasBalancerStable ? await others.addBalancerStable([a, b, c]) : undefined
  const wrapped = options.hasBoosted
    ? await deployStaticWrappers(chain, [b, c], { mint: others.mint, deploy })
    : undefined
  const shares = new Map(wrapped?.map(({ wrapper, mint }) => [wrapper, mint]))
  const mint: Mint = (token, to, amount) => shares.get(token)?.(to, amount) ?? others.mint(token, to, amount)
  const kit = { artifact, deploy, mint, provider: protocols.provider }
  const always = await deployAlways(chain, tokens, { ...kit, hasHooks: options.hasHooks })
  const optional = await deployOptional(chain, tokens, { ...kit, options, coarse: always.coarse, wrapped })
  for (const { vault, mint } of Object.values(optional.savings ?? {})) shares.set(vault, mint)
  if (optional.lido) await protocols.addV2Pair(a, optional.lido.wstEth)
  if (optional.lido) await protocols.addV3Pool(a, optional.lido.wstEth)

  const sources = listSources([...protocols.sources, ...others.sources], { ...always, ...optional, wrapped })
  const settlement = await deploy('Settlement', [weth, permit2, TREASURY, sources])
  const executor = await chain.client.readContract({
    address: settlement,
    abi: settlementAbi,
    functionName: 'executor',
  })
  const leftovers = await createLeftoverFinder(chain, {
    settlement,
    executor,
    ...listHoldings(tokens, { ...always, ...optional, conversions, wrapped }),
    lentShares,
    artifact,
  })

  return {
    ...chain,
    ...createTrader(chain, settlement, mint),
    weth,
    permit2,
    settlement,
    executor,
    sources,
    tokens,
    conversions,
    isLent: lentShares.isLent,
    lentSharesOf: lentShares.getShares,
    latestRounding: lentShares.latestRounding,
    pairs,
    pools,
    ...always.market,
    ...optional.market,
    deploy,
    abiOf: (name: string): Abi => artifact(name).abi,
    mint,
    quoteV3: protocols.quoteV3,
    priceV3: protocols.priceV3,
    addV2Pair: protocols.addV2Pair,
    addV3Pool: protocols.addV3Pool,
    addWeightedPool: others.addWeightedPool,
    /** Id in the vault of Balancer V2; defined with `hasBalancerStable`. */
    balancerStable,
    quoteBalancer: others.quoteBalancer,
    priceBalancer: others.priceBalancer,
    ...leftovers,
  }
}

type Mint = Awaited<ReturnType<typeof deployConversions>>['mint']
type Tokens = Awaited<ReturnType<typeof deployTokens>>
type Wrapped = Awaited<ReturnType<typeof deployStaticWrappers>>

async function deployTokens(deploy: Deploy, weth: Address) {
  return {
    a: await deploy('PlainToken'),
    b: await deploy('PlainToken'),
    c: await deploy('PlainToken'),
    usdt: await deploy('UsdtLikeToken'),
    taxed: await deploy('TaxedToken'),
    hooked: await deploy('HookedToken'),
    hostile: await deploy('HostileToken'),
    weth,
  }
}

/** Adds the pairs of Uniswap V2 and the pools of Uniswap V3. */
async function addExchangePools(
  { a, b, c, usdt, taxed, hooked, hostile, weth }: Tokens,
  { addV2Pair, addV3Pool, v2Fork }: Awaited<ReturnType<typeof deployProtocols>>,
) {
  for (const other of [weth, usdt, taxed, hooked, hostile]) await addV2Pair(a, other)
  const bc = await addV2Pair(b, c)
  await addV2Pair(a, b, v2Fork)
  const pairs = { ab: await addV2Pair(a, b), bc }
  for (const other of [b, weth, hostile]) await addV3Pool(a, other)
  return { pairs, pools: { bc: await addV3Pool(b, c) } }
}

interface Kit {
  artifact: (name: string) => Artifact
  deploy: Deploy
  mint: Mint
  /** The contract that provides liquidity to concentrated pools. */
  provider: Awaited<ReturnType<typeof deployProtocols>>['provider']
}

/** Deploys the protocols of every market. `market` has what tests use of them. */
async function deployAlways(
  chain: Chain,
  { a, b, c, taxed, hostile }: Tokens,
  { deploy, mint, provider, hasHooks }: Kit & { hasHooks: boolean | undefined },
) {
  const managed = await deployManager(chain, mint)
  const managedPools = {
    ab: await managed.addManagedPool([a, b]),
    bc: await managed.addManagedPool([b, c]),
    nativeA: await managed.addManagedPool([zeroAddress, a], NATIVE_POOL),
  }
  const hookedPools = hasHooks
    ? await deployHookedPools(chain, { fixed: [a, b], dynamic: [b, c] }, { ...managed, deploy })
    : undefined
  const deployPancakes = () => deployPancake(chain, { provider, mint })
  const pancake = await deployPancakes()
  const pancakePools = { ab: await pancake.addPancakePool(a, b), bc: await pancake.addPancakePool(b, c) }
  const solidly = await deploySolidly(chain, { mint, deploy })
  const even = [SOLIDLY_RESERVE, SOLIDLY_RESERVE] as const
  const solidlyPairs = {
    stableAB: await solidly.addSolidlyPair([a, b], { isStable: true, amounts: even }),
    stableBC: await solidly.addSolidlyPair([b, c], { isStable: true, amounts: even }),
    volatileAB: await solidly.addSolidlyPair([a, b], { isStable: false, amounts: even }),
    volatileTaxed: await solidly.addSolidlyPair([a, taxed], { isStable: false, amounts: even }),
    stableHostile: await solidly.addSolidlyPair([a, hostile], { isStable: true, amounts: even }),
  }
  const { addStableswapPool } = deployStableswap(chain, mint)
  const coarse = [await deploy('CoarseToken'), await deploy('CoarseToken')] as const
  const stablePool = await addStableswapPool([a, ...coarse, b])
  const deployAlgebras = () => deployAlgebra(chain, { provider, mint })
  const algebra = await deployAlgebras()
  const algebraPools = { ab: await algebra.addAlgebraPool(a, b), bc: await algebra.addAlgebraPool(b, c) }
  const deployAlgebrasV1 = () => deployAlgebraV1(chain, { provider, mint })
  const algebraV1 = await deployAlgebrasV1()
  const algebraV1Pools = {
    ab: await algebraV1.addAlgebraPool(a, b),
    bc: await algebraV1.addAlgebraPool(b, c),
  }
  const deploySlipstreams = () => deploySlipstream(chain, { provider, mint })
  const slipstream = await deploySlipstreams()
  const slipstreamPools = {
    ab: await slipstream.addSlipstreamPool(a, b),
    bc: await slipstream.addSlipstreamPool(b, c),
  }

  return {
    coarse,
    stablePool,
    ownSources: [
      trusted(7, managed.manager),
      ...[pancake, solidly, stablePool, algebra, slipstream, algebraV1].map(({ source }) => source),
    ],
    market: {
      managerContract: { address: managed.manager, abi: managerArtifacts.manager.abi },
      managedPools,
      addManagedPool: managed.addManagedPool,
      changeLiquidity: managed.changeLiquidity,
      trySwap: managed.trySwap,
      /** Defined with `hasHooks`. */
      hookedPools,
      pancake: { ...pancake, pools: pancakePools, deployTwin: deployPancakes },
      algebra: { ...algebra, pools: algebraPools, deployTwin: deployAlgebras },
      algebraV1: { ...algebraV1, pools: algebraV1Pools, deployTwin: deployAlgebrasV1 },
      slipstream: { ...slipstream, pools: slipstreamPools, deployTwin: deploySlipstreams },
      solidlyPairs,
      solidlySource: solidly.source,
      solidlyFactory: solidly.solidlyFactory,
      addSolidlyPair: solidly.addSolidlyPair,
      addFeePair: solidly.addFeePair,
      askSolidly: solidly.askSolidly,
      stablePool,
      addStableswapPool,
    },
  }
}

interface OptionalKit extends Kit {
  options: MarketOptions
  coarse: readonly [Address, Address]
  wrapped: Wrapped | undefined
}

/** Deploys the protocols that the options name. `market` has what tests use of them. */
async function deployOptional(
  chain: Chain,
  tokens: Tokens,
  { options, artifact, deploy, mint, coarse, wrapped }: OptionalKit,
) {
  const { a, b, c } = tokens
  const { hasBalancerV3 = false } = options
  const vault = hasBalancerV3 ? await deployVault(chain, tokens, { deploy, mint, wrapped }) : undefined
  const { addPsm, addPsmWrapper, addDaiUsds } = deployPsms(chain, { mint, deploy })
  const { addWstEth } = deployLido(chain, { mint, deploy })
  const psm = options.hasPsm ? await addPsm([coarse[0], a]) : undefined
  const deployPlains = () => deployPlainPools(chain, { artifact, mint, deploy })
  const plainPools = options.hasPlainPools ? await deployPlains() : undefined
  const plainPool = await plainPools?.addFactoryPool([coarse[1], b])
  const stableswapNg = await deployStableswapNg(chain, { artifact, mint, deploy })
  const ngPool = options.hasStableswapNg ? await stableswapNg.addNgPool([a, coarse[1], b]) : undefined
  const deployCryptoswaps = () => deployCryptoswap(chain, { artifact, mint, deploy })
  const cryptoPool = options.hasCryptoswap ? await (await deployCryptoswaps()).addPool([a, b, c]) : undefined
  const lido = options.hasWrappers ? await addWstEth() : undefined
  const converter = options.hasWrappers ? await addDaiUsds([b, await deploy('PlainToken')]) : undefined
  const savings =
    options.hasSavings && converter ? await deployGrownSavings(chain, converter, { mint, deploy }) : undefined
  const aerodrome = options.hasAerodrome
    ? await deployAerodromePools(chain, { tokens, coarse: coarse[1], mint })
    : undefined

  const deployed = { psm, plainPool, stableswapNg, ngPool, cryptoPool, lido, converter, savings, aerodrome }
  return {
    ...deployed,
    vault,
    plainPools,
    /** Each part of an option is undefined without the option. */
    market: {
      ...deployed,
      /** Requires `hasBalancerV3`. */
      getBalancerV3() {
        if (!vault) throw new Error('The market has no vault of Balancer V3.')
        return { ...vault.balancerV3, pools: vault.pools }
      },
      hasBalancerV3,
      boosted: wrapped && vault?.boostedPool ? { wrapped, pool: vault.boostedPool } : undefined,
      /** Deploys a factory of plain StableSwap pools, which most markets do not need. */
      deployPlains,
      /** Deploys factories of CryptoSwap, which most markets do not need. */
      deployCryptoswaps,
      addPsm,
      addPsmWrapper,
      addDaiUsds,
      addWstEth,
    },
  }
}

/** Deploys the vault of Balancer V3 with its pools. */
async function deployVault(
  chain: Chain,
  { a, b, c, usdt }: Tokens,
  { deploy, mint, wrapped }: Pick<OptionalKit, 'deploy' | 'mint' | 'wrapped'>,
) {
  const balancerV3 = await deployBalancerV3(chain, { mint, deploy })
  const half = parseEther('0.5')
  const pools = {
    weighted: await balancerV3.addWeightedPool([
      { token: a, weight: half },
      { token: c, weight: half / 2n },
      { token: usdt, weight: half / 2n },
    ]),
    stable: await balancerV3.addStablePool([{ token: a }, { token: b }]),
  }
  const boostedPool =
    wrapped &&
    (await balancerV3.addStablePool(
      wrapped.map(({ wrapper, rateProvider }) => ({ token: wrapper, rateProvider })),
    ))
  return { balancerV3, pools, boostedPool }
}

type TrustedSource = Awaited<ReturnType<typeof deployProtocols>>['sources'][number]
type Deployed = Omit<Awaited<ReturnType<typeof deployAlways>>, 'market'> &
  Omit<Awaited<ReturnType<typeof deployOptional>>, 'market'> & { wrapped: Wrapped | undefined }

/** Returns the rows of the settlement. An optional protocol replaces the row of another. */
function listSources(first: TrustedSource[], deployed: Deployed): TrustedSource[] {
  const { wrapped, vault, psm, converter, lido, savings } = deployed
  const sources = [...first, ...deployed.ownSources, ...(vault ? [vault.balancerV3.source] : [])]
  if (wrapped) sources[SOURCE.staticWrapper] = wrapped[0].source
  if (wrapped) sources[SOURCE.otherWrapper] = wrapped[1].source
  if (psm) sources[SOURCE.psm] = psm.source
  if (converter) sources[SOURCE.daiUsds] = converter.source
  if (lido) sources[SOURCE.wstEth] = lido.source
  if (deployed.ngPool) sources[SOURCE.stableswapNg] = deployed.stableswapNg.source
  if (deployed.plainPools) sources[SOURCE.stableswapFactory] = deployed.plainPools.source
  if (deployed.cryptoPool) sources[SOURCE.cryptoswap] = deployed.cryptoPool.source
  if (savings) sources[SOURCE.sDai] = savings.sDai.source
  if (savings) sources[SOURCE.sUsds] = savings.sUsds.source
  if (deployed.aerodrome) sources[SOURCE.aerodrome] = deployed.aerodrome.source
  return sources
}

/** Returns the tokens that the settlement may hold, and the contracts that it may have approved. */
function listHoldings(
  tokens: Tokens,
  deployed: Deployed & Pick<Awaited<ReturnType<typeof deployConversions>>, 'conversions'>,
) {
  const { conversions, stablePool, wrapped, psm, lido, converter, savings } = deployed
  const [, coarse1, coarse2] = stablePool.coins
  const ownTokens = {
    ...(wrapped && { wrapper1: wrapped[0].wrapper, wrapper2: wrapped[1].wrapper }),
    ...(lido && { wstEth: lido.wstEth }),
    ...(savings && { sDai: savings.sDai.vault, sUsds: savings.sUsds.vault }),
  }
  return {
    tokens: {
      ...tokens,
      ...conversions.tokens,
      coarse1,
      coarse2,
      ...ownTokens,
      ...(converter && { usds: converter.usds }),
    },
    inexact: { ...(lido && { stEth: lido.stEth }) },
    spenders: {
      aavePool: conversions.aavePool,
      balancerVault: conversions.balancerVault,
      vB: conversions.tokens.vB,
      vHostile: conversions.tokens.vHostile,
      vStruck: conversions.tokens.vStruck,
      stableswap: stablePool.pool,
      ...(psm && { psm: psm.psm }),
      ...(deployed.plainPool && { stableswapFactory: deployed.plainPool.pool }),
      ...(deployed.ngPool && { stableswapNg: deployed.ngPool.pool }),
      ...(deployed.cryptoPool && { cryptoswap: deployed.cryptoPool.pool }),
      ...(converter && { converter: converter.converter }),
      ...ownTokens,
    },
  }
}
