import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { WatchOutcome } from '../chain/types.ts'
import { WidgetContext } from '../instance/context.tsx'
import type { Widget } from '../instance/types.ts'
import { fixtureEntry, REPLACED_HASH, storeFixtureActivity } from '../testing/fixtures/fixture-activity.ts'
import { createFixtureExecution } from '../testing/fixtures/fixture-execution.ts'
import { fixtureError, fixtureRun, HASH } from '../testing/fixtures/fixture-swap.ts'
import { FixtureWidget } from '../testing/fixtures/fixture-widget.tsx'
import { WidgetView } from '../widget/widget-view.tsx'

const run = fixtureRun()
const error = fixtureError('TRANSACTION_DROPPED')

beforeEach(() => {
  storeFixtureActivity([
    {
      ...fixtureEntry(run.intent.id, 'pending'),
      status: 'failed',
      errorCode: 'TRANSACTION_DROPPED',
      endedAt: Date.now(),
    },
  ])
})

/**
 * Opens the progress page of a swap that an earlier mount gave up. Counts the renders that miss the
 * swap.
 */
async function openProgress() {
  let widget: Widget | undefined
  let find = (_: WatchOutcome) => {}
  const found = new Promise<WatchOutcome>((resolve) => {
    find = resolve
  })
  const execution = createFixtureExecution({ stage: 'failed', ...run, error, at: 'watching', hash: HASH })
  const { unmount } = render(
    <FixtureWidget
      page="progress"
      activity="stored"
      execution={execution}
      chain={{ watch: () => found }}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  await screen.findByRole('heading', { name: 'Outcome unknown' })
  let timesGone = 0
  const observer = new MutationObserver(() => {
    if (document.body.textContent?.includes('There is nothing to review')) timesGone += 1
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return { widget: () => widget!, execution, find, unmount, timesGone: () => timesGone }
}

it('shows the form with the end of a swap that was found after the user gave it up', async () => {
  const { find, timesGone, widget } = await openProgress()
  find({ kind: 'cancelled', hash: REPLACED_HASH })
  expect(await screen.findByRole('button', { name: 'Dismiss' }, { timeout: 10_000 })).toBeVisible()
  expect(screen.getAllByText(/The transaction was cancelled/)[0]).toBeVisible()
  expect(widget().navigation.getState().stack).toEqual(['swap'])
  expect(timesGone()).toBe(0)
})

it('shows the form after the user dismissed the end', async () => {
  const { timesGone, widget } = await openProgress()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Edit swap' }))
  expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
  expect(widget().navigation.getState().stack).toEqual(['swap'])
  expect(timesGone()).toBe(0)
})

it('shows the form when the host mounts the widget again after the end was dismissed', async () => {
  const { timesGone, widget, unmount } = await openProgress()
  unmount()
  // The widget stops a microtask later, and dismisses the ended swap.
  await Promise.resolve()
  expect(widget().execution.getState().stage).toBe('idle')
  render(
    <WidgetContext.Provider value={widget()}>
      <WidgetView />
    </WidgetContext.Provider>,
  )
  expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
  expect(timesGone()).toBe(0)
})
