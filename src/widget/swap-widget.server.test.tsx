// @vitest-environment node
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { SwapWidget } from './swap-widget.tsx'
import { SwapWidgetSkeleton } from './swap-widget-skeleton.tsx'

it('renders the form on a server without a document', () => {
  expect(typeof document).toBe('undefined')
  const html = renderToString(<SwapWidget {...FIXTURE_CONFIG} />)
  expect(html).toContain('data-sluice-root')
  expect(html).toContain('aria-label="Amount you pay"')
})

it('renders a notice for an invalid config without aborting the host’s response', () => {
  expect(renderToString(<SwapWidget {...FIXTURE_CONFIG} slippageBps={9_000} />)).toContain(
    'The widget is not set up correctly',
  )
})

it('renders the same HTML twice, so that a browser can hydrate it', () => {
  const html = () => renderToString(<SwapWidget {...FIXTURE_CONFIG} />)
  expect(html()).toBe(html())
})

it('renders no style attribute, which a strict content security policy would block', () => {
  for (const amount of ['', '1234567.891']) {
    const config = { ...FIXTURE_CONFIG, input: { ...FIXTURE_CONFIG.input, amount } }
    expect(renderToString(<SwapWidget {...config} />)).not.toContain('style=')
  }
  expect(renderToString(<SwapWidgetSkeleton />)).not.toContain('style=')
  expect(renderToString(<SwapWidget {...FIXTURE_CONFIG} slippageBps={9_000} />)).not.toContain('style=')
})

it('has a stylesheet rule for the height of each skeleton', () => {
  const path = new URL('../pages/swap/swap-page-skeleton.module.css', import.meta.url)
  const css = readFileSync(fileURLToPath(path), 'utf8')
  const html = renderToString(
    <>
      <SwapWidget {...FIXTURE_CONFIG} />
      <SwapWidgetSkeleton />
    </>,
  )
  const heights = new Set(html.match(/data-height="[^"]+"/g))
  expect(heights).toContain('data-height="44px"')
  heights.delete('data-height="1em"')
  expect([...heights].filter((height) => !css.includes(height))).toEqual([])
})

it('leaves no timer running on the server', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  renderToString(<SwapWidget {...FIXTURE_CONFIG} />)
  expect(timers()).toBe(before)
})

it('leaves the theme to the device until hydration', () => {
  expect(renderToString(<SwapWidget {...FIXTURE_CONFIG} />)).not.toContain('data-sluice-theme')
  expect(renderToString(<SwapWidget {...FIXTURE_CONFIG} theme="dark" />)).toContain(
    'data-sluice-theme="dark"',
  )
  expect(renderToString(<SwapWidgetSkeleton theme="light" />)).toContain('data-sluice-theme="light"')
})
