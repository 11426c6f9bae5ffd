import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FixtureContext } from '../testing/fixtures/fixture-context.tsx'
import { optionalPart } from './optional-part.tsx'

/** Renders a part whose code throws once, then a second page with the same part. */
async function renderFailing(thrown: Error) {
  const load = vi.fn(async () => () => <p>part</p>).mockRejectedValueOnce(thrown)
  const Part = optionalPart(load)
  const reportError = vi.fn()
  const page = (
    <FixtureContext
      onWidget={(widget) => {
        widget.reportError = reportError
      }}
    >
      <Part fallback={<p>fallback</p>} />
    </FixtureContext>
  )
  const { rerender } = render(page)
  await expect.poll(() => load.mock.results[0]?.type).toBe('return')
  await screen.findByText('fallback')
  await new Promise((resolve) => setTimeout(resolve, 50))
  rerender(<div>{page}</div>)
  return { load, reportError }
}

it('reports an error of its code with a support id', async () => {
  const cause = new TypeError('x is not a function')
  const { load, reportError } = await renderFailing(cause)
  expect(await screen.findByText('fallback')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(1)
  for (const [error] of reportError.mock.calls)
    expect(error).toMatchObject({ code: 'UNKNOWN', cause, supportId: expect.stringMatching(/./) })
  expect(reportError).toHaveBeenCalled()
})

it('loads its code again after a lost connection, and reports nothing', async () => {
  const { load, reportError } = await renderFailing(
    new TypeError('Failed to fetch dynamically imported module'),
  )
  expect(await screen.findByText('part')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
  expect(reportError).not.toHaveBeenCalled()
})
