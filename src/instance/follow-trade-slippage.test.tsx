import { act, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { USDC, WETH } from '../../wire/fixtures/addresses.ts'
import { priceResultFixture } from '../../wire/fixtures/router-fixtures.ts'
import { usePrice } from '../hooks/use-price.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { DAI, ETHEREUM, USDC as FIXTURE_USDC } from '../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget } from '../testing/fixtures/fixture-widget.tsx'
import type { FixtureOptions } from '../testing/fixtures/fixture-widget-instance.ts'
import { renderInWidget } from '../testing/pages/render-in-widget.tsx'
import type { Widget } from './types.ts'

const PRICE = '/router/v1/price'
let service: FixtureService

beforeEach(async () => {
  localStorage.clear()
  service = await startFixtureService()
})
afterEach(() => service.close())

async function showForm(options: FixtureOptions) {
  let widget: Widget | undefined
  render(
    <FixtureWidget
      {...options}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  const { settings } = widget!
  act(() => settings.setState({ isSlippageAuto: true }))
  await waitFor(() => expect(settings.getState().slippageReasons).toBeDefined())
  return { widget: widget!, settings: () => settings.getState() }
}

const stablePair = {
  input: { chainId: ETHEREUM, token: DAI.address, amount: '100' },
  output: { chainId: ETHEREUM, token: FIXTURE_USDC.address },
}

describe('automatic slippage limit', () => {
  it('is small for two stable tokens', async () => {
    const types = { DAI: 'stable', USDC: 'stable' } as const
    const { settings } = await showForm({ config: stablePair, service: { types } })
    expect(settings()).toMatchObject({ slippageBps: 10, slippageReasons: { isStable: true } })
  })

  it('is the default for stable tokens that have lost their peg', async () => {
    const types = { DAI: 'stable', USDC: 'stable' } as const
    const price = { effectiveOutputAmount: '93000000' }
    const { settings } = await showForm({ config: stablePair, service: { types, price } })
    expect(settings()).toMatchObject({ slippageBps: 30, slippageReasons: { isStable: false } })
  })

  it('stays within the bounds of the host', async () => {
    const { settings } = await showForm({ config: { slippageBoundsBps: { min: 40 } } })
    expect(settings().slippageBps).toBe(40)
  })

  it('grows after the price has moved, without another price request', async () => {
    let answers = 0
    service.answer(PRICE, ({ body }) => {
      answers += 1
      const effectiveOutputAmount = answers === 1 ? '3000000000' : '2985000000'
      return {
        body: {
          statusCode: 200,
          result: { ...priceResultFixture, ...body, effectiveOutputAmount, priceImpactBps: '6' },
        },
      }
    })
    const { result, widget } = renderInWidget(
      service.config({ input: { token: WETH, amount: '1' }, output: { token: USDC } }),
      usePrice,
    )
    act(() => widget.settings.setState({ isSlippageAuto: true }))
    const slippage = () => widget.settings.getState().slippageBps
    await waitFor(() => expect(slippage()).toBe(30))
    await waitFor(() =>
      expect(result.current).toMatchObject({ status: 'ready', inputs: { slippageBps: 30 } }),
    )
    expect(service.count(PRICE)).toBe(1)
    act(() => result.current.refresh())
    // 0.5 % less: twice that, and the default.
    await waitFor(() => expect(slippage()).toBe(150))
    expect(service.count(PRICE)).toBe(2)
  })

  it('is set from the shown price when it becomes automatic later', async () => {
    const { result, widget } = renderInWidget(
      service.config({ input: { token: WETH, amount: '1' }, output: { token: USDC } }),
      usePrice,
    )
    await waitFor(() => expect(result.current.status).toBe('ready'))
    act(() => widget.settings.setState({ isSlippageAuto: true }))
    await waitFor(() => expect(widget.settings.getState().slippageReasons).toBeDefined())
    expect(service.count(PRICE)).toBe(1)
  })

  it('does not change during a review', async () => {
    const { widget, settings } = await showForm({})
    act(() => widget.navigation.getState().push('review'))
    act(() => widget.settings.setState({ slippageBps: 77 }))
    await act(() => widget.queryClient.refetchQueries({ queryKey: ['sluice', widget.key, 'price'] }))
    expect(settings().slippageBps).toBe(77)
  })
})
