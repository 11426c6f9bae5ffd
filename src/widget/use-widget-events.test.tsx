import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Widget } from '../instance/types.ts'
import { FixtureWidget } from '../testing/fixtures/fixture-widget.tsx'
import { useWidgetEvents } from './use-widget-events.ts'

function Host({ onPage }: { onPage: (page: string) => void }) {
  const onReady = useWidgetEvents({ pageEntered: onPage })
  return <FixtureWidget onWidget={(widget: Widget) => onReady({ events: widget.events })} />
}

it('calls the latest handler, and none after the component was unmounted', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const { rerender, unmount } = render(<Host onPage={first} />)
  rerender(<Host onPage={second} />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Settings' }))
  expect(second).toHaveBeenLastCalledWith('settings')
  expect(first).not.toHaveBeenCalledWith('settings')
  const calls = second.mock.calls.length
  unmount()
  expect(second).toHaveBeenCalledTimes(calls)
})
