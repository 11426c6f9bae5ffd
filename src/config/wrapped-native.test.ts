import { isAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { PARTNER, USER } from '../../wire/fixtures/addresses.ts'
import { ETH, USDC, WETH } from '../testing/fixtures/fixture-tokens.ts'
import { resolveConfig } from './resolve-config.ts'
import { getWrapper, WRAPPED_NATIVE } from './wrapped-native.ts'

const chain = { wrappedNative: WETH.address }
const self = { account: USER, receiver: USER }

describe('wrapper', () => {
  it('is the chain’s own contract, in both directions and in any letter case', () => {
    expect(getWrapper(chain, { inputToken: ETH, outputToken: WETH }, self)).toBe(WETH.address)
    expect(getWrapper(chain, { inputToken: WETH, outputToken: ETH }, self)).toBe(WETH.address)
    const lower = { ...WETH, address: WETH.address.toLowerCase() as `0x${string}` }
    expect(getWrapper(chain, { inputToken: ETH, outputToken: lower }, self)).toBe(WETH.address)
    expect(getWrapper(chain, { inputToken: ETH, outputToken: WETH }, { ...self, receiver: undefined })).toBe(
      WETH.address,
    )
  })

  it('is undefined for another pair, other decimals or another receiver', () => {
    const pair = { inputToken: ETH, outputToken: WETH }
    expect(getWrapper(chain, { ...pair, outputToken: USDC }, self)).toBeUndefined()
    expect(getWrapper(chain, { inputToken: USDC, outputToken: WETH }, self)).toBeUndefined()
    expect(getWrapper(chain, { ...pair, outputToken: { ...WETH, decimals: 6 } }, self)).toBeUndefined()
    expect(getWrapper(chain, pair, { account: USER, receiver: PARTNER })).toBeUndefined()
    expect(getWrapper(chain, pair, { account: undefined, receiver: PARTNER })).toBeUndefined()
    expect(getWrapper({ wrappedNative: undefined }, pair, self)).toBeUndefined()
  })

  it('has a default on well-known chains, unless the host sets another', () => {
    const chainOf = (wrappedNative?: string) =>
      resolveConfig({
        integrator: 'test',
        baseUrl: 'http://a.test',
        tokensUrl: 'http://a.test',
        exchangeRatesUrl: 'http://a.test',
        chains: [
          { id: 1, name: 'ethereum', rpcUrls: ['http://a.test'], ...(wrappedNative && { wrappedNative }) },
        ],
      }).chains[0].wrappedNative
    expect(chainOf()).toBe(WRAPPED_NATIVE[1])
    expect(chainOf(WETH.address)).toBe(WETH.address)
  })

  it('has a checksummed address', () => {
    expect(Object.values(WRAPPED_NATIVE).filter((address) => !isAddress(address, { strict: true }))).toEqual(
      [],
    )
  })
})
