import { type Abi, type Address, parseEther, zeroAddress } from 'viem'
import { settlementAbi } from '../../src/abi/settlement.ts'
import type { Artifact } from '../compile.ts'
import { compileOnce } from '../keep.ts'
import { createTrader } from './create-trader.ts'
import { deployAlgebra, deployAlgebraV1 } from './deploy-algebra.ts'
import { BALANCER_V3_CODE_BYTES, deployBalancerV3 } from './deploy-balancer-v3.ts'
import { deployConversions, trusted } from './deploy-conversions.ts'
import { deployCryptoswap } from './deploy-cryptoswap.ts'
import { deployLido } from './deploy-lido.ts'
import { deployManager, NATIVE_POOL } from './deploy-manager.ts'
import { deployPancake } from './deploy-pancake.ts'
import { deployProtocols } from './deploy-protocols.ts'
import { deployPsms } from './deploy-psm.ts'
import { deploySlipstream } from './deploy-slipstream.ts'
import { deploySolidly } from './deploy-solidly.ts'
import { deployStableswap } from './deploy-stableswap.ts'
import { deployStableswapNg } from './deploy-stableswap-ng.ts'
import { deployStaticWrapper } from './deploy-static-wrapper.ts'
import { MAX_SHARES_LEFT, type SharesByToken } from './lent-shares.ts'
import { managerArtifacts } from './protocol-artifacts.ts'
import { isMutant, readSettlement } from './read-settlement.ts'
import { SOURCE } from './route.ts'
import { startTestChain } from './start-test-chain.ts'
import { NATIVE } from './test-chain.ts'

export const UNIT = parseEther('1')
/** Balance of each side of each Solidly pair. */
const SOLIDLY_RESERVE = 1_000_000n * UNIT
export const TREASURY: Address = '0x7ea5000000000000000000000000000000000001'

export type Market = Awaited<ReturnType<typeof startMarket>>

export interface MarketOptions {
  /** With a vault of Balancer V3, which takes half a minute to compile once, and a node that allows large contracts. */
  hasBalancerV3?: boolean
  /** With Aave 3.6 and its static wrapper of `c`, beside a vault of Balancer V3. */
  hasStaticWrapper?: boolean
  /** With a peg stability module of `a` and the first coarse coin, in the row of the hostile vault. */
  hasPsm?: boolean
  /** With wstETH in pools of `a`, and Sky's converter of `b` and another token, and without a vault of Balancer V3. */
  hasWrappers?: boolean
  /** With a pool of StableSwap-NG of `a`, the second coarse coin and `b`, in the row of Algebra V1. */
  hasStableswapNg?: boolean
  /** With a pool of CryptoSwap of `a`, `b` and `c`, in the row of Slipstream. */
  hasCryptoswap?: boolean
}

/** A chain of its own with the real protocols, odd tokens, deep pools, a settlement and a trader. */
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
    hasStaticWrapper = false,
    hasPsm = false,
    hasWrappers = false,
    hasStableswapNg = false,
    hasCryptoswap = false,
  }: MarketOptions,
) {
  const contracts = await compileOnce('test')
  contracts.set('Settlement', readSettlement())
  const artifact = (name: string): Artifact => {
    const found = contracts.get(name)
    if (!found) throw new Error(`There is no contract named ${name}.`)
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
  const wrapped = hasStaticWrapper
    ? await deployStaticWrapper(chain, { asset: c, mint: others.mint })
    : undefined
  const mint = (token: Address, to: Address, amount: bigint) =>
    token === wrapped?.wrapper ? wrapped.mint(to, amount) : others.mint(token, to, amount)
  const managed = await deployManager(chain, mint)
  const managedPools = {
    ab: await managed.addManagedPool([a, b]),
    bc: await managed.addManagedPool([b, c]),
    nativeA: await managed.addManagedPool([zeroAddress, a], NATIVE_POOL),
  }
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
  const { addPsm, addPsmWrapper, addDaiUsds } = deployPsms(chain, { mint, deploy })
  const { addWstEth } = deployLido(chain, { mint, deploy })
  const psm = hasPsm ? await addPsm([coarse[0], a]) : undefined
  const stableswapNg = await deployStableswapNg(chain, { artifact, mint, deploy })
  const ngPool = hasStableswapNg ? await stableswapNg.addNgPool([a, coarse[1], b]) : undefined
  const deployCryptoswaps = () => deployCryptoswap(chain, { artifact, mint, deploy })
  const cryptoPool = hasCryptoswap ? await (await deployCryptoswaps()).addPool([a, b, c]) : undefined
  const lido = hasWrappers ? await addWstEth() : undefined
  const converter = hasWrappers ? await addDaiUsds([b, await deploy('PlainToken')]) : undefined
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
  if (wrapped) sources[SOURCE.staticWrapper] = wrapped.source
  if (psm) sources[SOURCE.psm] = psm.source
  if (converter) sources[SOURCE.daiUsds] = converter.source
  if (lido) sources[SOURCE.wstEth] = lido.source
  if (ngPool) sources[SOURCE.stableswapNg] = stableswapNg.source
  if (cryptoPool) sources[SOURCE.cryptoswap] = cryptoPool.source
  const settlement = await deploy('Settlement', [weth, permit2, TREASURY, sources])
  const executor = await chain.client.readContract({
    address: settlement,
    abi: settlementAbi,
    functionName: 'executor',
  })

  const [, coarse1, coarse2] = stablePool.coins
  const wrapper = wrapped && { wrapper: wrapped.wrapper }
  const allTokens = {
    ...tokens,
    ...conversions.tokens,
    coarse1,
    coarse2,
    ...wrapper,
    ...(lido && { wstEth: lido.wstEth }),
    ...(converter && { usds: converter.usds }),
  }

  /**
   * Every balance that the settlement and its executor hold and should not.
   * @param lentBefore what the settlement held before a trade: its rounding may have left a little more
   */
  async function heldByContracts(lentBefore?: SharesByToken) {
    const lent = await others.lentShares.getShares(settlement)
    const isRounding = (token: Address) =>
      others.lentShares.isLent(token) &&
      (lent.get(token) ?? 0n) - (lentBefore?.get(token) ?? 0n) <= MAX_SHARES_LEFT
    const held: string[] = []
    for (const [name, token] of Object.entries({ ...allTokens, native: NATIVE })) {
      for (const [who, holder] of Object.entries({ settlement, executor })) {
        const amount = await chain.balanceOf(token, holder)
        if (amount === 0n || (lentBefore && holder === settlement && isRounding(token))) continue
        held.push(`${who}: ${amount} ${name}`)
      }
    }
    return held
  }

  /** Every allowance the executor failed to reset. */
  async function openAllowances() {
    const { aavePool, balancerVault, tokens: converted } = conversions
    const { vB, vHostile, vStruck } = converted
    const spenders = {
      aavePool,
      balancerVault,
      vB,
      vHostile,
      vStruck,
      stableswap: stablePool.pool,
      ...(psm && { psm: psm.psm }),
      ...(ngPool && { stableswapNg: ngPool.pool }),
      ...(cryptoPool && { cryptoswap: cryptoPool.pool }),
      ...(lido && { wstEth: lido.wstEth }),
      ...(converter && { converter: converter.converter }),
      ...wrapper,
    }
    const approved = { ...allTokens, ...(lido && { stEth: lido.stEth }) }
    const open = Object.entries(approved).flatMap(([name, token]) =>
      Object.entries(spenders).map(async ([spenderName, spender]) => {
        const amount = await chain.allowanceOf(token, executor, spender)
        return amount === 0n ? [] : [`${spenderName}: ${amount} ${name}`]
      }),
    )
    return (await Promise.all(open)).flat()
  }

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
    /** Of a market with a vault of Balancer V3. */
    getBalancerV3() {
      if (!balancerV3 || !balancerV3Pools) throw new Error('The market has no vault of Balancer V3.')
      return { ...balancerV3, pools: balancerV3Pools }
    },
    hasBalancerV3,
    /** Of a market with Aave's static wrapper. */
    wrapped,
    /** Of a market with a peg stability module. */
    psm,
    stableswapNg,
    /** Of a market with one. */
    ngPool,
    /** Factories of CryptoSwap, which most markets have none of. */
    deployCryptoswaps,
    /** Of a market with one. */
    cryptoPool,
    /** Of a market with wrappers. */
    lido,
    converter,
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
    quoteBalancer: others.quoteBalancer,
    priceBalancer: others.priceBalancer,
    heldByContracts,
    openAllowances,
  }
}
