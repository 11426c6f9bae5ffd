import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Widget } from '../instance/types.ts'
import { STALE_YIELD_MS } from '../lib/thresholds.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { EARNING_WIDGET } from '../testing/fixtures/fixture-earning.ts'
import { AUSDC, ETH, LISTED, USDC, VAULT } from '../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../testing/fixtures/fixture-widget.tsx'
import { createFixtureYields, type FixtureYields } from '../testing/fixtures/fixture-yields.ts'

afterEach(() => vi.restoreAllMocks())

interface YieldRequest {
  path: string
  token: string
  amount: string | undefined
}

function setUp(yields: FixtureYields = {}, { config, ...props }: FixtureWidgetProps = {}) {
  const requests: YieldRequest[] = []
  const onRequest: FixtureYields['onRequest'] = (path, body) => {
    requests.push({ path, token: body.lp_token_address, amount: body.input_amount })
  }
  render(
    <FixtureWidget
      {...props}
      config={{ ...EARNING_WIDGET.config, ...config }}
      service={{
        ...EARNING_WIDGET.service,
        yields: createFixtureYields({ onRequest, ...yields }),
        ...props.service,
      }}
    />,
  )
  return { user: userEvent.setup(), requests }
}

/** Returns the value of a row of the price details. */
const row = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextSibling?.textContent

const APY = 'APY of aUSDC, recent'
const DILUTED = 'APY after this deposit'
const TOTAL = 'Total deposits'

it("shows a lending token's recent APY, its APY after this deposit, and its total deposits", async () => {
  const { requests } = setUp()
  await waitFor(() => expect(row(TOTAL)).toBe('$12,500,000.25'))
  expect(row(APY)).toBe('4.21%')
  expect(row(DILUTED)).toBe('4.05%')
  const price = requests.find(({ path }) => path === '/diluted-apy')
  expect(price).toMatchObject({ token: AUSDC.address, amount: expect.stringMatching(/^364\d{7}$/) })
  expect(requests).toHaveLength(3)
})

it('explains that an APY is an estimate and its basis', async () => {
  const { user } = setUp()
  await user.click(await screen.findByRole('button', { name: `About: ${APY}` }))
  expect(screen.getByText(/^An estimate: what a deposit earned lately/)).toBeVisible()
})

it('requests the yield of a vault for a deposit in its asset instead of its shares', async () => {
  const { requests } = setUp({}, { config: { output: { token: VAULT.address } } })
  await waitFor(() => expect(row(DILUTED)).toBe('4.05%'))
  const assets = BigInt(requests.find(({ path }) => path === '/diluted-apy')?.amount ?? 0)
  // 1.5 ETH buys about 3,644 DAI.
  expect(assets / 10n ** 18n).toBe(3643n)
})

it('shows the yield of a sold token without a deposit', async () => {
  const { requests } = setUp(
    {},
    { config: { input: { token: AUSDC.address, amount: '10' }, output: { token: USDC.address } } },
  )
  await waitFor(() => expect(row(TOTAL)).toBe('$12,500,000.25'))
  expect(row(APY)).toBe('4.21%')
  expect(row(DILUTED)).toBeUndefined()
  expect(requests.map(({ path }) => path)).toEqual(['/historical-apy', '/tvl'])
})

it('is shown in the review', async () => {
  const { user } = setUp()
  await user.click(await screen.findByRole('button', { name: 'Review swap' }))
  await screen.findByRole('heading', { name: 'Review swap' })
  await waitFor(() => expect(row(DILUTED)).toBe('4.05%'))
})

it('requests nothing when neither token earns', async () => {
  const { requests } = setUp({}, { config: { output: { token: USDC.address } } })
  await screen.findByRole('button', { name: 'Review swap' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(requests).toEqual([])
  expect(screen.queryByText(TOTAL)).toBeNull()
})

it('shows no yields when no yield interface is configured', async () => {
  const { yields: _, ...service } = EARNING_WIDGET.service
  render(<FixtureWidget config={{ output: { token: AUSDC.address } }} service={service} />)
  await screen.findByRole('button', { name: 'Review swap' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryByText(TOTAL)).toBeNull()
})

it('finds an earning token that the first catalogue page omits', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...USDC,
    symbol: `T${index}`,
    address: `0x${(index + 1).toString(16).padStart(40, '0')}` as const,
  }))
  setUp(
    {},
    {
      service: {
        ...EARNING_WIDGET.service,
        tokens: [...LISTED, ...many, AUSDC],
        yields: createFixtureYields(),
      },
    },
  )
  await waitFor(() => expect(row(APY)).toBe('4.21%'))
})

it.each<[string, FixtureYields]>([
  ['negative', { historical: -3, diluted: -3 }],
  ['implausibly large', { historical: 1e9, diluted: 1e9 }],
  ['missing', { historical: null, diluted: null }],
  ['not a number', { historical: 'much', diluted: 'NaN' }],
  ['reported for another token', { about: { input_token: ETH.address } }],
  ['reported for another network', { about: { network_id: 'base' } }],
  ['not JSON', { fails: 'malformed' }],
  ['not available', { fails: 404 }],
])('shows figures as unknown instead of 0 when they are %s', async (_, yields) => {
  setUp(yields)
  await waitFor(() => expect(row(DILUTED)).toBe('unknown'))
  expect(row(APY)).toBe('unknown')
  expect(screen.getByRole('button', { name: 'Review swap' })).toBeEnabled()
})

it('ignores an APY for another deposit amount', async () => {
  setUp({ about: { input_amount: '1' } })
  await waitFor(() => expect(row(DILUTED)).toBe('unknown'))
  expect(row(APY)).toBe('4.21%')
})

it('uses the APY after fees', async () => {
  setUp({ diluted: { apy: 4.05, net_apy: 3.9 } })
  await waitFor(() => expect(row(DILUTED)).toBe('3.9%'))
})

it.each<[string, FixtureYields]>([
  ['is down', { fails: 'unreachable' }],
  ['fails', { fails: 500 }],
  ['rejects requests because of its load', { fails: 503 }],
  ['does not respond', { fails: 'never' }],
])('does not delay a swap while the yield interface %s', async (_, yields) => {
  const { user } = setUp(yields)
  const review = await screen.findByRole('button', { name: 'Review swap' })
  await user.click(review)
  const confirm = await screen.findByRole('button', { name: 'Confirm swap' })
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy', 'true'))
  expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
  // The figure is still loading.
  if (yields.fails === 'never') return expect(row(APY)).not.toBe('not available now')
  await waitFor(() => expect(row(APY)).toBe('not available now'), { timeout: 5_000 })
})

it('sends at most one request per token at a time, so that the price keeps its connections', async () => {
  const { requests } = setUp({ fails: 'never' })
  await screen.findByRole('button', { name: 'Review swap' })
  await screen.findByText(APY)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(requests.map(({ path }) => path)).toEqual(['/historical-apy'])
})

it('shows type and yield in the details of a searched token', async () => {
  const { user } = setUp({}, { page: 'tokens-output' })
  await user.type(await screen.findByRole('combobox'), 'aUSDC')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'About aUSDC' }))
  await waitFor(() => expect(row(TOTAL)).toBe('$12,500,000.25'))
  expect(row(APY)).toBe('4.21%')
  expect(row('Type')).toBe('Lending')
  expect(row(DILUTED)).toBeUndefined()
})

it('requests no yields for the token list, which would need one request per row', async () => {
  const { requests } = setUp({}, { page: 'tokens-output' })
  await screen.findByRole('option', { name: /aUSDC/ })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(requests).toEqual([])
})

it('shows the last figures during a short outage, but no outdated ones', async () => {
  let fails: FixtureYields['fails']
  const respond = createFixtureYields()
  const fail = createFixtureYields({ fails: 'unreachable' })
  let widget: Widget | undefined
  setUp(
    {},
    {
      service: { ...EARNING_WIDGET.service, yields: (...request) => (fails ? fail : respond)(...request) },
      onWidget: (made) => {
        widget = made
      },
    },
  )
  await waitFor(() => expect(row(TOTAL)).toBe('$12,500,000.25'))
  fails = 'unreachable'
  const refetch = (name: string) =>
    act(() => widget!.queryClient.refetchQueries({ queryKey: ['sluice', widget!.key, name] }))
  await refetch('historical-apy')
  expect(row(APY)).toBe('4.21%')

  const now = Date.now() + STALE_YIELD_MS
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  await refetch('tvl')
  await waitFor(() => expect(row(APY)).toBe('not available now'))
  expect(row(TOTAL)).toBe('not available now')
})

it('requests the figures again from another yield interface', async () => {
  let widget: Widget | undefined
  const { requests } = setUp(
    {},
    {
      onWidget: (made) => {
        widget = made
      },
    },
  )
  await waitFor(() => expect(row(TOTAL)).toBe('$12,500,000.25'))
  expect(requests).toHaveLength(3)
  act(() =>
    widget!.update({
      ...FIXTURE_CONFIG,
      ...EARNING_WIDGET.config,
      yieldUrl: 'http://fixture.test/yield-2',
    }),
  )
  await waitFor(() => expect(requests.length).toBeGreaterThan(3))
})
