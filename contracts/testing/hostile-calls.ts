import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { V3_FEE } from '../../devnet/deployers/uniswap/deploy-uniswap.ts'
import { executorAbi, settlementAbi } from '../../wire/abi/settlement.ts'
import { encodeRoute, SOURCE, v2 } from './route.ts'
import { type Market, UNIT } from './start-market.ts'

export const REENTERED = toFunctionSelector('Reentered()')
export const NOT_POOL = toFunctionSelector('NotPool()')
export const NOT_SETTLEMENT = toFunctionSelector('NotSettlement()')

/** The amount a callback claims the executor owes. */
const OWED = 50n * UNIT
const V3_POOL = parseAbiParameters('uint8, address, address, uint24')

type Trade = Parameters<Market['fill']>[0]

export function swapCall(market: Market, trade: Trade, route: Hex, permit: Hex = '0x'): Hex {
  const args = [market.fill(trade), route, permit] as const
  return encodeFunctionData({ abi: settlementAbi, functionName: 'swap', args })
}

/** Makes the executor sell its balance of `a`, and send the rest of it to another account. */
export function executeCall({ tokens: { a, b }, accounts: { stranger } }: Market, route: Hex): Hex {
  const args = [a, b, stranger, stranger, route] as const
  return encodeFunctionData({ abi: executorAbi, functionName: 'execute', args })
}

/**
 * Encodes a V3 pool's callback that requests `token`; `purchase` holds the steps that buy it first.
 */
export function callbackCall(token: Address, other: Address, source = SOURCE.v3, purchase: Hex = '0x'): Hex {
  const pool = encodeAbiParameters(V3_POOL, [source, token, other, V3_FEE])
  const args = [OWED, OWED, concat([pool, purchase])] as const
  return encodeFunctionData({ abi: executorAbi, functionName: 'uniswapV3SwapCallback', args })
}

/**
 * Encodes the callback of a pool within a purchase, which requests the output of the step before
 * it.
 */
export function purchaseCallbackCall(token: Address, other: Address): Hex {
  const steps = encodeRoute(v2(other, token), v2(token, other))
  return callbackCall(token, other, SOURCE.v3, concat([numberToHex(1n, { size: 32 }), steps]))
}

/**
 * A call to a real pool of the executor's sources, whose callback claims a payment by the executor.
 */
export function poolCall({ tokens: { b, c }, executor }: Market): Hex {
  const data = encodeAbiParameters(V3_POOL, [SOURCE.v3, b, c, V3_FEE])
  return encodeFunctionData({
    abi: parseAbi(['function swap(address, bool, int256, uint160, bytes)']),
    args: [executor, true, UNIT, 4295128740n, data],
  })
}

const armedAbi = parseAbi([
  'function arm(address target, bytes data, uint256 skips)',
  'function tried() view returns (bool)',
  'function succeeded() view returns (bool)',
  'function answer() view returns (bytes)',
])

/** Makes a hostile contract call once at its next opportunity, after skipping some. */
export function arm(market: Market, armed: Address, target: Address, data: Hex, skips = 0n) {
  return market.write(armed, armedAbi, 'arm', [target, data, skips])
}

/** The result of the armed call. */
export async function attempt({ client }: Market, armed: Address) {
  const read = (functionName: 'tried' | 'succeeded' | 'answer') =>
    client.readContract({ address: armed, abi: armedAbi, functionName })
  return { tried: await read('tried'), succeeded: await read('succeeded'), answer: await read('answer') }
}
