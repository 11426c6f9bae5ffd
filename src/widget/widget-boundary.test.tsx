import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SluiceError } from '../errors/sluice-error.ts'
import { WidgetBoundary } from './widget-boundary.tsx'

function Broken({ error }: { error: Error | undefined }) {
  if (error) throw error
  return <p>whole</p>
}

it('shows calm words in place of a broken page and starts again when asked', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  let error: Error | undefined = new Error('a defect')
  const page = () => (
    <WidgetBoundary
      fallback={(restart) => (
        <button type="button" onClick={restart}>
          again
        </button>
      )}
    >
      <Broken error={error} />
    </WidgetBoundary>
  )
  const { rerender } = render(page())
  error = undefined
  rerender(page())
  await userEvent.click(screen.getByRole('button', { name: 'again' }))
  expect(screen.getByText('whole')).toBeVisible()
  silent.mockRestore()
})

it('lets a config that makes no sense through to the host', () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() =>
    render(
      <WidgetBoundary fallback={() => null}>
        <Broken error={new SluiceError('CONFIG_INVALID')} />
      </WidgetBoundary>,
    ),
  ).toThrow(SluiceError)
  silent.mockRestore()
})
