// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FIXTURE_CONFIG } from '../../stories/support/fixture-config.ts'
import { SwapWidget } from './swap-widget.tsx'
import { SwapWidgetSkeleton } from './swap-widget-skeleton.tsx'

it('renders the form on a server, where there is no document', () => {
  expect(typeof document).toBe('undefined')
  const html = renderToString(<SwapWidget {...FIXTURE_CONFIG} />)
  expect(html).toContain('data-sluice-root')
  expect(html).toContain('aria-label="Amount you pay"')
})

it('renders a notice for a config that makes no sense, and does not end the host’s answer', () => {
  expect(renderToString(<SwapWidget {...FIXTURE_CONFIG} slippageBps={9_000} />)).toContain(
    'The widget is not set up correctly',
  )
})

it('renders the same twice, so that a browser can take over', () => {
  const html = () => renderToString(<SwapWidget {...FIXTURE_CONFIG} />)
  expect(html()).toBe(html())
})

it('leaves nothing running on the server', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  renderToString(<SwapWidget {...FIXTURE_CONFIG} />)
  expect(timers()).toBe(before)
})

it('leaves the theme to the device until the page has come alive', () => {
  expect(renderToString(<SwapWidget {...FIXTURE_CONFIG} />)).not.toContain('data-sluice-theme')
  expect(renderToString(<SwapWidget {...FIXTURE_CONFIG} theme="dark" />)).toContain(
    'data-sluice-theme="dark"',
  )
  expect(renderToString(<SwapWidgetSkeleton theme="light" />)).toContain('data-sluice-theme="light"')
})
