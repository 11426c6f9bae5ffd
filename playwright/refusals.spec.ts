import { expect, test } from './fixtures.ts'

test('the form explains an insufficient balance and a missing route, and prices another amount', async ({
  playground,
}) => {
  const { widget } = playground
  await playground.open()
  await widget.connect()
  await widget.type('10001')
  await expect(widget.button('Not enough ETH')).toBeVisible()
  await expect(widget.amount).toHaveValue('10,001')
  // Below the minimum fee no route returns more than it costs.
  await widget.type('0.0000001')
  await expect(widget.notice('No route for this trade')).toBeVisible()
  await expect(widget.button('No route for this trade')).toBeVisible()
  await expect(widget.amount).toHaveValue('0.0000001')
  await widget.type('0.5')
  await expect(widget.button('Review swap')).toBeVisible()
})

test('a wrong clock and a manipulated quote stop the swap before the wallet, and support is contacted', async ({
  page,
  playground,
}) => {
  const { widget } = playground
  await playground.open()
  await widget.connect()
  const changeQuote = (change: (result: { headers: Record<string, string>; json: Quote }) => void) =>
    page.route('**/v1/quote', async (route) => {
      const response = await route.fetch({ maxRetries: 2 })
      const result = { headers: response.headers(), json: (await response.json()) as Quote }
      change(result)
      await route.fulfill({ response, ...result })
    })

  await changeQuote(({ headers }) => {
    headers.date = new Date(Date.now() + 86_400_000).toUTCString()
  })
  await widget.review()
  await widget.confirm()
  await expect(widget.notice('The clock of this device seems wrong')).toContainText(/about 1,4\d\d min/)
  await page.unroute('**/v1/quote')

  await changeQuote(({ json: { result } }) => {
    // Replaces the receiver in the calldata.
    result.calldata = result.calldata.replaceAll(result.outputReceiver.slice(2).toLowerCase(), '7'.repeat(40))
  })
  await widget.button('Review again').click()
  await widget.confirm()
  await expect(widget.notice('We stopped this swap')).toContainText('does not do what the screen says')
  await widget.button('Contact support').click()
  await expect(playground.event('contactSupport')).toHaveCount(1)
  expect(await playground.walletRequests('eth_sendTransaction')).toEqual([])
  await widget.button('Edit swap').click()
  await expect(widget.heading('Swap')).toBeVisible()
})

interface Quote {
  result: { calldata: string; outputReceiver: string }
}
