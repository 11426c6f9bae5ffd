import { readFileSync } from 'node:fs'
import {
  type Abi,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
} from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'
import type { Step } from './route.ts'

export interface Trade {
  inputToken: Address
  outputToken: Address
  inputAmount: bigint
  minOutputAmount: bigint
  outputReceiver: Address
  partner: Address
  partnerFeeBps: bigint
  settlementFee: bigint
  surplusThreshold: bigint
  deadline: bigint
}

export interface SettlementCalldata {
  trade: Trade
  route: Hex
  permit: Hex
}

/** Read from the compiled contract, independent of the ABI in the widget. */
const { abi } = JSON.parse(readFileSync(new URL('../out/Settlement.json', import.meta.url), 'utf8')) as {
  abi: Abi
}

const steps = [
  {
    type: 'tuple[]',
    components: [
      { name: 'kind', type: 'uint8' },
      { name: 'source', type: 'uint8' },
      { name: 'portion', type: 'uint64' },
      { name: 'tokenIn', type: 'address' },
      { name: 'tokenOut', type: 'address' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const

/** Undefined if it is not a `swap` call. */
export function decodeSwap(data: Hex): SettlementCalldata | undefined {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    const [trade, route, permit] = args as unknown as [Trade, Hex, Hex]
    return functionName === 'swap' ? { trade, route, permit } : undefined
  } catch {
    return undefined
  }
}

export function encodeSwap({ trade, route, permit }: SettlementCalldata): Hex {
  return encodeFunctionData({ abi, functionName: 'swap', args: [trade, route, permit] })
}

export function decodeRoute(route: Hex): Step[] {
  return [...decodeAbiParameters(steps, route)[0]]
}

/** First byte of the route of a purchase; the gross output to buy follows, then the steps, last one first. */
const BUYING = '01'
const BUYING_LENGTH = 2 + 2 + 64

/** The gross output that a route buys; undefined if it sells. */
export function getBought(route: Hex): bigint | undefined {
  return route.startsWith(`0x${BUYING}`) ? BigInt(`0x${route.slice(4, BUYING_LENGTH)}`) : undefined
}

/** A buying route with another gross output. */
export function withBought(route: Hex, bought: bigint): Hex {
  return `0x${BUYING}${bought.toString(16).padStart(64, '0')}${route.slice(BUYING_LENGTH)}`
}

/** The route that sells the whole input along the steps of a buying one. */
export function toSellingRoute(route: Hex): Hex {
  if (getBought(route) === undefined) return route
  return encodeRoute(decodeRoute(`0x${route.slice(BUYING_LENGTH)}`).reverse())
}

export function encodeRoute(route: readonly Step[]): Hex {
  return encodeAbiParameters(steps, [route])
}
