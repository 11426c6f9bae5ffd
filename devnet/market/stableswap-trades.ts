import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'
import type { Rpc } from '../node/rpc.ts'
import { rounded } from '../plan/amounts.ts'
import type { ManifestChain, ManifestToken } from '../plan/manifest.ts'
import { STABLESWAP_PARAMETERS } from '../plan/stableswap-pools.ts'
import type { TradingDesk } from '../setup/trading-desk.ts'
import type { TradedPool } from './traded-pool.ts'

const views = parseAbi(['function balances(int128 index) view returns (uint256)'])
const FEE_UNIT = 1e10
/** Rounds of Newton's method, and bisections of the range of a sale. */
const ROUNDS = 60

/** In whole tokens, in the pool's order. */
type Balances = readonly number[]

/** Indexes of the coin that is sold and of the coin that is bought. */
type Pair = readonly [number, number]

/** Every two coins of Curve's pools, as separate pools. */
export async function readStableswapPools(
  rpc: Rpc,
  { stableswapPools, tokens }: ManifestChain,
  desk: TradingDesk,
): Promise<TradedPool[]> {
  const calls = stableswapPools.flatMap(({ address, tokens: coins }) =>
    coins.map((_, i) => {
      const data = encodeFunctionData({ abi: views, functionName: 'balances', args: [BigInt(i)] })
      return { method: 'eth_call', params: [{ to: address, data }, 'latest'] }
    }),
  )
  const answers = await rpc.batch<Hex>(calls)
  return stableswapPools.flatMap(({ address, tokens: held }) => {
    const coins = held.map((coin) => findToken(tokens, coin))
    const balances = coins.map(({ decimals }) => {
      const answer = { abi: views, functionName: 'balances', data: answers.shift() ?? '0x' } as const
      return Number(decodeFunctionResult(answer)) / 10 ** decimals
    })
    return coins.flatMap((one, i) =>
      coins.slice(i + 1).map((other, k): TradedPool => {
        const pair = [i, i + 1 + k] as const
        const unit = 10 ** (other.decimals - one.decimals)
        return {
          tokens: [one, other],
          fee: STABLESWAP_PARAMETERS.fee / FEE_UNIT,
          price: getPrice(balances, pair) * unit,
          moveTo(target) {
            const isSale = target / unit < getPrice(balances, pair)
            const [from, to] = isSale ? pair : [pair[1], pair[0]]
            const sold = getSale(balances, [from, to], isSale ? target / unit : unit / target)
            // A minimum amount, because a trade of zero has no effect.
            const amount = rounded(
              Math.max(1_000_000, Math.floor(sold * 10 ** (isSale ? one : other).decimals)),
            )
            const args = [address, BigInt(from), BigInt(to), amount]
            return {
              to: desk.address,
              data: encodeFunctionData({ abi: desk.abi, functionName: 'sell', args }),
            }
          },
        }
      }),
    )
  })
}

/** Amount of a coin whose sale lowers its price to the target, by bisection. */
function getSale(balances: Balances, pair: Pair, price: number): number {
  let [low, high] = [0, balances.reduce((all, each) => all + each, 0)]
  for (let i = 0; i < ROUNDS; i += 1) {
    const middle = (low + high) / 2
    if (getPrice(afterSale(balances, pair, middle), pair) > price) low = middle
    else high = middle
  }
  return low
}

/** Price of one coin in another. */
function getPrice(balances: Balances, [from, to]: Pair): number {
  const ann = STABLESWAP_PARAMETERS.amplification * balances.length
  const whole = getInvariant(balances)
  const bend = balances.reduce((made, each) => (made * whole) / (each * balances.length), whole)
  return (ann + bend / (balances[from] ?? 0)) / (ann + bend / (balances[to] ?? 0))
}

function afterSale(balances: Balances, [from, to]: Pair, sold: number): Balances {
  const whole = getInvariant(balances)
  const ann = STABLESWAP_PARAMETERS.amplification * balances.length
  const grown = balances.map((each, k) => (k === from ? each + sold : each))
  const others = grown.filter((_, k) => k !== to)
  const c = others.reduce(
    (made, each) => (made * whole) / (each * balances.length),
    whole ** 2 / (ann * balances.length),
  )
  const b = others.reduce((all, each) => all + each, whole / ann - whole)
  let left = whole
  for (let i = 0; i < ROUNDS; i += 1) left = (left * left + c) / (2 * left + b)
  return grown.map((each, k) => (k === to ? left : each))
}

function getInvariant(balances: Balances): number {
  const count = balances.length
  const ann = STABLESWAP_PARAMETERS.amplification * count
  const sum = balances.reduce((all, each) => all + each, 0)
  let whole = sum
  for (let i = 0; i < ROUNDS; i += 1) {
    const product = balances.reduce((made, each) => (made * whole) / (each * count), whole)
    whole = ((ann * sum + product * count) * whole) / ((ann - 1) * whole + (count + 1) * product)
  }
  return whole
}

function findToken(tokens: ManifestToken[], address: Address): ManifestToken {
  const token = tokens.find((candidate) => candidate.address === address)
  if (!token) throw new Error(`A pool of Curve holds the unknown token ${address}`)
  return token
}
