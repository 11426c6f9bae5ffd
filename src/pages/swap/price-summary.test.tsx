import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PARTNER } from '../../../wire/fixtures/addresses.ts'
import { FixtureWidget } from '../../testing/fixtures/fixture-widget.tsx'

const price = {
  settlementFee: '600000',
  inputAmountUSD: '2000',
  feeCostUSD: '0.6',
  priceImpactBps: '5',
  gasCostUSD: '0.4',
}

it('shows the cost in one line and its parts on demand', async () => {
  render(<FixtureWidget service={{ price }} />)
  const line = await screen.findByRole('button', { name: /^You lose / })
  expect(line).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByText('Network cost')).not.toBeVisible()
  await userEvent.click(line)
  expect(line).toHaveAttribute('aria-expanded', 'true')
  for (const label of ['Minimum received', 'Price impact', 'Fees', 'Network cost']) {
    expect(screen.getByText(label)).toBeVisible()
  }
  await userEvent.click(line)
  expect(screen.getByText('Network cost')).not.toBeVisible()
})

it('shows the same cost next to the output and in the summary', async () => {
  const { container } = render(<FixtureWidget service={{ price }} />)
  const line = await screen.findByRole('button', { name: /^You lose / })
  const panel = () => container.querySelector('[data-part="panel-output"]')?.textContent
  await waitFor(() => {
    const percent = /\((.+)\)/.exec(line.textContent ?? '')?.[1]
    expect(panel()).toContain(`(-${percent})`)
  })
})

it.each([
  ['two', { partnerFee: '2500000' }, '3.10 USDC · $3.10Settlement fee 0.60Partner fee 2.50'],
  [
    'three',
    { partnerFee: '2500000', routingFee: '1000000' },
    '4.10 USDC · $4.10Settlement fee 0.60Partner fee 2.50Routing fee 1',
  ],
  ['one', {}, '0.60 USDC · $0.60'],
  ['none', { settlementFee: '0' }, 'none'],
])('splits the fees by recipient: %s', async (_, fees, words) => {
  render(<FixtureWidget service={{ price: { ...price, ...fees } }} />)
  const value = (await screen.findByText('Fees')).closest('div')!.querySelector('dd')
  await waitFor(() => expect(value).toHaveTextContent(words))
  expect(value!.textContent).toHaveLength(words.length)
})

it('shows the partner fee that the host configures although the price omits it', async () => {
  const partner = { address: PARTNER, feeBps: 1_000 }
  const output = { outputAmount: '1800000001', effectiveOutputAmount: '1800000001' }
  const none = { partnerFee: '0', settlementFee: '0' }
  render(<FixtureWidget config={{ partner }} service={{ price: { ...price, ...output, ...none } }} />)
  const value = (await screen.findByText('Fees')).closest('div')!.querySelector('dd')
  await waitFor(() => expect(value).toHaveTextContent('200 USDC · $200.00'))
})

it.each([
  [{ gasCostUSD: null }, 'You lose at least $1.60, the rest is unknown'],
  [{ inputAmountUSD: null, feeCostUSD: null, gasCostUSD: null }, 'Cost unknown'],
])('names the unknown parts of the cost', async (unknown, words) => {
  render(<FixtureWidget service={{ price: { ...price, ...unknown } }} />)
  expect(await screen.findByRole('button', { name: words })).toBeVisible()
})

describe('the on-screen keyboard of a phone', () => {
  const viewport = Object.assign(new EventTarget(), { offsetTop: 20, height: 700, scale: 1 })
  const scrolled = vi.fn()
  afterEach(() => {
    vi.unstubAllGlobals()
    scrolled.mockReset()
  })

  /** Sets the visible part of the window's 700 pixels, and the pinch zoom. */
  const resize = (height: number, scale = 1) => {
    Object.assign(viewport, { height, scale })
    viewport.dispatchEvent(new Event('resize'))
  }

  async function setUp(isCoarse: boolean) {
    vi.stubGlobal('visualViewport', viewport)
    vi.stubGlobal('innerHeight', 700)
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: isCoarse && query === '(pointer: coarse)',
      addEventListener() {},
      removeEventListener() {},
    }))
    Element.prototype.scrollIntoView = function scrollIntoView(this: HTMLElement, options) {
      scrolled(this.getAttribute('aria-label') ?? this.textContent, this.style.scrollMarginBlock, options)
    }
    resize(700)
    render(<FixtureWidget />)
    await screen.findByText('Price impact')
    scrolled.mockReset()
  }

  it('scrolls the main button and the focused amount into view', async () => {
    await setUp(true)
    resize(300)
    expect(scrolled).not.toHaveBeenCalled()
    resize(700)
    screen.getByLabelText('Amount you pay').focus()
    resize(300)
    // The keyboard leaves pixels 20 to 320 of 700.
    const nearest = { block: 'nearest' }
    expect(scrolled.mock.calls).toEqual([
      [screen.getByRole('button', { name: 'Review swap' }).textContent, '28px 388px', nearest],
      ['Amount you pay', '28px 388px', nearest],
    ])
    expect(screen.getByRole('button', { name: 'Review swap' })).not.toHaveAttribute('style', /./)
  })

  it('scrolls both into view when the keyboard also shrinks the window', async () => {
    await setUp(true)
    screen.getByLabelText('Amount you pay').focus()
    vi.stubGlobal('innerHeight', 300)
    resize(300)
    expect(scrolled.mock.calls.map(([, margin]) => margin)).toEqual(['28px 8px', '28px 8px'])
  })

  it('does not scroll on a device with a mouse', async () => {
    await setUp(false)
    screen.getByLabelText('Amount you pay').focus()
    resize(300)
    expect(scrolled).not.toHaveBeenCalled()
  })

  it.each<[string, [height: number, scale?: number][]]>([
    ['is open while the page is scrolled or the field moves', [[300], [300], [340]]],
    ['is closed and only a toolbar of the browser appears', [[620]]],
    ['closes', [[300], [560], [700]]],
    ['is closed and the page is pinched', [[350, 2]]],
    ['is open while the page is pinched', [[300], [250, 1.2]]],
  ])('does not scroll while it %s', async (_, sizes) => {
    await setUp(true)
    if (sizes[0]?.[0] === 300) resize(300)
    screen.getByLabelText('Amount you pay').focus()
    for (const [height, scale] of sizes) resize(height, scale)
    expect(scrolled).not.toHaveBeenCalled()
  })
})
