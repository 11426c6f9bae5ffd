import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Hex } from '../../wire/lib/address.ts'
import type { Rpc } from '../node/rpc.ts'
import { rounded } from '../plan/amounts.ts'
import type { ManifestAlgebraPool, ManifestChain, ManifestToken } from '../plan/manifest.ts'
import type { TradingDesk } from '../setup/trading-desk.ts'
import type { TradedPool } from './traded-pool.ts'

const views = parseAbi([
  'function globalState() view returns (uint160 price, int24 tick, uint16 lastFee, uint8 pluginConfig, uint16 communityFee, bool unlocked)',
])
const TWO_TO_96 = 2 ** 96
/** Exceeds the depth of every pool, so that the price limit ends the trade. */
const ENDLESS = 1n << 120n
/**
 * Approximate fee of the plugin. Its exact fee depends on time, which must not affect the market.
 */
const FEE = 0.0005

/** The state of every Algebra pool, in the manifest's order. */
export async function readAlgebraPools(
  rpc: Rpc,
  chain: ManifestChain,
  desk: TradingDesk,
): Promise<TradedPool[]> {
  const data = encodeFunctionData({ abi: views })
  const answers = await rpc.batch<Hex>(
    chain.algebraPools.map(({ address }) => ({
      method: 'eth_call',
      params: [{ to: address, data }, 'latest'],
    })),
  )
  return chain.algebraPools.map((pool, index) => {
    const [root] = decodeFunctionResult({ abi: views, data: answers[index] ?? '0x' })
    const price = (Number(root) / TWO_TO_96) ** 2
    return {
      tokens: getTokens(chain, pool),
      fee: FEE,
      price,
      moveTo(target) {
        const args = [pool.address, target < price, ENDLESS, rounded(Math.sqrt(target) * TWO_TO_96)]
        return { to: desk.address, data: encodeFunctionData({ abi: desk.abi, functionName: 'sell', args }) }
      },
    }
  })
}

function getTokens(
  chain: ManifestChain,
  { tokens, address }: ManifestAlgebraPool,
): [ManifestToken, ManifestToken] {
  const [token0, token1] = tokens.map((token) =>
    chain.tokens.find((candidate) => candidate.address === token),
  )
  if (!token0 || !token1) throw new Error(`The Algebra pool ${address} holds an unknown token`)
  return [token0, token1]
}
