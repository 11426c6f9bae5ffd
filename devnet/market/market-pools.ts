import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'
import type { Rpc } from '../node/rpc.ts'
import { rounded } from '../plan/amounts.ts'
import type { ManifestChain, ManifestPool, ManifestToken } from '../plan/manifest.ts'
import type { DeskCall, TradingDesk } from '../setup/trading-desk.ts'
import { readAlgebraPools } from './algebra-trades.ts'
import { readManagedPools } from './managed-trades.ts'
import { readSolidlyPairs } from './solidly-trades.ts'
import { readStableswapPools } from './stableswap-trades.ts'
import type { TradedPool } from './traded-pool.ts'
import { readWeightedPools } from './weighted-trades.ts'

/** Contracts that trade with the pools. */
export interface TradingDesks {
  liquidity: TradingDesk
  weighted: TradingDesk
  managed: TradingDesk
  solidly: TradingDesk
  stableswap: TradingDesk
  algebra: TradingDesk
}

const views = parseAbi([
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 timestamp)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 index, uint16 cardinality, uint16 next, uint8 feeProtocol, bool unlocked)',
])

const TWO_TO_96 = 2 ** 96
/** Exceeds the depth of every pool, so that the price limit ends the trade. */
const ENDLESS = 1n << 120n

/**
 * The state of every pool of the chain, in the manifest's order, and of every pair in a weighted
 * pool.
 */
export async function readPools(rpc: Rpc, chain: ManifestChain, desks: TradingDesks): Promise<TradedPool[]> {
  const weighted = await readWeightedPools(rpc, chain, desks.weighted)
  const functions = chain.pools.map(({ module }) =>
    getSource(chain, module).kind === 'v2' ? ('getReserves' as const) : ('slot0' as const),
  )
  const answers = await rpc.batch<Hex>(
    chain.pools.map(({ address }, index) => {
      const data = encodeFunctionData({ abi: views, functionName: functions[index] ?? 'slot0' })
      return { method: 'eth_call', params: [{ to: address, data }, 'latest'] }
    }),
  )
  const exchanged = chain.pools.map((pool, index): TradedPool => {
    const data = answers[index] ?? '0x'
    const shared = { tokens: getTokens(chain, pool), fee: pool.fee / 1_000_000 }
    if (functions[index] === 'slot0') {
      const [sqrtPriceX96] = decodeFunctionResult({ abi: views, functionName: 'slot0', data })
      const price = (Number(sqrtPriceX96) / TWO_TO_96) ** 2
      return {
        ...shared,
        price,
        moveTo: (target) => sellToPool(desks.liquidity, pool.address, price, target),
      }
    }
    const [reserve0, reserve1] = decodeFunctionResult({ abi: views, functionName: 'getReserves', data })
    const reserves = [Number(reserve0), Number(reserve1)] as const
    const source = getSource(chain, pool.module)
    const feeBps = source.kind === 'v2' ? source.feeBps : 0
    return {
      ...shared,
      price: reserves[1] / reserves[0],
      moveTo: (target) => sellToPair(desks.liquidity, { pair: pool.address, reserves, feeBps }, target),
    }
  })
  const managed = await readManagedPools(rpc, chain, desks.managed)
  const solidly = await readSolidlyPairs(rpc, chain, desks.solidly)
  const stableswap = await readStableswapPools(rpc, chain, desks.stableswap)
  const algebra = await readAlgebraPools(rpc, chain, desks.algebra)
  return [...exchanged, ...weighted, ...managed, ...solidly, ...stableswap, ...algebra]
}

function sellToPool({ address, abi }: TradingDesk, pool: Address, price: number, target: number): DeskCall {
  const limit = rounded(Math.sqrt(target) * TWO_TO_96)
  const args = [pool, target < price, ENDLESS, limit]
  return { to: address, data: encodeFunctionData({ abi, functionName: 'sellToPool', args }) }
}

/**
 * A sale moves along x * y = k, so the input reserve must become sqrt(k / price) or sqrt(k *
 * price).
 */
function sellToPair(
  { address, abi }: TradingDesk,
  { pair, reserves, feeBps }: { pair: Address; reserves: readonly [number, number]; feeBps: number },
  target: number,
): DeskCall {
  const product = reserves[0] * reserves[1]
  const zeroForOne = target < reserves[1] / reserves[0]
  const amount = zeroForOne
    ? Math.sqrt(product / target) - reserves[0]
    : Math.sqrt(product * target) - reserves[1]
  const args = [pair, zeroForOne, rounded(Math.max(1, Math.floor(amount)), 12), BigInt(feeBps)]
  return { to: address, data: encodeFunctionData({ abi, functionName: 'sellToPair', args }) }
}

function getSource(chain: ManifestChain, module: string) {
  const source = chain.sources.find((candidate) => candidate.module === module)
  if (!source) throw new Error(`No source ${module} on ${chain.name}`)
  return source
}

function getTokens(chain: ManifestChain, pool: ManifestPool): [ManifestToken, ManifestToken] {
  const [token0, token1] = pool.tokens.map((address) =>
    chain.tokens.find((token) => token.address === address),
  )
  if (!token0 || !token1) throw new Error(`The pool ${pool.address} holds an unknown token`)
  return [token0, token1]
}
