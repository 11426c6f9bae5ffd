import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import type { WidgetConfig } from '../../config/types.ts'
import { SwapWidget } from '../../widget/swap-widget.tsx'
import { USDC } from '../fixtures/fixture-tokens.ts'
import { MOCK_SCENARIOS, type MockScenario, type MockScenarioName } from './mock-scenarios.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts'

let sandbox: Sandbox | undefined
afterEach(() => {
  sandbox?.stop()
  localStorage.clear()
})

async function openReview(options: SandboxOptions = {}, config: Partial<WidgetConfig> = {}) {
  const user = userEvent.setup()
  sandbox = startSandbox({ mineMs: 0, ...options })
  const events: string[] = []
  const errors: string[] = []
  render(
    <SwapWidget
      {...sandbox.config({ locale: 'en', input: { token: NATIVE_TOKEN, amount: '1.5' }, ...config })}
      onReady={({ events: bus }) => {
        const off = bus.on('routeExecutionFailed', ({ process }) => errors.push(process.error?.code ?? ''))
        const all = bus.onAny(({ name }) => events.push(name))
        return () => [off(), all()]
      }}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Connect wallet' }))
  await user.click(await screen.findByRole('button', { name: 'Sandbox wallet' }))
  await user.click(await screen.findByRole('button', { name: 'Review swap' }))
  const confirm = await screen.findByRole('button', { name: /^(Confirm swap|Approve and swap)$/ })
  // The button is disabled while the review is still checking.
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
  return { user, confirm, events, errors }
}

describe('sandbox', () => {
  it('shows that nothing is real, and leaves nothing behind', () => {
    const before = globalThis.fetch
    sandbox = startSandbox()
    expect(screen.getByRole('note')).toHaveTextContent('nothing is signed, no funds move')
    sandbox.stop()
    expect(screen.queryByRole('note')).not.toBeInTheDocument()
    expect(globalThis.fetch).toBe(before)
  })

  describe('sandbox started again without being stopped, as by Fast Refresh', () => {
    it('has one label and one wallet, also in a widget that has found it', async () => {
      const before = globalThis.fetch
      const earlier = startSandbox()
      render(<SwapWidget {...earlier.config({ locale: 'en' })} />)
      await userEvent.click(await screen.findByRole('button', { name: 'Connect wallet' }))
      await screen.findByRole('button', { name: 'Sandbox wallet' })
      sandbox = startSandbox()
      expect(screen.getAllByRole('note')).toHaveLength(1)
      const announced = new Set<unknown>()
      const onAnnounce = ({ detail }: CustomEventInit) => announced.add(detail.provider)
      window.addEventListener('eip6963:announceProvider', onAnnounce as EventListener)
      window.dispatchEvent(new Event('eip6963:requestProvider'))
      window.removeEventListener('eip6963:announceProvider', onAnnounce as EventListener)
      expect(announced.size).toBe(1)
      expect(screen.getAllByRole('button', { name: /^Sandbox wallet/ })).toHaveLength(1)
      // This sandbox was already replaced, so its end has no effect.
      earlier.stop()
      expect(screen.getAllByRole('note')).toHaveLength(1)
      sandbox.stop()
      expect(globalThis.fetch).toBe(before)
      expect(screen.queryByRole('note')).not.toBeInTheDocument()
    })

    it('keeps a sandbox of another origin, and uses a new wallet for other confirmation settings', () => {
      const other = startSandbox({ origin: 'https://other.invalid' })
      const earlier = startSandbox()
      sandbox = startSandbox({ asks: true })
      expect(screen.getAllByRole('note')).toHaveLength(2)
      expect(sandbox.wallet).not.toBe(earlier.wallet)
      other.stop()
    })
  })

  it('swaps the native token from the form to the receipt, with all checks of the widget', async () => {
    const { user, confirm, events } = await openReview()
    await user.click(confirm)
    expect(await screen.findByRole('heading', { name: 'Swap complete' })).toBeInTheDocument()
    expect(events).toContain('routeExecutionCompleted')
    expect(sandbox?.wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
  })

  it('requests an approval of a token first', async () => {
    const input = { token: USDC.address, amount: '100' }
    const output = { token: NATIVE_TOKEN }
    const { user } = await openReview({}, { input, output })
    await user.click(await screen.findByRole('button', { name: 'Approve and swap' }))
    expect(await screen.findByRole('heading', { name: 'Swap complete' })).toBeInTheDocument()
    expect(sandbox?.wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(2)
  })

  const failing = Object.entries<MockScenario>(MOCK_SCENARIOS).flatMap(([name, { code, instead }]) =>
    code && !instead ? [[name as MockScenarioName, code] as const] : [],
  )
  it.each(failing)('ends a swap in the scenario %s with %s', async (scenario, code) => {
    const { user, confirm, errors } = await openReview({ scenario })
    await user.click(confirm)
    await waitFor(() => expect(errors).toEqual([code]), { timeout: 20_000 })
  })
})
