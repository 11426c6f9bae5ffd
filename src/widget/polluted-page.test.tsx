import { cleanup, render, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { USDC, WETH } from '../../wire/fixtures/addresses.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { POLLUTED_FIELDS, pollutePrototype } from '../testing/pollute-prototype.ts'
import { SwapWidget, type SwapWidgetProps } from './swap-widget.tsx'

let service: FixtureService
let expected: Awaited<ReturnType<typeof renderPriced>>
let clean = () => {}

const PARTS = ['panel-input', 'panel-output', 'price-details', 'main-button', 'verified']
  .map((part) => `[data-part="${part}"]`)
  .join()
beforeAll(async () => {
  service = await startFixtureService()
  expected = await renderPriced()
})
afterEach(() => {
  clean()
  cleanup()
  localStorage.clear()
})
afterAll(() => service.close())

/** Renders the widget. Returns what it shows and requests. */
async function renderPriced(expected?: unknown) {
  service.requests.length = 0
  const { container, unmount } = render(
    <SwapWidget {...service.config({ input: { token: WETH, amount: '1' }, output: { token: USDC } })} />,
  )
  const read = () => ({
    parts: Array.from(container.querySelectorAll(PARTS), ({ textContent }) => textContent),
    amounts: Array.from(container.querySelectorAll('input'), ({ value }) => value),
    links: Array.from(container.querySelectorAll('[href], [src]'), ({ outerHTML }) => outerHTML),
    requests: service.requests.filter(({ path }) => path === '/router/v1/price').map(({ body }) => body),
  })
  await waitFor(
    () => {
      const now = read()
      if (expected) expect(now).toEqual(expected)
      else expect(now.parts.join()).toMatch(/0\.18%.*Connect wallet.*Uniswap V3/)
    },
    { timeout: 20_000 },
  )
  const shown = read()
  unmount()
  return shown
}

it.each(Object.entries(POLLUTED_FIELDS))('takes no %s from a polluted prototype', async (name, value) => {
  clean = pollutePrototype({ [name]: value })
  await renderPriced(expected)
})

it.each(Object.entries({ isolation: 'shadow', onReady: vi.fn(), onError: vi.fn(), mode: 'modal' }))(
  'takes no %s from a polluted prototype as a prop',
  (name, value) => {
    const renderIn = (props: Partial<SwapWidgetProps>) => {
      const { container, unmount } = render(<SwapWidget {...service.config()} {...props} />)
      const hosts = Array.from(container.querySelectorAll('[data-sluice-host]'), ({ outerHTML }) => outerHTML)
      unmount()
      return hosts
    }
    const [plain, shadow] = [renderIn({}), renderIn({ isolation: 'shadow' })]
    clean = pollutePrototype({ [name]: value })
    expect(renderIn({})).toEqual(plain)
    expect(renderIn({ isolation: 'shadow' })).toEqual(shadow)
    if (typeof value === 'function') expect(value).not.toHaveBeenCalled()
  },
)
