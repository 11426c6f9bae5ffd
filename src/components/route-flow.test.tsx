import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Address } from '../../wire/lib/address.ts'
import type { LiquidityModule } from '../../wire/router.ts'
import { DAI, ETH, USDC, WBTC } from '../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget } from '../testing/fixtures/fixture-widget.tsx'

function hop(name: string, portionBps: number, ...path: Address[]): LiquidityModule {
  return { module: name.toLowerCase(), name, kind: 'dex', portionBps, path }
}

async function setUp(liquidityModules: LiquidityModule[]) {
  render(<FixtureWidget service={{ price: { liquidityModules } }} />)
  const user = userEvent.setup()
  await user.click(await screen.findByTitle('Price details'))
  const route = screen.getByText('Route')
  return { user, row: route.closest<HTMLElement>('div')! }
}

it('shows the flow of a split route as a list, the largest path first', async () => {
  const { row } = await setUp([
    hop('Delta V2', 2_500, ETH.address, USDC.address),
    hop('Uniswap V3', 6_000, ETH.address, WBTC.address),
    hop('Uniswap V2', 1_500, ETH.address, WBTC.address),
    hop('Balancer', 7_500, WBTC.address, USDC.address),
  ])
  expect(row).toHaveTextContent('4 sources')
  const list = await screen.findByRole('list', { name: 'Route' })
  const items = () =>
    within(list)
      .getAllByRole('listitem')
      .map(({ firstElementChild }) => firstElementChild?.textContent?.replace(/\s+/g, ' ').trim())
  await waitFor(() =>
    expect(items()).toEqual([
      '75% ETH Uniswap V3 80% Uniswap V2 20% WBTC Balancer USDC',
      '25% ETH Delta V2 USDC',
    ]),
  )
})

it('fills each lane by its share of the trade', async () => {
  await setUp([
    hop('Delta V2', 2_500, ETH.address, USDC.address),
    hop('Uniswap V3', 7_500, ETH.address, WBTC.address),
    hop('Balancer', 7_500, WBTC.address, USDC.address),
  ])
  const list = await screen.findByRole('list', { name: 'Route' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ style }) => style.getPropertyValue('--share')),
  ).toEqual(['0.75', '0.25'])
})

it('names the only source of a simple route without a list', async () => {
  const { row } = await setUp([hop('Uniswap V3', 10_000, ETH.address, USDC.address)])
  expect(row).toHaveTextContent('RouteUniswap V3')
  expect(screen.queryByRole('list', { name: 'Route' })).toBeNull()
})

it('names the modules of a service that returns no paths', async () => {
  const { row } = await setUp([hop('one', 0), hop('two', 0)])
  expect(row).toHaveTextContent('Routeone, two')
})

it('shows the remaining paths on request', async () => {
  const between = [WBTC, DAI, ...'123'].map((one) =>
    typeof one === 'string' ? (`0x${one.repeat(40)}` as Address) : one.address,
  )
  const { user } = await setUp(
    between.flatMap((token) => [hop('A', 2_000, ETH.address, token), hop('B', 2_000, token, USDC.address)]),
  )
  const list = await screen.findByRole('list', { name: 'Route' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: '2 more' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
})
