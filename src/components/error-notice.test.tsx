import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SluiceError } from '../errors/sluice-error.ts'
import { FixtureContext } from '../testing/fixtures/fixture-context.tsx'
import { FixtureWidget } from '../testing/fixtures/fixture-widget.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { WalletErrorNotice } from './wallet-error-notice.tsx'

it.each([
  ['explains the error', new SluiceError('NO_ROUTE'), 'No route for this trade'],
  ['shows an unexpected error as unknown', new TypeError('x'), 'Something went wrong'],
])('%s', (_, error, words) => {
  render(
    <FixtureContext>
      <ErrorNotice error={error} />
    </FixtureContext>,
  )
  expect(screen.getByText(words)).toBeVisible()
})

it('names the remaining approval of a swap that the host stopped', () => {
  render(
    <FixtureContext>
      <WalletErrorNotice
        error={new SluiceError('HOST_REJECTED')}
        rejection={{ of: 'approved', amount: '2,500', token: 'USDC' }}
      />
    </FixtureContext>,
  )
  expect(screen.getByText('This site stopped the swap')).toBeVisible()
  expect(screen.getByText(/Your approval of 2,500 USDC still stands/)).toBeVisible()
})

it('is shown for an unexpected price failure, which is reported, and keeps the form', async () => {
  const onError = vi.fn()
  render(<FixtureWidget service={{ price: new TypeError('x is undefined') }} onError={onError} />)
  expect(await screen.findByText('Something went wrong', { selector: 'p' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong')
  expect(screen.getByLabelText('Amount you pay')).toHaveValue('1.5')
  await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'UNKNOWN' })))
})

it.each([
  [600_000, 'It differs by about 10 min.'],
  [-20_000, 'It differs by about 1 min.'],
])('shows approximately how wrong the clock is: %s ms', (clockSkewMs, words) => {
  render(
    <FixtureContext>
      <WalletErrorNotice error={new SluiceError('CLOCK_WRONG', { clockSkewMs })} />
    </FixtureContext>,
  )
  expect(screen.getByText('The clock of this device seems wrong')).toBeVisible()
  expect(screen.getByText(new RegExp(words))).toBeVisible()
})
