import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SluiceError } from '../../errors/sluice-error.ts'
import { createFixtureExecution } from '../../testing/fixtures/fixture-execution.ts'
import { fixtureRun, fixtureVerified, fixtureWrap } from '../../testing/fixtures/fixture-swap.ts'
import { WETH } from '../../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

const run = fixtureRun(fixtureWrap())

async function setUp(props: FixtureWidgetProps = {}) {
  const execution = createFixtureExecution()
  const start = vi.spyOn(execution, 'start')
  render(
    <FixtureWidget
      page="review"
      intent={run.intent}
      execution={execution}
      config={{ output: { token: WETH.address } }}
      service={{ price: new SluiceError('SERVICE_UNAVAILABLE') }}
      {...props}
    />,
  )
  await screen.findByRole('heading', { level: 2 })
  return { user: userEvent.setup(), start }
}

it('shows the exact amounts of a wrap without minimum, slippage or fee', async () => {
  const { user, start } = await setUp()
  expect(screen.getByRole('heading', { name: 'Review wrap' })).toBeVisible()
  expect(screen.getByText('1.5 ETH')).toBeVisible()
  expect(screen.getByText('1.5 WETH')).toBeVisible()
  expect(screen.getByText('1 ETH = 1 WETH, no fee, only network cost')).toBeVisible()
  // 180,000 gas at 12 gwei.
  expect(await screen.findByText(/^0\.00216 ETH \(\$5\.25\)$/)).toBeVisible()
  expect(screen.queryByText(/about|At least|Slippage/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Wrap ETH' }))
  expect(start.mock.calls).toMatchObject([[{ wrapper: WETH.address, slippageBps: 0 }, {}]])
})

it('cannot be confirmed while the token list contradicts the chain', async () => {
  const { user, start } = await setUp({ chain: { decimals: 6 } })
  expect(await screen.findByText('The token list is wrong about this token')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Wrap ETH' }))
  expect(start).not.toHaveBeenCalled()
})

it('has no quote among its stages', async () => {
  const verified = fixtureVerified(run)
  await setUp({ execution: createFixtureExecution({ stage: 'signing', ...run, verified }) })
  expect(screen.getByRole('heading', { name: 'Wrapping' })).toBeVisible()
  const lines = [...document.querySelectorAll('[data-part="stage"] li')].map(({ textContent }) => textContent)
  expect(lines).toEqual(['Simulating the transaction (done)', 'Confirm in your wallet (now)'])
})
