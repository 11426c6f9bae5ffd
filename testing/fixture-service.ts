import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WidgetConfig } from '../src/config/types.ts'
import { NATIVE_TOKEN } from '../src/lib/address.ts'
import { SETTLEMENT, USDC } from '../src/wire/fixtures/addresses.ts'
import { priceResultFixture, quoteResultFixture } from '../src/wire/fixtures/router-fixtures.ts'
import { tokenPageFixture, tokenSummaryPageFixture } from '../src/wire/fixtures/tokens-fixtures.ts'
import {
  dilutedApyResponseFixture,
  historicalApyResponseFixture,
  tvlResponseFixture,
} from '../src/wire/fixtures/yield-fixtures.ts'
import type { MockRequest, MockResponder } from './mock/mock-response.ts'

/** The four interfaces on a free port, responding with the wire fixtures unless a test overrides them. */
export interface FixtureService {
  origin: string
  /** All requests so far, oldest first. */
  requests: MockRequest[]
  answer(path: string, responder: MockResponder): void
  /** A config with one chain (31337) that uses this service. */
  config(overrides?: Partial<WidgetConfig>): WidgetConfig
  /** The number of requests to a path so far. */
  count(path: string): number
  close(): Promise<void>
}

export async function startFixtureService(): Promise<FixtureService> {
  const responders = new Map<string, MockResponder>(Object.entries(defaults))
  const requests: MockRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const received = {
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    requests.push(received)
    const responder = responders.get(received.path)
    const { status, headers, body, delayMs } = responder
      ? await responder(received)
      : { status: 404, body: { statusCode: 404, error: 'Not found' } as unknown }
    const timer = setTimeout(() => {
      response.writeHead(status ?? 200, { 'x-request-id': `request-${requests.length}`, ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }, delayMs ?? 0)
    response.once('close', () => clearTimeout(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    requests,
    answer: (path, responder) => void responders.set(path, responder),
    count: (path) => requests.filter((request) => request.path === path).length,
    config: (overrides = {}) => ({
      integrator: 'sluice-test',
      apiKey: 'dev-basic',
      baseUrl: `${origin}/router`,
      tokensUrl: `${origin}/tokens`,
      exchangeRatesUrl: `${origin}/rates`,
      yieldUrl: `${origin}/yield`,
      chains: [
        {
          id: 31337,
          name: 'ethereum',
          rpcUrls: [`${origin}/rpc`],
          routerAddress: SETTLEMENT,
          usdToken: USDC,
        },
      ],
      locale: 'en',
      ...overrides,
    }),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

/** 3,000 output units (6 decimals) per input unit (18 decimals), as in the fixture price. */
function outputFor(body: { inputAmount: string }): { inputAmount: string; outputAmount: string } {
  return {
    inputAmount: body.inputAmount,
    outputAmount: ((BigInt(body.inputAmount) * 3_000n) / 10n ** 12n).toString(),
  }
}

const defaults: Record<string, MockResponder> = {
  '/router/v1/price': ({ body }) => ({
    body: {
      statusCode: 200,
      result: {
        ...priceResultFixture,
        ...outputFor(body),
        inputToken: body.inputToken,
        outputToken: body.outputToken,
      },
    },
  }),
  '/router/v1/quote': ({ body }) => ({
    body: {
      statusCode: 200,
      result: {
        ...quoteResultFixture,
        ...outputFor(body),
        inputToken: body.inputToken,
        outputToken: body.outputToken,
      },
    },
  }),
  '/tokens/graphql': ({ body }) => ({
    body:
      body.operationName === 'tokens'
        ? { data: { tokens: tokenPageFixture } }
        : { data: { [body.operationName]: tokenSummaryPageFixture } },
  }),
  '/rates/': ({ body }) => ({
    body: body.map((pair: { domestic_token: string }) => ({
      ...pair,
      price: pair.domestic_token === NATIVE_TOKEN ? 3_000 : null,
    })),
  }),
  '/yield/historical-apy': () => ({ body: historicalApyResponseFixture }),
  '/yield/diluted-apy': ({ body }) => ({
    body: {
      success: true,
      diluted_yield: { ...dilutedApyResponseFixture.diluted_yield, input_amount: String(body.input_amount) },
    },
  }),
  '/yield/tvl': () => ({ body: tvlResponseFixture }),
}
