import { describe, expect, it } from 'vitest'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'

const key = { 'x-api-key': 'dev-enterprise' }

describe('the app', () => {
  it('answers prices and quotes in the envelope', async () => {
    const { post, asked } = createTestApp()
    for (const path of ['/router/v1/price', '/router/v1/quote']) {
      const response = await post(path, PRICE_BODY, key)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ statusCode: 200, result: { routingFee: '0' } })
    }
    expect(asked).toMatchObject([{ orderType: 'SELL', inputAmount: '1000000000000000000' }, {}])
  })

  it.each([
    ['GET', '/router/v1/price', 405, { statusCode: 405, error: 'Method not allowed' }],
    ['DELETE', '/rates', 405, { statusCode: 405, error: 'Method not allowed' }],
    ['GET', '/tokens/graphql?query={__typename}', 405, { errors: [{ message: 'Method not allowed' }] }],
    ['POST', '/router/v2/price', 404, { statusCode: 404, error: 'Not found' }],
    ['GET', '/nowhere', 404, { statusCode: 404, error: 'Not found' }],
    ['GET', '/yield/nowhere', 404, { success: false, error: 'Not found' }],
  ])('answers %s %s with %i in the words of its interface', async (method, path, status, body) => {
    const response = await createTestApp().app.fetch(new Request(`http://service.test${path}`, { method }))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(body)
  })
})
