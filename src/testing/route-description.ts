import { encodeFunctionData } from 'viem'
import { routeDescriptionAbi } from '../../wire/abi/route-description.ts'
import { PARTNER, SETTLEMENT, USDC, USER, WETH } from '../../wire/fixtures/addresses.ts'
import { quoteResultFixture } from '../../wire/fixtures/router-fixtures.ts'
import type { Address, Hex } from '../../wire/lib/address.ts'
import { minimumOutput } from '../../wire/lib/amount.ts'
import type { QuoteResult } from '../../wire/quote.ts'
import { intentFixture } from './execution/execution-fixtures.ts'

export interface RouteDescription {
  inputToken: Address
  outputToken: Address
  inputReceiver: Address
  outputReceiver: Address
  partnerAddress: Address
  inputAmount: bigint
  outputAmount: bigint
  partnerFee: bigint
  routingFee: bigint
  partnerSurplusShare: bigint
  protocolSurplusShare: bigint
  partnerSlippageShare: bigint
  protocolSlippageShare: bigint
  effectiveOutputAmount: bigint
  minOutputAmount: bigint
  isPermit2: boolean
  uniquePID: Hex
}

export interface Interaction {
  target: Address
  value: bigint
  callData: Hex
}

export interface RouteDescriptionCall {
  executor: Address
  desc: RouteDescription
  interactions: readonly Interaction[]
}

const EXECUTOR: Address = '0x2279B7A0a67DB372996a5FaB50D91eAA73d2eBe6'

/** The description that a correct service encodes for `intentFixture`, with the shares of live services. */
export const descriptionFixture: RouteDescription = {
  inputToken: WETH,
  outputToken: USDC,
  inputReceiver: EXECUTOR,
  outputReceiver: USER,
  partnerAddress: PARTNER,
  inputAmount: intentFixture.inputAmount,
  outputAmount: BigInt(quoteResultFixture.outputAmount),
  partnerFee: BigInt(quoteResultFixture.partnerFee),
  routingFee: BigInt(quoteResultFixture.routingFee),
  partnerSurplusShare: 5_000n,
  protocolSurplusShare: 5_000n,
  partnerSlippageShare: 3_300n,
  protocolSlippageShare: 6_600n,
  effectiveOutputAmount: BigInt(quoteResultFixture.effectiveOutputAmount),
  minOutputAmount: minimumOutput(BigInt(quoteResultFixture.effectiveOutputAmount), 50),
  isPermit2: false,
  uniquePID: `0x${'5a'.repeat(32)}`,
}

export function encodeRouteDescription({ executor, desc, interactions }: RouteDescriptionCall): Hex {
  return encodeFunctionData({
    abi: routeDescriptionAbi,
    functionName: 'swap',
    args: [executor, desc, interactions],
  })
}

/** A quote whose calldata encodes this description. */
export function quoteDescribing(
  desc: Partial<RouteDescription> = {},
  quote: Partial<QuoteResult> = {},
): QuoteResult {
  const calldata = encodeRouteDescription({
    executor: EXECUTOR,
    desc: { ...descriptionFixture, ...desc },
    interactions: [{ target: SETTLEMENT, value: 0n, callData: '0x1234' }],
  })
  return { ...quoteResultFixture, calldata, ...quote }
}
