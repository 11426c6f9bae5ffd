import { Writable } from 'node:stream'
import { createPublicClient, HttpRequestError, http } from 'viem'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { type ApiKey, hashApiKey } from '../access/api-key.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'
import { createLogger } from './logger.ts'
import { plainFields } from './plain-fields.ts'

describe('the log', () => {
  it('has a line for each request, and in none a key, an account or a header', async () => {
    const { logger, written } = listened()
    const keys = ['sk_live_known', 'sk_live_unknown']
    const known: ApiKey = {
      id: 'the-first',
      hash: hashApiKey('sk_live_known'),
      tier: 'enterprise',
      origins: [],
      browserOnly: false,
      uniquePids: [],
      maxPartnerFeeBps: 1000,
    }
    const { post } = createTestApp({ logger, keys: [known] })
    for (const key of keys)
      await post('/router/v1/price', PRICE_BODY, { 'x-api-key': key, cookie: 'c=secret' })
    await post('/router/v1/price', '{"inputAmount": "\\nforged line"', { 'x-api-key': 'sk_live_known' })

    const lines = written()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toMatchObject({ msg: 'request', route: 'router /v1/price' })
    for (const secret of [...keys, PRICE_BODY.userAddress, 'secret', 'forged']) {
      expect(written().toLowerCase()).not.toContain(secret.toLowerCase())
    }
  })

  it('hides what should never have been passed on', () => {
    const { logger, written } = listened()
    logger.warn({ caller: { apiKey: 'k1', userAddress: 'k2' }, headers: { 'x-api-key': 'k3' } }, 'mistake')
    expect(written()).not.toMatch(/k1|k2|k3/)
  })
})

describe('what went wrong', () => {
  it('is told without the address of the node, which may hold a key', () => {
    const url = 'https://user:pass@node.example/v2/SECRET?token=SECRET'
    const error = new HttpRequestError({ body: { method: 'eth_call' }, url, details: `cannot reach ${url}` })
    const fields = plainFields({ error, retryInMs: 250, ancestor: 7n })
    expect(fields).toEqual({
      error: 'HTTP request failed. cannot reach node.example',
      retryInMs: 250,
      ancestor: '7',
    })
  })

  it('is told with the reason of the machine', async () => {
    const nobody = `127.0.0.1:${await freePort()}`
    const client = createPublicClient({ transport: http(`http://${nobody}/KEY`, { retryCount: 0 }) })
    const error = await client.getChainId().catch((failure: unknown) => failure)
    expect(plainFields({ error })).toEqual({
      error: `HTTP request failed. fetch failed (connect ECONNREFUSED ${nobody})`,
    })
  })
})

function listened() {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  return { logger: createLogger('trace', stream), written: () => text }
}
