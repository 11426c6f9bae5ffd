import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { ChainReader } from '../../chain/types.ts'
import {
  ACTIVITY_KEY,
  APPROVAL_HASH,
  fixtureEntry,
  MIXED_ACTIVITY,
  REPLACED_HASH,
} from '../../testing/fixtures/fixture-activity.ts'
import { HASH } from '../../testing/fixtures/fixture-swap.ts'
import { ETH, WETH } from '../../testing/fixtures/fixture-tokens.ts'
import { DISCONNECTED } from '../../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function show(props: FixtureWidgetProps = {}) {
  render(<FixtureWidget page="activity" activity={MIXED_ACTIVITY} {...props} />)
  return userEvent.setup()
}

function storedIds(): string[] {
  const stored = JSON.parse(localStorage.getItem(ACTIVITY_KEY) ?? '{"entries":[]}')
  return stored.entries.map(({ id }: { id: string }) => id)
}

it('opens from the swap page, whose button shows the number of pending swaps', async () => {
  const user = await show({ page: 'swap' })
  await user.click(await screen.findByRole('button', { name: 'Activity, 1 pending swap' }))
  expect(await screen.findByRole('heading', { name: 'Activity' })).toBeVisible()
})

it('shows no button when the list is empty or no account is connected', async () => {
  await show({ page: 'swap', activity: [] })
  await screen.findByRole('button', { name: 'Settings' })
  expect(screen.queryByRole('button', { name: /^Activity/ })).toBeNull()
})

it('lists no swap of an account that is not connected', async () => {
  await show({ wallet: { state: DISCONNECTED } })
  expect(await screen.findByText('No swaps yet')).toBeVisible()
})

it('lists no swap that a widget of another integrator recorded', async () => {
  await show({ config: { integrator: 'another' } })
  expect(await screen.findByText('No swaps yet')).toBeVisible()
})

it('lists a purchase with the amount paid for an exact output', async () => {
  await show({
    activity: [
      fixtureEntry('bought', 'done', { buys: '1000' }),
      fixtureEntry('buying', 'pending', { buys: '7' }),
    ],
  })
  await screen.findByRole('region', { name: 'Today' })
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^0\.411604 ETH → 1,000 USDCComplete/)
  expect(rows[1]).toMatch(/^about 0\.00\d+ ETH → 7 USDCPending/)
})

it('points from the paid to the received amount in a right-to-left language', async () => {
  await show({ config: { locale: 'ar' }, activity: [fixtureEntry('bought', 'done', { buys: '1000' })] })
  // The page is in English until the Arabic texts have loaded.
  await waitFor(() => {
    const [row] = screen.getAllByRole('listitem')
    expect(row).toHaveTextContent(/^\u20660\.411604\u2069 ETH ← \u20661,000\u2069 USDC/)
  })
})

it('groups swaps by day, newest first, and names their status', async () => {
  await show()
  await screen.findByRole('region', { name: 'Today' })
  const days = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(days.slice(0, 2)).toEqual(['Today', 'Yesterday'])
  expect(days).toHaveLength(3)
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^0\.25 ETH → about .* USDCPending/)
  expect(rows[1]).toMatch(/^1\.5 ETH → [\d,.]+ USDCComplete/)
  expect(rows[2]).toMatch(/^4,200 USDC → about .* ETHNot completed/)
})

it('shows the indicative, quoted, received and paid amounts, and each transaction', async () => {
  const user = await show()
  await user.click((await screen.findAllByRole('button', { name: /Complete/ }))[0]!)
  expect(await screen.findByRole('heading', { name: 'Swap details' })).toBeVisible()
  const facts = Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )
  const entry = fixtureEntry('done', 'done')
  const usdc = (units: string | undefined) =>
    (Number(units) / 1e6).toLocaleString('en', { maximumFractionDigits: 6 })
  expect(facts).toMatchObject({
    Status: 'Complete',
    Estimate: `${usdc(entry.indicative)} USDC`,
    'Final price': `${usdc(entry.firm)} USDC`,
    Received: `${usdc(entry.received)} USDC`,
    'Network cost paid': '0.002062584 ETH',
    Network: 'Ethereum',
    Recipient: 'Your wallet',
  })
  expect(facts['Partner fee']).toMatch(/USDC0\.1%$/)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(
    [APPROVAL_HASH, REPLACED_HASH, HASH].map((hash) => `https://explorer.fixture.test/tx/${hash}`),
  )
  expect(screen.getByRole('button', { name: 'Copy approval hash' })).toBeVisible()
  expect(screen.getByText('quote-fixture')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: /Complete/ })[0]).toHaveFocus())
})

it('shows why a swap failed, without a received amount', async () => {
  await show({ page: 'activity-details', selectedActivity: 'failed' })
  expect(await screen.findByText('The swap failed on the network')).toBeVisible()
  expect(screen.queryByText('Received')).toBeNull()
  expect(screen.getByText('Network cost paid').nextElementSibling).toHaveTextContent('unknown')
})

it('updates an open pending swap when it ends', async () => {
  await show({
    page: 'activity-details',
    selectedActivity: 'pending',
    chain: { watch: async () => ({ kind: 'cancelled', hash: REPLACED_HASH }) },
  })
  expect(await screen.findByText('The transaction was cancelled in your wallet')).toBeVisible()
})

it('watches a transaction that no node shows until the user stops, and then emits an event', async () => {
  const failed = vi.fn()
  const user = await show({
    page: 'activity-details',
    selectedActivity: 'pending',
    chain: {
      watch: ({ onUnseen }) => {
        onUnseen?.(true)
        return new Promise(() => {})
      },
    },
    onWidget: ({ events }) => {
      events.on('routeExecutionFailed', failed)
    },
  })
  expect(await screen.findByText('Sent, but not seen on the network so far')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop looking' }))
  expect(screen.getByText('The network does not show the transaction')).toBeVisible()
  expect(screen.getByText(/it may still go through/)).toBeVisible()
  expect(failed).toHaveBeenCalledOnce()
})

it('waits for the signers of a multisig after a reload, shows the deadline and offers to stop', async () => {
  const deadlineAt = new Date(2027, 0, 5, 14, 30).getTime()
  const watch = vi.fn<ChainReader['watch']>(({ onAwaitingSigners }) => {
    onAwaitingSigners?.()
    return new Promise(() => {})
  })
  const user = await show({
    page: 'activity-details',
    selectedActivity: 'signers',
    activity: [{ ...fixtureEntry('signers', 'pending'), deadlineAt, trace: { fromBlock: '77' } }],
    chain: { watch },
  })
  expect(await screen.findByText('Waiting for the other signers of your wallet')).toBeVisible()
  expect(screen.getByText(/until Jan 5, 2027/)).toBeVisible()
  expect(watch.mock.calls[0]?.[0].transaction.trace?.fromBlock).toBe(77n)
  await user.click(screen.getByRole('button', { name: 'Stop looking' }))
  expect(screen.getByText(/it may still go through/)).toBeVisible()
  expect(screen.getAllByText('Outcome unknown')[0]).toBeVisible()
  expect(screen.queryByText('Not completed')).toBeNull()
})

it('warns that a swap may have been sent when the wallet no longer reports its batch', async () => {
  const { hash: _, ...entry } = fixtureEntry('batch', 'pending')
  const user = await show({
    page: 'activity-details',
    selectedActivity: 'batch',
    activity: [{ ...entry, batchId: '0x01', batchWallet: 'wallet' }],
    onWidget: ({ activity }) => activity.setState({ waits: { batch: 'silent' } }),
  })
  expect(await screen.findByText('Your wallet did not say whether it sent the swap')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop looking' }))
  expect(screen.getByText('The network does not show the transaction')).toBeVisible()
})

it('shows what each swap paid in dollars, and a seal unless it failed or was not checked', async () => {
  const [pending, done, failed, older] = MIXED_ACTIVITY
  await show({ activity: [pending!, { ...done!, isUnverified: true }, failed!, older!] })
  await waitFor(() => expect(screen.getAllByText(/^\$/)).toHaveLength(4))
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => /\$[\d,.]+/.exec(row.textContent ?? '')?.[0])).toEqual([
    '$607.93',
    '$3,647.55',
    '$4,200.00',
    '$256.84',
  ])
  const sealed = rows.map((row) => within(row).queryByText('Checked and sealed') !== null)
  expect(sealed).toEqual([true, false, false, true])
})

it('closes the menu on Escape without leaving the page', async () => {
  const user = await show()
  const menu = await screen.findByRole('button', { name: 'More actions' })
  await user.click(menu)
  await user.keyboard('{Escape}')
  expect(menu).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'Activity' })).toBeVisible()
})

it('clears the history after a confirmation and keeps pending swaps', async () => {
  const user = await show()
  const menu = await screen.findByRole('button', { name: 'More actions' })
  await user.click(menu)
  await user.click(screen.getByRole('button', { name: 'Clear history' }))
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(storedIds()).toHaveLength(4)
  expect(document.activeElement).not.toBe(document.body)
  await user.click(menu)
  await user.click(screen.getByRole('button', { name: 'Clear history' }))
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(storedIds()).toEqual(['pending'])
  expect(screen.getByText('History cleared')).toBeInTheDocument()
  await user.click(menu)
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Clear history' })).toBeNull()
  expect(document.activeElement).not.toBe(document.body)
})

it.each(['CSV', 'JSON'])('saves the listed swaps as %s', async (format) => {
  const blobs: Blob[] = []
  const names: string[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => {
        blobs.push(blob)
        return 'blob:test'
      },
      revokeObjectURL: () => {},
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const user = await show()
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(screen.getByRole('button', { name: `Export ${format}` }))
  await waitFor(() => expect(blobs).toHaveLength(1))
  expect(names[0]).toMatch(new RegExp(`^swaps-[-0-9]{10}\\.${format.toLowerCase()}$`))
  expect(within(document.body).getByText('The file was saved')).toBeInTheDocument()
})

it('shows the paid and received amounts of a wrap without quotes', async () => {
  const wrap = fixtureEntry('wrapped', 'done', { from: ETH, to: WETH })
  await show({ page: 'activity-details', activity: [wrap], selectedActivity: wrap.id })
  expect(await screen.findByText('You paid')).toBeVisible()
  expect(screen.getByText('Received')).toBeVisible()
  for (const label of ['Estimate', 'Firm quote', 'Minimum received']) {
    expect(screen.queryByText(label)).toBeNull()
  }
})
