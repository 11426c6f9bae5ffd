import { formatAmount, parseAmount } from '../wire/lib/amount.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import type { Playground } from './playground.ts'
import { testJourney } from './variants.ts'

const account = () => {
  const [first] = manifest().accounts
  if (!first) throw new Error('The devnet has no funded account')
  return first.address
}

test('an ERC-20 swap shows the exact numbers of the chain', async ({ playground }) => {
  const { widget } = playground
  const chain = new ChainClient()
  const owner = account()
  const before = { usdc: await chain.balance('USDC', owner), dai: await chain.balance('DAI', owner) }

  await playground.open()
  await widget.connect()
  await widget.choosePair('USDC', 'DAI')
  await widget.type('1234.56')
  expect(await widget.shownBalance('pay')).toBe(formatAmount(before.usdc, 6))
  await widget.review()
  await widget.button('Approve and swap').click()
  await expect(widget.heading('Swap complete')).toBeVisible()

  const after = { usdc: await chain.balance('USDC', owner), dai: await chain.balance('DAI', owner) }
  expect(before.usdc - after.usdc).toBe(parseAmount('1234.56', 6))
  expect(await widget.received()).toBe(formatAmount(after.dai - before.dai, 18))
  expect(await widget.fact('You paid')).toBe('1234.56')
  expect(await chain.allowance('USDC', owner)).toBe(0n)

  await widget.button('Done').click()
  await expect(widget.amount).toHaveValue('')
  await expect.poll(() => widget.shownBalance('pay')).toBe(formatAmount(after.usdc, 6))
  await expect.poll(() => widget.shownBalance('receive')).toBe(formatAmount(after.dai, 18))
})

// The playground uses StrictMode with the development React, which reveals duplicate events.
test('a native swap pays the amount and the gas on its receipt, and emits each event once in order', async ({
  playground,
}) => {
  const { widget } = playground
  const chain = new ChainClient()
  const owner = account()
  await playground.open()
  await expect(playground.event('pageEntered')).toHaveCount(1)
  await widget.connect()
  const before = { eth: await chain.balance('ETH', owner), usdc: await chain.balance('USDC', owner) }

  await widget.type('0.75')
  await widget.review()
  await widget.button('Confirm swap').click()
  await expect(widget.heading('Swap complete')).toBeVisible()

  const after = { eth: await chain.balance('ETH', owner), usdc: await chain.balance('USDC', owner) }
  const gas = parseAmount(await widget.fact('Network cost paid'), 18) ?? 0n
  expect(gas).toBeGreaterThan(0n)
  expect(before.eth - after.eth).toBe((parseAmount('0.75', 18) ?? 0n) + gas)
  expect(await widget.received()).toBe(formatAmount(after.usdc - before.usdc, 6))
  await expectEvents(playground)

  await widget.button('Swap again').click()
  await expect(widget.amount).toHaveValue('0.75')
  await expect.poll(() => widget.shownBalance('receive')).toBe(formatAmount(after.usdc, 6))
})

testJourney(
  'a purchase receives its exact amount and shows the paid one on the receipt',
  async ({ playground, open }) => {
    const check = await open()
    const { widget } = playground
    const chain = new ChainClient()
    const owner = account()
    await widget.connect()
    const before = { eth: await chain.balance('ETH', owner), usdc: await chain.balance('USDC', owner) }

    await widget.output.fill('1234.56')
    await expect(widget.amount).toHaveValue(/^0\.[0-9]+$/)
    const most = await widget.fact('Most you pay')
    await widget.review()
    await expect(widget.root.getByText(/^At most [0-9.]+ ETH leaves/)).toBeVisible()
    await check('review, an exact amount')
    await widget.button('Confirm swap').click()
    await expect(widget.heading('Swap complete')).toBeVisible()

    const after = { eth: await chain.balance('ETH', owner), usdc: await chain.balance('USDC', owner) }
    expect(after.usdc - before.usdc).toBe(parseAmount('1234.56', 6))
    expect(await widget.received()).toBe('1234.56')
    const [paid, gas] = [await widget.fact('You paid'), await widget.fact('Network cost paid')]
    const spent = (parseAmount(paid, 18) ?? 0n) + (parseAmount(gas, 18) ?? 0n)
    expect(before.eth - after.eth).toBe(spent)
    // Prices may move between form and review within the tolerance.
    expect(Number(paid)).toBeLessThan(Number(most) * 1.001)

    await widget.button('Swap again').click()
    await expect(widget.output).toHaveValue('1,234.56')
  },
)

testJourney(
  'a swap completes on the other chain after the wallet has switched',
  async ({ playground, open }) => {
    const check = await open()
    const { widget } = playground
    const chain = new ChainClient('base')
    const owner = account()
    await playground.editConfig((config) => {
      const base = chain.chain.id
      config.input = { chainId: base, token: chain.token('WETH').address, amount: '2' }
      config.output = { chainId: base, token: chain.token('USDC').address }
    })
    await widget.connect()
    await expect(widget.button(/^Switch to /)).toBeVisible()
    await check('form, another network')
    await widget.button(/^Switch to /).click()
    await expect(playground.network()).toHaveValue(String(chain.chain.id))
    const before = await chain.balance('USDC', owner)
    await widget.review()
    await widget.confirm()
    await expect(widget.heading('Swap complete')).toBeVisible()
    expect(await widget.received()).toBe(formatAmount((await chain.balance('USDC', owner)) - before, 6))
  },
)

/** Expects each event of a swap once, in order. */
async function expectEvents(playground: Playground): Promise<void> {
  await expect(playground.event('routeExecutionCompleted')).toHaveCount(1)
  const names = await playground.eventNames()
  const once = ['walletConnected', 'routeSelected', 'reviewPageEntered', 'routeExecutionStarted']
  for (const name of once)
    expect(
      names.filter((one) => one === name),
      name,
    ).toHaveLength(1)
  expect(names.filter((name) => /Failed|Error/.test(name))).toEqual([])
  const order = [...once, 'routeExecutionUpdated', 'routeExecutionCompleted'].map((name) =>
    names.indexOf(name),
  )
  expect(order).toEqual([...order].sort((a, b) => a - b))

  const pages = await playground.event('pageEntered').locator('pre').allTextContents()
  expect(pages.reverse()).toEqual(['"swap"', '"wallet"', '"swap"', '"review"', '"progress"'])
  const updates = await playground.event('routeExecutionUpdated').locator('pre').allTextContents()
  expect(new Set(updates).size).toBe(updates.length)
}
