import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { PARTNER, SETTLEMENT, USDC, USER, WETH } from '../../wire/fixtures/addresses.ts'
import { priceRequestSchema } from '../../wire/price-request.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { tradeRequest } from './trade-request.ts'

const config = { integrator: 'test', routing: {} }

describe('request of a trade', () => {
  it('sells the exact input for the account, with the slippage limit', () => {
    expect(tradeRequest(intentFixture, config)).toEqual({
      inputToken: WETH,
      outputToken: USDC,
      orderType: 'SELL',
      inputAmount: '1000000000000000000',
      userAddress: USER,
      outputReceiver: USER,
      uniquePID: 'test',
      computeStable: true,
      slippage: 50,
    })
  })

  it('buys the exact output, whatever the expected input', () => {
    const request = tradeRequest({ ...intentFixture, outputAmount: 2_500_000_000n }, config)
    expect(request).toMatchObject({ orderType: 'BUY', outputAmount: '2500000000' })
    expect(request).not.toHaveProperty('inputAmount')
    expect(parse(priceRequestSchema, { ...request, chainID: 'ethereum' }).orderType).toBe('BUY')
  })

  it('contains another receiver', () => {
    const request = tradeRequest({ ...intentFixture, receiver: SETTLEMENT }, config)
    expect(request).toMatchObject({ userAddress: USER, outputReceiver: SETTLEMENT })
  })

  it('contains a partner together with its fee', () => {
    const partner = { address: PARTNER, feeBps: 10 }
    expect(tradeRequest({ ...intentFixture, partner }, config)).toMatchObject({
      partnerFee: 10,
      partnerAddress: PARTNER,
    })
  })

  it('contains the modules and the surge protection that the host configured, and no other options', () => {
    const routing = {
      modulesFilter: ['uniswap-v3', 'curve'],
      modulesDisabled: ['uniswap_v2'],
      surgeProtection: true,
      fastMode: true,
    }
    const request = tradeRequest(intentFixture, { integrator: 'test', routing })
    expect(request).toMatchObject(routing)
    const parsed = parse(priceRequestSchema, { ...request, chainID: 'ethereum' })
    expect(parsed).toMatchObject({ ...routing, modulesDisabled: ['uniswap-v2'] })
    const plain = tradeRequest(intentFixture, config)
    for (const field of Object.keys(routing)) expect(plain).not.toHaveProperty(field)
  })

  it('matches the schema of the interface, with either name of the chain', () => {
    const request = tradeRequest(intentFixture, config)
    expect(parse(priceRequestSchema, { ...request, chainID: 'ethereum' }).chainID).toBe('ethereum')
    expect(parse(priceRequestSchema, { ...request, networkID: 31337 }).networkID).toBe(31337)
  })
})
