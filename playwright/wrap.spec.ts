import { formatAmount, parseAmount } from '../wire/lib/amount.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect } from './fixtures.ts'
import { testJourney } from './variants.ts'

testJourney(
  'the native token is wrapped and unwrapped one to one without a request to the service',
  async ({ page, playground, open }) => {
    const check = await open()
    const { widget } = playground
    const chain = new ChainClient()
    const owner = manifest().accounts[8]!.address
    await playground.chooseAccount(owner)
    await widget.connect()
    await widget.type('')
    await widget.choose('receive', 'WETH')
    const requests: string[] = []
    page.on('request', (request) => {
      if (/\/v1\/(price|quote)/.test(request.url())) requests.push(request.url())
    })
    const before = { eth: await chain.balance('ETH', owner), weth: await chain.balance('WETH', owner) }

    await widget.type('1.25')
    await expect(widget.root.getByText('1 ETH = 1 WETH, no fee, only network cost')).toBeVisible()
    await expect(widget.output).toHaveValue('1.25')
    await check('form, a wrap')
    await widget.button('Review wrap').click()
    await expect(widget.button('Wrap ETH')).not.toHaveAttribute('aria-busy')
    await check('review, a wrap')
    await widget.button('Wrap ETH').click()
    await expect(widget.heading('Wrap complete')).toBeVisible()
    await check('receipt, a wrap')
    const gas = parseAmount(await widget.fact('Network cost paid'), 18) ?? 0n
    expect(await chain.balance('WETH', owner)).toBe(before.weth + parseAmount('1.25', 18)!)
    expect(before.eth - (await chain.balance('ETH', owner))).toBe(parseAmount('1.25', 18)! + gas)
    expect(await widget.received()).toBe('1.25')

    await widget.button('Swap again').click()
    await widget.button('Switch the two tokens').click()
    await widget.button('Review unwrap').click()
    await widget.button('Unwrap WETH').click()
    await expect(widget.heading('Unwrap complete')).toBeVisible()
    expect(await widget.received()).toBe('1.25')
    expect(formatAmount(await chain.balance('WETH', owner), 18)).toBe(formatAmount(before.weth, 18))
    await expect(playground.event('routeExecutionCompleted')).toHaveCount(2)
    expect(requests).toEqual([])
  },
)
