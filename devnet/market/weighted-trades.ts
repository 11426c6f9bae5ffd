import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'
import type { Rpc } from '../node/rpc.ts'
import { rounded } from '../plan/amounts.ts'
import type { ManifestChain, ManifestToken, ManifestWeightedPool } from '../plan/manifest.ts'
import type { DeskCall, TradingDesk } from '../setup/trading-desk.ts'
import type { TradedPool } from './traded-pool.ts'

interface Holding {
  token: ManifestToken
  balance: number
  weight: number
}

const vaultView = parseAbi([
  'function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 lastChangeBlock)',
])

/** Every pair of tokens in the weighted pools, as a separate pool. */
export async function readWeightedPools(
  rpc: Rpc,
  chain: ManifestChain,
  desk: TradingDesk,
): Promise<TradedPool[]> {
  const to = chain.contracts.balancerVault
  const answers = await rpc.batch<Hex>(
    chain.weightedPools.map(({ id }) => {
      const data = encodeFunctionData({ abi: vaultView, functionName: 'getPoolTokens', args: [id] })
      return { method: 'eth_call', params: [{ to, data }, 'latest'] }
    }),
  )
  return chain.weightedPools.flatMap((pool, index) => {
    const data = answers[index] ?? '0x'
    const [, balances] = decodeFunctionResult({ abi: vaultView, functionName: 'getPoolTokens', data })
    const holdings = pool.tokens.map(
      (address, at): Holding => ({
        token: tokenAt(chain, address),
        balance: Number(balances[at]),
        weight: Number(pool.weights[at]) / 1e18,
      }),
    )
    return holdings.flatMap((one, at) =>
      holdings.slice(at + 1).map((other) => getPair(pool, [one, other], desk)),
    )
  })
}

function getPair(
  pool: ManifestWeightedPool,
  [one, other]: [Holding, Holding],
  desk: TradingDesk,
): TradedPool {
  const price = other.balance / other.weight / (one.balance / one.weight)
  return {
    tokens: [one.token, other.token],
    fee: Number(pool.swapFee) / 1e18,
    price,
    moveTo: (target) =>
      target < price
        ? sell(desk, pool, [one, other], price / target)
        : sell(desk, pool, [other, one], target / price),
  }
}

/**
 * A sale moves along balance^weight = k; this amount divides the price of the sold token by the
 * factor.
 */
function sell(
  desk: TradingDesk,
  pool: ManifestWeightedPool,
  [sold, bought]: [Holding, Holding],
  factor: number,
): DeskCall {
  const grown = factor ** (bought.weight / (sold.weight + bought.weight))
  // A minimum amount, because pools reject a trade of zero.
  const amount = rounded(Math.max(1_000_000, Math.floor(sold.balance * (grown - 1))), 9)
  const args = [pool.id, sold.token.address, bought.token.address, amount]
  return { to: desk.address, data: encodeFunctionData({ abi: desk.abi, functionName: 'sell', args }) }
}

function tokenAt(chain: ManifestChain, address: Address): ManifestToken {
  const token = chain.tokens.find((candidate) => candidate.address === address)
  if (!token) throw new Error(`A weighted pool holds the unknown token ${address}`)
  return token
}
