import { render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { FixtureWidget } from '../testing/fixtures/fixture-widget.tsx'
import { TRANSLATION_WAYS, translatePage } from '../testing/pages/translate-page.ts'

let stop = () => {}
afterEach(() => {
  stop()
  localStorage.clear()
})

const panels = () =>
  [...document.querySelectorAll('[data-part^="panel-"]')].map(({ textContent }) => textContent).join('\n')

/** Changes the form like a user, and returns the content of its panels after each step. */
async function walk(user: UserEvent, translate: () => void): Promise<string[]> {
  const shown: string[] = []
  const ready = async () => {
    expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
    // Waits for the lazy parts of the first price.
    await waitFor(() => expect(panels()).toMatch(/25%.*%\)/s))
    shown.push(panels())
  }
  const amount = () => screen.getByLabelText('Amount you pay')
  await ready()
  await user.clear(amount())
  await user.type(amount(), '0.2')
  translate()
  await user.type(amount(), '5')
  await ready()
  await user.clear(amount())
  shown.push(panels())
  await user.type(amount(), '0.5')
  await ready()
  await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
  await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
  await ready()
  await user.click(screen.getByRole('button', { name: /^Token you receive/ }))
  await user.type(await screen.findByRole('combobox'), 'DAI')
  await user.click(await screen.findByRole('option', { name: /Dai Stablecoin/ }))
  await ready()
  await user.click(screen.getByRole('button', { name: 'Review swap' }))
  expect(await screen.findByRole('heading', { name: 'Review swap' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await ready()
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await ready()
  return shown
}

/** The panels of a page without a translator. */
let expected: string[]
beforeAll(async () => {
  const errors = vi.spyOn(console, 'error')
  const { unmount } = render(<FixtureWidget />)
  expected = await walk(userEvent.setup(), () => {})
  expect(errors).not.toHaveBeenCalled()
  unmount()
  localStorage.clear()
})

it.each(TRANSLATION_WAYS)('shows new values on a page that a translator changes by %s', async (way) => {
  const errors = vi.spyOn(console, 'error')
  render(<FixtureWidget />)
  const shown = await walk(userEvent.setup(), () => {
    stop = translatePage(document, { way })
  })
  expect(shown).toEqual(expected)
  expect(document.querySelector('[data-sluice-root] [data-translated]')).not.toBeNull()
  expect(errors).not.toHaveBeenCalled()
})

it('marks amounts, values and symbols so that translators leave them alone', async () => {
  render(<FixtureWidget />)
  await screen.findByRole('button', { name: 'Review swap' })
  await waitFor(() => expect(panels()).toMatch(/25%.*%\)/s))
  stop = translatePage(document, { respectsNo: true })
  const words = [...document.querySelectorAll('font > font')].map(({ textContent }) => textContent ?? '')
  expect(words).toContain('You pay')
  expect(words.filter((text) => /^[$<(]|^(ETH|USDC|WETH)$/.test(text))).toEqual([])
})

it('removes temporary content of a translated page', async () => {
  stop = translatePage(document)
  const { rerender } = render(<FixtureWidget service={{ price: 'pending' }} />)
  await screen.findByRole('button', { name: 'Finding the best price…' })
  rerender(<FixtureWidget />)
  await waitFor(() => expect(screen.queryByText('Something went wrong')).toBeNull())
})
