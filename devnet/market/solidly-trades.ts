import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Hex } from '../../wire/lib/address.ts'
import type { Rpc } from '../node/rpc.ts'
import { rounded } from '../plan/amounts.ts'
import type { ManifestChain, ManifestSolidlyPair, ManifestToken } from '../plan/manifest.ts'
import type { TradingDesk } from '../setup/trading-desk.ts'
import type { TradedPool } from './traded-pool.ts'

const views = parseAbi([
  'function metadata() view returns (uint256 unit0, uint256 unit1, uint256 reserve0, uint256 reserve1, bool stable, address token0, address token1)',
])
const FEE = 0.0005
/** Bisections of the range of a stable pair's sale. */
const HALVINGS = 60

/** In whole tokens. */
type Reserves = readonly [number, number]

/** The state of every pair of Dystopia, in the manifest's order. */
export async function readSolidlyPairs(
  rpc: Rpc,
  chain: ManifestChain,
  desk: TradingDesk,
): Promise<TradedPool[]> {
  const data = encodeFunctionData({ abi: views, functionName: 'metadata' })
  const answers = await rpc.batch<Hex>(
    chain.solidlyPairs.map(({ address }) => ({
      method: 'eth_call',
      params: [{ to: address, data }, 'latest'],
    })),
  )
  return chain.solidlyPairs.map((pair, index) => {
    const answer = { abi: views, functionName: 'metadata', data: answers[index] ?? '0x' } as const
    const [unit0, unit1, reserve0, reserve1] = decodeFunctionResult(answer)
    const units = [Number(unit0), Number(unit1)] as const
    const reserves = [Number(reserve0) / units[0], Number(reserve1) / units[1]] as const
    const getPrice = pair.isStable ? stablePrice : ([x, y]: Reserves) => y / x
    return {
      tokens: getTokens(chain, pair),
      fee: FEE,
      price: (getPrice(reserves) * units[1]) / units[0],
      moveTo(target) {
        const wanted = (target * units[0]) / units[1]
        const zeroForOne = wanted < getPrice(reserves)
        const sold = pair.isStable ? stableSale(reserves, wanted) : volatileSale(reserves, wanted)
        // A minimum amount, because pairs reject a trade of zero.
        const amount = rounded(Math.max(1_000_000, Math.floor(sold * units[zeroForOne ? 0 : 1])))
        const args = [pair.address, zeroForOne, amount]
        return { to: desk.address, data: encodeFunctionData({ abi: desk.abi, functionName: 'sell', args }) }
      },
    }
  })
}

/**
 * Amount of the first token that moves `x y = k` to a price, or of the second if the price is
 * above.
 */
function volatileSale([x, y]: Reserves, price: number): number {
  return price < y / x ? Math.sqrt((x * y) / price) - x : Math.sqrt(x * y * price) - y
}

/** Like `volatileSale` for `x^3 y + y^3 x = k`, by bisection. */
function stableSale([x, y]: Reserves, price: number): number {
  if (price > stablePrice([x, y])) return stableSale([y, x], 1 / price)
  let [low, high] = [0, x + y]
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2
    if (stablePrice([x + middle, otherReserve([x, y], middle)]) > price) low = middle
    else high = middle
  }
  return low
}

/** Reserve of the second token after a sale of the first, by Newton's method. */
function otherReserve([x, y]: Reserves, sold: number): number {
  const k = x ** 3 * y + y ** 3 * x
  const grown = x + sold
  let left = y
  for (let i = 0; i < HALVINGS; i += 1) {
    left -= (grown ** 3 * left + left ** 3 * grown - k) / (grown ** 3 + 3 * grown * left * left)
  }
  return left
}

function stablePrice([x, y]: Reserves): number {
  return (3 * x * x * y + y ** 3) / (x ** 3 + 3 * x * y * y)
}

function getTokens(
  chain: ManifestChain,
  { tokens, address }: ManifestSolidlyPair,
): [ManifestToken, ManifestToken] {
  const [token0, token1] = tokens.map((token) =>
    chain.tokens.find((candidate) => candidate.address === token),
  )
  if (!token0 || !token1) throw new Error(`The pair ${address} holds an unknown token`)
  return [token0, token1]
}
