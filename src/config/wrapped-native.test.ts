import { isAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { ETH, USDC, WETH } from '../../testing/fixture-tokens.ts'
import { PARTNER, USER } from '../wire/fixtures/addresses.ts'
import { resolveConfig } from './resolve-config.ts'
import { getWrapper, WRAPPED_NATIVE } from './wrapped-native.ts'

const chain = { wrappedNative: WETH.address }
const self = { account: USER, receiver: USER }

describe('the wrapper', () => {
  it('is the chain’s own contract, both ways, in any case of its address', () => {
    expect(getWrapper(chain, { inputToken: ETH, outputToken: WETH }, self)).toBe(WETH.address)
    expect(getWrapper(chain, { inputToken: WETH, outputToken: ETH }, self)).toBe(WETH.address)
    const lower = { ...WETH, address: WETH.address.toLowerCase() as `0x${string}` }
    expect(getWrapper(chain, { inputToken: ETH, outputToken: lower }, self)).toBe(WETH.address)
    expect(getWrapper(chain, { inputToken: ETH, outputToken: WETH }, { ...self, receiver: undefined })).toBe(
      WETH.address,
    )
  })

  it('trades no other pair, no other decimals, and pays nobody else', () => {
    const pair = { inputToken: ETH, outputToken: WETH }
    expect(getWrapper(chain, { ...pair, outputToken: USDC }, self)).toBeUndefined()
    expect(getWrapper(chain, { inputToken: USDC, outputToken: WETH }, self)).toBeUndefined()
    expect(getWrapper(chain, { ...pair, outputToken: { ...WETH, decimals: 6 } }, self)).toBeUndefined()
    expect(getWrapper(chain, pair, { account: USER, receiver: PARTNER })).toBeUndefined()
    expect(getWrapper(chain, pair, { account: undefined, receiver: PARTNER })).toBeUndefined()
    expect(getWrapper({ wrappedNative: undefined }, pair, self)).toBeUndefined()
  })

  it('is known of well-known chains, unless the host names another', () => {
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

  it('is written with checksums', () => {
    expect(Object.values(WRAPPED_NATIVE).filter((address) => !isAddress(address, { strict: true }))).toEqual(
      [],
    )
  })
})
