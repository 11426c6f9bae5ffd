import { decodeFunctionResult, encodeFunctionData, encodePacked, keccak256, parseAbi } from 'viem'
import type { Hex } from '../../wire/lib/address.ts'
import { toKey } from '../deployers/uniswap/queue-managed.ts'
import type { Rpc } from '../node/rpc.ts'
import { rounded } from '../plan/amounts.ts'
import type { ManifestChain, ManifestManagedPool } from '../plan/manifest.ts'
import type { DeskCall, TradingDesk } from '../setup/trading-desk.ts'
import type { TradedPool } from './traded-pool.ts'

const storage = parseAbi(['function extsload(bytes32 slot) view returns (bytes32)'])
/** Storage slot of the manager's pools, and bits of the price in the first slot of a pool. */
const POOLS_SLOT = 6n
const PRICE_BITS = 160
const TWO_TO_96 = 2 ** 96
/** Exceeds the depth of every pool, so that the price limit ends the trade. */
const ENDLESS = 1n << 120n

/** The state of every pool of the V4 manager, in the manifest's order. */
export async function readManagedPools(
  rpc: Rpc,
  chain: ManifestChain,
  desk: TradingDesk,
): Promise<TradedPool[]> {
  const to = chain.contracts.poolManager
  const answers = await rpc.batch<Hex>(
    chain.managedPools.map(({ id }) => {
      const slot = keccak256(encodePacked(['bytes32', 'uint256'], [id, POOLS_SLOT]))
      const data = encodeFunctionData({ abi: storage, functionName: 'extsload', args: [slot] })
      return { method: 'eth_call', params: [{ to, data }, 'latest'] }
    }),
  )
  return chain.managedPools.map((pool, index) => {
    const data = answers[index] ?? '0x'
    const word = decodeFunctionResult({ abi: storage, functionName: 'extsload', data })
    const price = (Number(BigInt.asUintN(PRICE_BITS, BigInt(word))) / TWO_TO_96) ** 2
    return {
      tokens: getTokens(chain, pool),
      fee: pool.fee / 1_000_000,
      price,
      moveTo: (target) => sellTo(desk, pool, price, target),
    }
  })
}

function sellTo(
  { address, abi }: TradingDesk,
  pool: ManifestManagedPool,
  price: number,
  target: number,
): DeskCall {
  const limit = rounded(Math.sqrt(target) * TWO_TO_96)
  const args = [toKey(pool), target < price, ENDLESS, limit]
  return { to: address, data: encodeFunctionData({ abi, functionName: 'sell', args }) }
}

function getTokens(chain: ManifestChain, { tokens, id }: ManifestManagedPool) {
  const [token0, token1] = tokens.map((address) => chain.tokens.find((token) => token.address === address))
  if (!token0 || !token1) throw new Error(`The pool ${id} holds an unknown token`)
  return [token0, token1] as const
}
