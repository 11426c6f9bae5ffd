import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { FIXTURE_CONFIG } from '../../stories/support/fixture-config.ts'
import type { PageName } from '../events/types.ts'
import { defineSwapElement, type SwapElement } from './swap-element.ts'

beforeAll(() => defineSwapElement())
afterEach(cleanup)

it('gets its config as a property from React, its attributes and its listeners', () => {
  const entered: PageName[] = []
  const { container } = render(
    <sluice-swap
      config={FIXTURE_CONFIG}
      slippage-bps={30}
      onpageEntered={({ detail }) => entered.push(detail)}
    />,
  )
  const element = container.querySelector('sluice-swap') as SwapElement
  expect(element.config).toBe(FIXTURE_CONFIG)
  expect(element.getAttribute('slippage-bps')).toBe('30')
  act(() => void element.dispatchEvent(new CustomEvent('pageEntered', { detail: 'review' })))
  expect(entered).toEqual(['review'])
})
