import { describe, expect, it } from 'vitest'
import { NATIVE_TOKEN, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { sampleAddress } from '../../modules/testing/sample-pools.ts'
import { createSampleChain, dai, sampleRequest, USER, usdc, weth } from '../testing/sample-chain.ts'
import { readTradeRequest } from './trade-request.ts'

const chain = createSampleChain()
const { config } = chain
const read = (changes: Partial<PriceRequest> = {}) => readTradeRequest(sampleRequest(changes), [chain])

describe('readTradeRequest', () => {
  it("accepts a chain's name or id in any case, or both if they match", () => {
    expect(read({ chainID: 'Ethereum' }).chain).toBe(chain)
    expect(read({ chainID: undefined, networkID: 31337 }).chain).toBe(chain)
    expect(read({ networkID: '31337' }).chain).toBe(chain)
  })

  it.each([
    [{ chainID: undefined }, 'chainID'],
    [{ chainID: 'solana' }, 'chainID'],
    [{ chainID: 'base' }, 'chainID'],
    [{ networkID: 1 }, 'networkID'],
    [{ orderType: 'BUY', inputAmount: '1' }, 'outputAmount'],
    [{ orderType: 'BUY', outputAmount: '1', isPartialFill: true }, 'isPartialFill'],
    [{ inputAmount: undefined }, 'inputAmount'],
    [{ partnerFee: 10 }, 'partnerAddress'],
    [{ outputToken: weth.address }, 'outputToken'],
    [{ inputToken: ZERO_ADDRESS }, 'inputToken'],
    [{ outputToken: ZERO_ADDRESS }, 'outputToken'],
    [{ modulesFilter: ['nobody'] }, 'modulesFilter'],
    [{ modulesDisabled: ['nobody'] }, 'modulesDisabled'],
  ] satisfies [Partial<PriceRequest>, string][])('rejects %o because of its %s', (changes, parameter) => {
    expect(() => read(changes)).toThrow(`Invalid ${parameter} provided`)
  })

  it('rejects a chain name and a chain id that differ', () => {
    const base = createSampleChain({ config: { name: 'base', id: 31338 } })
    const request = sampleRequest({ chainID: 'ethereum', networkID: 31338 })
    expect(() => readTradeRequest(request, [chain, base])).toThrow('Invalid chainID provided')
  })

  it('rejects accounts without an owner, and contracts of the config', () => {
    const forbidden = [
      ZERO_ADDRESS,
      sampleAddress(1),
      sampleAddress(2),
      sampleAddress(9),
      config.tickLens!,
      config.multicall3,
      NATIVE_TOKEN,
      config.settlement,
      config.executor,
      config.permit2,
      config.weth,
      ...config.sources.map(({ factory }) => factory),
      usdc.address,
      dai.address,
    ]
    for (const account of forbidden) {
      expect(() => read({ userAddress: account })).toThrow('Invalid userAddress provided')
      expect(() => read({ outputReceiver: account })).toThrow('Invalid outputReceiver provided')
      expect(() => read({ partnerAddress: account })).toThrow('Invalid partnerAddress provided')
    }
  })

  it('accepts the native token in any case, and trades its wrapped token', () => {
    for (const inputToken of [NATIVE_TOKEN.toLowerCase(), `0x${'E'.repeat(40)}`] as const) {
      expect(read({ inputToken: inputToken as string })).toMatchObject({
        isNativeInput: true,
        poolInput: weth.address,
        isNativeOutput: false,
      })
    }
  })

  it('uses a default slippage of 0.5 percent', () => {
    expect(read().slippageBps).toBe(50)
    expect(read({ slippage: '0' }).slippageBps).toBe(0)
    expect(read({ partnerFee: '100', partnerAddress: USER }).partnerFeeBps).toBe(100)
  })

  it('returns the permitted modules', () => {
    expect(read({ modulesFilter: ['delta-v2'] }).modules).toEqual(['delta-v2'])
    expect(read().modules).toContain('delta-v2')
    const { modules } = read({ modulesDisabled: ['delta-v2'] })
    expect(modules).toContain('uniswap-v2')
    expect(modules).not.toContain('delta-v2')
    expect(read({ modulesFilter: ['delta-v2'], modulesDisabled: ['delta-v2'] }).modules).toEqual([])
  })
})
