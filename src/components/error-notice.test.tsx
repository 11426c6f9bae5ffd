import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FixtureContext } from '../../stories/support/fixture-context.tsx'
import { FixtureWidget } from '../../stories/support/fixture-widget.tsx'
import { SluiceError } from '../errors/sluice-error.ts'
import { ErrorNotice } from './error-notice.tsx'

it('says what happened and what to do', () => {
  render(
    <FixtureContext>
      <ErrorNotice error={new SluiceError('NO_ROUTE')} />
    </FixtureContext>,
  )
  expect(screen.getByText('No route for this trade')).toBeVisible()
})

it('calls an error unknown that is none of the widget’s own', () => {
  render(
    <FixtureContext>
      <ErrorNotice error={new TypeError('x is undefined')} />
    </FixtureContext>,
  )
  expect(screen.getByText('Something went wrong')).toBeVisible()
  expect(screen.queryByText(/x is undefined/)).toBeNull()
})

it('stands in a form whose price failed by a defect, and the form keeps what it holds', async () => {
  render(<FixtureWidget service={{ price: new TypeError('x is undefined') }} />)
  expect(await screen.findByText('Something went wrong', { selector: 'p' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong')
  expect(screen.getByLabelText('Amount you pay')).toHaveValue('1.5')
})
