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

async function build(
  chain: Awaited<ReturnType<typeof startTestChain>>,
  {
    hasBalancerV3 = false,
    hasBalancerStable = false,
    hasHooks = false,
    hasBoosted = false,
    hasPsm = false,
    hasWrappers = false,
    hasStableswapNg = false,
    hasPlainPools = false,
    hasCryptoswap = false,
    hasSavings = false,
    hasAerodrome = false,
  }: MarketOptions,
) {
  const contracts = await compileOnce('test')
  contracts.set('Settlement', readSettlement())
  const artifact = (name: string): Artifact => {
    const found = contracts.get(name)
    if (!found) throw new Error(`No contract named ${name}.`)
    return found
  }

  await chain.client.setBalance({ address: chain.accounts.deployer, value: parseEther('100000000') })
  const deploy = (name: string, args?: unknown[]) => chain.deploy(artifact(name), args)

  const protocols = await deployProtocols(chain, artifact('Liquidity'))
  const { weth, permit2, addV2Pair, addV3Pool } = protocols
  const tokens = {
    a: await deploy('PlainToken'),
    b: await deploy('PlainToken'),
    c: await deploy('PlainToken'),
    usdt: await deploy('UsdtLikeToken'),
    taxed: await deploy('TaxedToken'),
    hooked: await deploy('HookedToken'),
    hostile: await deploy('HostileToken'),
    weth,
  }
  const { a, b, c, usdt, taxed, hooked, hostile } = tokens
  for (const other of [weth, usdt, taxed, hooked, hostile]) await addV2Pair(a, other)
  const bc = await addV2Pair(b, c)
  await addV2Pair(a, b, protocols.v2Fork)
  const pairs = { ab: await addV2Pair(a, b), bc }
  for (const other of [b, weth, hostile]) await addV3Pool(a, other)
  const pools = { bc: await addV3Pool(b, c) }

  const others = await deployConversions(chain, { tokens, mint: protocols.mint, deploy })
  const { conversions } = others
  const balancerStable = hasBalancerStable ? await others.addBalancerStable([a, b, c]) : undefined
  const wrapped = hasBoosted
    ? await deployStaticWrappers(chain, [b, c], { mint: others.mint, deploy })
    : undefined
  const shares = new Map(wrapped?.map(({ wrapper, mint }) => [wrapper, mint]))
  const mint = (token: Address, to: Address, amount: bigint) =>
    shares.get(token)?.(to, amount) ?? others.mint(token, to, amount)
  const managed = await deployManager(chain, mint)
  const managedPools = {
    ab: await managed.addManagedPool([a, b]),
    bc: await managed.addManagedPool([b, c]),
    nativeA: await managed.addManagedPool([zeroAddress, a], NATIVE_POOL),
  }
  const hookedPools = hasHooks
    ? await deployHookedPools(chain, { fixed: [a, b], dynamic: [b, c] }, { ...managed, deploy })
    : undefined
  const deployPancakes = () => deployPancake(chain, { provider: protocols.provider, mint })
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
  const deployAlgebras = () => deployAlgebra(chain, { provider: protocols.provider, mint })
  const algebra = await deployAlgebras()
  const algebraPools = { ab: await algebra.addAlgebraPool(a, b), bc: await algebra.addAlgebraPool(b, c) }
  const deployAlgebrasV1 = () => deployAlgebraV1(chain, { provider: protocols.provider, mint })
  const algebraV1 = await deployAlgebrasV1()
  const algebraV1Pools = {
    ab: await algebraV1.addAlgebraPool(a, b),
    bc: await algebraV1.addAlgebraPool(b, c),
  }
  const deploySlipstreams = () => deploySlipstream(chain, { provider: protocols.provider, mint })
  const slipstream = await deploySlipstreams()
  const slipstreamPools = {
    ab: await slipstream.addSlipstreamPool(a, b),
    bc: await slipstream.addSlipstreamPool(b, c),
  }
  const balancerV3 = hasBalancerV3 ? await deployBalancerV3(chain, { mint, deploy }) : undefined
  const half = parseEther('0.5')
  const balancerV3Pools = balancerV3 && {
    weighted: await balancerV3.addWeightedPool([
      { token: a, weight: half },
      { token: c, weight: half / 2n },
      { token: usdt, weight: half / 2n },
    ]),
    stable: await balancerV3.addStablePool([{ token: a }, { token: b }]),
  }
  const boostedPool =
    wrapped &&
    (await balancerV3?.addStablePool(
      wrapped.map(({ wrapper, rateProvider }) => ({ token: wrapper, rateProvider })),
    ))
  const { addPsm, addPsmWrapper, addDaiUsds } = deployPsms(chain, { mint, deploy })
  const { addWstEth } = deployLido(chain, { mint, deploy })
  const psm = hasPsm ? await addPsm([coarse[0], a]) : undefined
  const deployPlains = () => deployPlainPools(chain, { artifact, mint, deploy })
  const plainPools = hasPlainPools ? await deployPlains() : undefined
  const plainPool = await plainPools?.addFactoryPool([coarse[1], b])
  const stableswapNg = await deployStableswapNg(chain, { artifact, mint, deploy })
  const ngPool = hasStableswapNg ? await stableswapNg.addNgPool([a, coarse[1], b]) : undefined
  const deployCryptoswaps = () => deployCryptoswap(chain, { artifact, mint, deploy })
  const cryptoPool = hasCryptoswap ? await (await deployCryptoswaps()).addPool([a, b, c]) : undefined
  const lido = hasWrappers ? await addWstEth() : undefined
  const converter = hasWrappers ? await addDaiUsds([b, await deploy('PlainToken')]) : undefined
  const savings =
    hasSavings && converter ? await deployGrownSavings(chain, converter, { mint, deploy }) : undefined
  for (const { vault, mint } of Object.values(savings ?? {})) shares.set(vault, mint)
  const aerodrome = hasAerodrome
    ? await deployAerodromePools(chain, { tokens, coarse: coarse[1], mint })
    : undefined
  if (lido) await addV2Pair(a, lido.wstEth)
  if (lido) await addV3Pool(a, lido.wstEth)
  const sources = [
    ...protocols.sources,
    ...others.sources,
    trusted(7, managed.manager),
    pancake.source,
    solidly.source,
    stablePool.source,
    algebra.source,
    slipstream.source,
    algebraV1.source,
    ...(balancerV3 ? [balancerV3.source] : []),
  ]
  if (wrapped) sources[SOURCE.staticWrapper] = wrapped[0].source
  if (wrapped) sources[SOURCE.otherWrapper] = wrapped[1].source
  if (psm) sources[SOURCE.psm] = psm.source
  if (converter) sources[SOURCE.daiUsds] = converter.source
  if (lido) sources[SOURCE.wstEth] = lido.source
  if (ngPool) sources[SOURCE.stableswapNg] = stableswapNg.source
  if (plainPools) sources[SOURCE.stableswapFactory] = plainPools.source
  if (cryptoPool) sources[SOURCE.cryptoswap] = cryptoPool.source
  if (savings) sources[SOURCE.sDai] = savings.sDai.source
  if (savings) sources[SOURCE.sUsds] = savings.sUsds.source
  if (aerodrome) sources[SOURCE.aerodrome] = aerodrome.source
  const settlement = await deploy('Settlement', [weth, permit2, TREASURY, sources])
  const executor = await chain.client.readContract({
    address: settlement,
    abi: settlementAbi,
    functionName: 'executor',
  })

  const [, coarse1, coarse2] = stablePool.coins
  const leftovers = await createLeftoverFinder(chain, {
    settlement,
    executor,
    tokens: {
      ...tokens,
      ...conversions.tokens,
      coarse1,
      coarse2,
      ...(wrapped && { wrapper1: wrapped[0].wrapper, wrapper2: wrapped[1].wrapper }),
      ...(lido && { wstEth: lido.wstEth }),
      ...(converter && { usds: converter.usds }),
      ...(savings && { sDai: savings.sDai.vault, sUsds: savings.sUsds.vault }),
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
      ...(plainPool && { stableswapFactory: plainPool.pool }),
      ...(ngPool && { stableswapNg: ngPool.pool }),
      ...(cryptoPool && { cryptoswap: cryptoPool.pool }),
      ...(lido && { wstEth: lido.wstEth }),
      ...(converter && { converter: converter.converter }),
      ...(wrapped && { wrapper1: wrapped[0].wrapper, wrapper2: wrapped[1].wrapper }),
      ...(savings && { sDai: savings.sDai.vault, sUsds: savings.sUsds.vault }),
    },
    lentShares: others.lentShares,
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
    isLent: others.lentShares.isLent,
    lentSharesOf: others.lentShares.getShares,
    latestRounding: others.lentShares.latestRounding,
    pairs,
    pools,
    managerContract: { address: managed.manager, abi: managerArtifacts.manager.abi },
    managedPools,
    pancake: { ...pancake, pools: pancakePools, deployTwin: deployPancakes },
    algebra: { ...algebra, pools: algebraPools, deployTwin: deployAlgebras },
    algebraV1: { ...algebraV1, pools: algebraV1Pools, deployTwin: deployAlgebrasV1 },
    slipstream: { ...slipstream, pools: slipstreamPools, deployTwin: deploySlipstreams },
    /** Requires `hasBalancerV3`. */
    getBalancerV3() {
      if (!balancerV3 || !balancerV3Pools) throw new Error('The market has no vault of Balancer V3.')
      return { ...balancerV3, pools: balancerV3Pools }
    },
    hasBalancerV3,
    /** Defined with `hasBoosted`. */
    boosted: wrapped && boostedPool ? { wrapped, pool: boostedPool } : undefined,
    /** Defined with `hasHooks`. */
    hookedPools,
    /** Defined with `hasPsm`. */
    psm,
    /** Deploys a factory of plain StableSwap pools, which most markets do not need. */
    deployPlains,
    /** Defined with `hasPlainPools`. */
    plainPool,
    stableswapNg,
    /** Defined with `hasStableswapNg`. */
    ngPool,
    /** Deploys factories of CryptoSwap, which most markets do not need. */
    deployCryptoswaps,
    /** Defined with `hasCryptoswap`. */
    cryptoPool,
    /** Defined with `hasWrappers`. */
    lido,
    converter,
    /** Defined with `hasSavings`. */
    savings,
    /** Defined with `hasAerodrome`. */
    aerodrome,
    addPsm,
    addPsmWrapper,
    addDaiUsds,
    addWstEth,
    deploy,
    abiOf: (name: string): Abi => artifact(name).abi,
    mint,
    quoteV3: protocols.quoteV3,
    priceV3: protocols.priceV3,
    addV2Pair: protocols.addV2Pair,
    addV3Pool: protocols.addV3Pool,
    solidlyPairs,
    solidlySource: solidly.source,
    solidlyFactory: solidly.solidlyFactory,
    addSolidlyPair: solidly.addSolidlyPair,
    addFeePair: solidly.addFeePair,
    askSolidly: solidly.askSolidly,
    stablePool,
    addStableswapPool,
    addManagedPool: managed.addManagedPool,
    changeLiquidity: managed.changeLiquidity,
    trySwap: managed.trySwap,
    addWeightedPool: others.addWeightedPool,
    /** Id in the vault of Balancer V2; defined with `hasBalancerStable`. */
    balancerStable,
    quoteBalancer: others.quoteBalancer,
    priceBalancer: others.priceBalancer,
    ...leftovers,
  }
}
