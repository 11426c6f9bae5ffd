import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { USER } from '../../../wire/fixtures/addresses.ts'
import { applyBps } from '../../../wire/lib/amount.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { createClients } from '../../clients/create-clients.ts'
import { ERROR_CODES, type ErrorCode } from '../../errors/codes.ts'
import { EVENT_SCHEMAS } from '../../events/event-schemas.ts'
import { leastPartnerFee } from '../../lib/least-fees.ts'
import { ETH, USDC, WETH } from '../fixtures/fixture-tokens.ts'
import { EVENT_FIXTURES, errorFixture, failedSwapFixture } from './event-fixtures.ts'
import { MOCK_SCENARIOS, type MockScenario, type MockScenarioName } from './mock-scenarios.ts'
import { createMockService } from './mock-service.ts'
import { startSandbox } from './sandbox.ts'

const request: PriceRequest = {
  chainID: 'ethereum',
  inputToken: ETH.address,
  outputToken: USDC.address,
  inputAmount: '1000000000000000000',
  userAddress: USER,
  outputReceiver: USER,
  uniquePID: 'sandbox',
  slippage: 50,
}

function clientsOf(scenario: MockScenarioName = 'ok') {
  const service = createMockService({ scenario })
  return { service, ...createClients(() => service.config(), { fetch: service.fetch }) }
}

describe('mock service', () => {
  it('responds to the widget’s clients on every interface', async () => {
    const { router, tokens, rates } = clientsOf()
    expect((await router.price(request)).value.effectiveOutputAmount).toMatch(/^24[0-9]{8}$/)
    expect((await router.quote(request)).value.calldata).toMatch(/^0x/)
    expect((await router.liquidity()).value.liquidityModules.ethereum).toContain('uniswap-v3')
    expect((await tokens.tokens({ chain: 'ethereum' })).items[0]).toMatchObject({
      symbol: 'ETH',
      decimals: 18,
    })
    expect((await tokens.searchTokens({ chain: 'ethereum', pattern: 'usd' })).items).toHaveLength(2)
    const pair = {
      domestic_blockchain: 'ethereum',
      domestic_token: WETH.address,
      foreign_blockchain: 'ethereum',
      foreign_token: USDC.address,
    }
    expect((await rates.rates([pair]))[0]?.price).toBe(WETH.priceUsd)
  })

  it('takes the partner’s fee from the output', async () => {
    const { router } = clientsOf()
    const partner = { partnerAddress: USER, partnerFee: '100' }
    const { outputAmount, partnerFee } = (await router.price({ ...request, ...partner })).value
    expect(BigInt(partnerFee)).toBe(applyBps(BigInt(outputAmount), 100))
  })

  it('adds the partner’s fee to the bought amount, and a sufficient one', async () => {
    const { router } = clientsOf()
    const { inputAmount: _, ...bought } = { ...request, orderType: 'BUY' as const, partnerAddress: USER }
    for (const outputAmount of ['1', '33333', '250000000', '12345678901']) {
      const free = (await router.price({ ...bought, outputAmount })).value
      const { partnerFee, inputAmount } = (
        await router.price({ ...bought, outputAmount, partnerFee: '1000' })
      ).value
      expect(BigInt(partnerFee)).toBeGreaterThanOrEqual(leastPartnerFee(BigInt(outputAmount), 1_000))
      expect(BigInt(inputAmount)).toBeGreaterThanOrEqual(BigInt(free.inputAmount))
    }
  })

  it('mines a swap for the network cost of its price', async () => {
    const { router: client, service } = clientsOf()
    const { router: to, value, calldata, gasCostUSD } = (await client.quote(request)).value
    const rpc = async (method: string, ...params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await service.fetch(`${service.origin}/rpc`, { method: 'POST', body })
      return BigInt((await response.json()).result)
    }
    const call = { from: USER, to, data: calldata, value: `0x${BigInt(value).toString(16)}` }
    const costWei = (await rpc('eth_estimateGas', call)) * (await rpc('eth_gasPrice'))
    expect((Number(costWei) / 1e18) * WETH.priceUsd).toBeCloseTo(Number(gasCostUSD), 2)
  })

  const failing = Object.entries<MockScenario>(MOCK_SCENARIOS).flatMap(([name, { code, instead }]) =>
    code && instead ? [[name as MockScenarioName, code] as const] : [],
  )
  it.each(failing)('rejects in the scenario %s with %s', async (name, code) => {
    const { router } = clientsOf(name)
    await expect(router.price(request)).rejects.toMatchObject({ code })
  })

  it('changes its scenario, and lets a test respond to a path', async () => {
    const { router, service } = clientsOf('no-route')
    service.setScenario('ok')
    await expect(router.price(request)).resolves.toBeDefined()
    service.answer('/router/v1/price', () => ({ status: 401, body: { statusCode: 401, error: 'Forbidden' } }))
    await expect(router.price(request)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(service.requests.map(({ path }) => path)).toEqual(['/router/v1/price', '/router/v1/price'])
  })

  it('responds only to its own origin once it is installed, and restores fetch', async () => {
    const asked: string[] = []
    const before: typeof fetch = async (url) => {
      asked.push(String(url))
      return new Response('own')
    }
    const target = { fetch: before }
    const service = createMockService()
    const uninstall = service.install(target)
    expect(await (await target.fetch('https://host.example/data')).text()).toBe('own')
    expect((await target.fetch(`${service.origin}/router/liquidity`)).status).toBe(200)
    expect(asked).toEqual(['https://host.example/data'])
    uninstall()
    expect(target.fetch).toBe(before)
  })

  it('starts no sandbox on a server, and returns the config of the browser', () => {
    const before = globalThis.fetch
    const sandbox = startSandbox()
    expect(globalThis.fetch).toBe(before)
    expect(sandbox.config()).toEqual(createMockService().config())
    sandbox.stop()
  })

  it('rejects an aborted request', async () => {
    const { router } = clientsOf('never')
    await expect(router.price(request, { signal: AbortSignal.abort('left') })).rejects.toBe('left')
  })
})

describe('fixtures', () => {
  it.each(Object.entries(EVENT_FIXTURES))('of %s match their schema', (name, payload) => {
    const schema: v.GenericSchema = EVENT_SCHEMAS[name as keyof typeof EVENT_SCHEMAS]
    expect(v.safeParse(schema, payload).issues).toBeUndefined()
    expect(JSON.parse(JSON.stringify(payload))).toEqual(payload)
  })

  it('include every event and every error', () => {
    expect(Object.keys(EVENT_FIXTURES).sort()).toEqual(Object.keys(EVENT_SCHEMAS).sort())
    for (const code of Object.keys(ERROR_CODES) as ErrorCode[]) {
      expect(errorFixture(code)).toMatchObject({ code, message: ERROR_CODES[code].message })
      expect(v.is(EVENT_SCHEMAS.routeExecutionFailed, failedSwapFixture(code))).toBe(true)
    }
  })
})
