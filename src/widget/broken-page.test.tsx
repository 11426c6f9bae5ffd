import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { SwapWidget } from './swap-widget.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

it('shows a support id for an unexpected error and passes it to the host', async () => {
  const onError = vi.fn()
  const cause = new TypeError("Cannot read properties of undefined (reading 'module')")
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function fail() {
    throw cause
  })
  render(<SwapWidget {...FIXTURE_CONFIG} onError={onError} />)
  await screen.findByRole('button', { name: 'Start again' })
  await waitFor(() =>
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'UNKNOWN', cause })),
  )
  expect(await screen.findByText(onError.mock.calls[0]?.[0].supportId)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Start again' })).toBeVisible()
})
