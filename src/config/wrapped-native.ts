import { type Address, isNativeToken, sameAddress } from '../../wire/lib/address.ts'
import type { ResolvedChain } from './types.ts'

/** The wrapper contracts of the native tokens by chain id: WETH, WBNB, WPOL, WAVAX. */
export const WRAPPED_NATIVE: Readonly<Record<number, Address>> = {
  1: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  10: '0x4200000000000000000000000000000000000006',
  56: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  137: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
  8453: '0x4200000000000000000000000000000000000006',
  42161: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  43114: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
}

interface WrapPair {
  inputToken: { address: Address; decimals: number }
  outputToken: { address: Address; decimals: number }
}

/**
 * The contract that exchanges this pair one to one: the chain's own wrapper of its native token.
 * Undefined for any other pair, and for another receiver than the account, because the wrapper pays
 * only its caller.
 */
export function getWrapper(
  chain: Pick<ResolvedChain, 'wrappedNative'> | undefined,
  pair: WrapPair,
  parties: { account: Address | undefined; receiver: Address | undefined },
): Address | undefined {
  const wrapper = chain?.wrappedNative
  const { account, receiver } = parties
  if (!wrapper || !isWrapBy(wrapper, pair)) return undefined
  if (pair.inputToken.decimals !== pair.outputToken.decimals) return undefined
  if (receiver && (!account || !sameAddress(account, receiver))) return undefined
  return wrapper
}

/**
 * True if this contract wraps one token of the pair into the other. A router is never a token of
 * its own trade.
 */
export function isWrapBy(
  contract: Address,
  { inputToken, outputToken }: { inputToken: { address: Address }; outputToken: { address: Address } },
): boolean {
  const [input, output] = [inputToken.address, outputToken.address]
  return (
    (isNativeToken(input) && sameAddress(output, contract)) ||
    (isNativeToken(output) && sameAddress(input, contract))
  )
}
