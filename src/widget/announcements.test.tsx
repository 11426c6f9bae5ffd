import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { type Sandbox, startSandbox } from '../testing/mock/sandbox.ts'
import { SwapWidget } from './swap-widget.tsx'

const LIVE = '[aria-live], [role="status"], [role="alert"]'

let sandbox: Sandbox | undefined
let stopListening: (() => void) | undefined
let restoreFetch: (() => void) | undefined
afterEach(() => {
  stopListening?.()
  restoreFetch?.()
  sandbox?.stop()
  localStorage.clear()
})

/**
 * Records the announcements of a screen reader: the whole text of a live region when it changes or
 * appears.
 */
function listen(): string[] {
  const announced: string[] = []
  const observer = new MutationObserver((records) => {
    const regions = new Set<Element>()
    for (const { target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const around = element?.closest(LIVE)
      if (around) regions.add(around)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        for (const region of [node, ...node.querySelectorAll('*')])
          if (region.matches(LIVE)) regions.add(region)
      }
    }
    for (const region of regions) {
      const text = region.textContent?.trim()
      if (region.isConnected && text) announced.push(text)
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  stopListening = () => observer.disconnect()
  return announced
}

it('announces each text once over three equal prices, a review and a swap', async () => {
  const user = userEvent.setup()
  sandbox = startSandbox({ mineMs: 1_000 })
  const { service } = sandbox
  const countPrices = () => service.requests.filter(({ path }) => path === '/router/v1/price').length
  // Slow enough to observe a pending refresh.
  const fetchNow = globalThis.fetch
  globalThis.fetch = async (...request) => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return fetchNow(...request)
  }
  restoreFetch = () => {
    globalThis.fetch = fetchNow
  }
  const announced = listen()
  render(
    <SwapWidget
      {...sandbox.config({
        locale: 'en',
        priceRefreshMs: 2_000,
        input: { token: NATIVE_TOKEN, amount: '1.5' },
      })}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Connect wallet' }))
  await user.click(await screen.findByRole('button', { name: 'Sandbox wallet' }))
  await screen.findByRole('button', { name: 'Review swap' })
  const before = countPrices()
  await waitFor(() => expect(countPrices()).toBeGreaterThanOrEqual(before + 3), { timeout: 15_000 })
  expect(announced.filter((text) => text.startsWith('1.5 ETH gives about'))).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Review swap' }))
  await user.click(await screen.findByRole('button', { name: 'Confirm swap' }))
  await screen.findByRole('heading', { name: 'Swap complete' })
  await waitFor(() => expect(announced.at(-1)).toMatch(/received/i))
  expect(announced).toEqual([...new Set(announced)])
  expect(announced.length, announced.join('\n')).toBeLessThan(10)
})

it('announces no price of the previous amount after another one is entered', async () => {
  const user = userEvent.setup()
  sandbox = startSandbox()
  const announced = listen()
  render(<SwapWidget {...sandbox.config({ locale: 'en', input: { token: NATIVE_TOKEN, amount: '1.5' } })} />)
  const getPrices = (amount: string) =>
    announced.filter((text) => text.startsWith(`${amount} ETH gives about`))
  await waitFor(() => expect(getPrices('1.5')).toHaveLength(1))
  const field = screen.getByRole('textbox', { name: 'Amount you pay' })
  await user.clear(field)
  await user.type(field, '2')
  await waitFor(() => expect(getPrices('2')).toHaveLength(1))
  expect(getPrices('1.5')).toHaveLength(1)
})
