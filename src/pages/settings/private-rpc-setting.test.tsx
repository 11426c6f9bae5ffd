import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Widget } from '../../instance/types.ts'
import { FIXTURE_CONFIG } from '../../testing/fixtures/fixture-config.ts'
import { DISCONNECTED } from '../../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../../testing/fixtures/fixture-widget.tsx'
import type { FixtureOptions } from '../../testing/fixtures/fixture-widget-instance.ts'

beforeEach(() => localStorage.clear())

const QUIET = 'https://quiet.example/private'
const [ethereum] = FIXTURE_CONFIG.chains
const base = { ...ethereum!, id: 8453, name: 'base', label: 'Base' }
const on = (url: string, networkID = 31337) => ({ chainID: 'ethereum', networkID, url })

async function setUp({
  names = [QUIET],
  onBase,
  ...options
}: Omit<FixtureOptions, 'config'> & { names?: string[]; onBase?: string[] } = {}) {
  const reads: unknown[] = []
  let widget: Widget | undefined
  const chains = [{ ...ethereum!, privateRpcs: names }, ...(onBase ? [{ ...base, privateRpcs: onBase }] : [])]
  render(
    <FixtureWidget
      {...options}
      page="settings"
      config={{ chains }}
      onWidget={(made) => {
        widget = made
        const { router } = made.clients
        const { privateRpcs } = router
        router.privateRpcs = (...query) => {
          reads.push(query)
          return privateRpcs(...query)
        }
      }}
    />,
  )
  await screen.findByRole('heading', { name: 'Settings' })
  return { user: userEvent.setup(), reads, widget: widget! }
}

/** Opens the row if it is closed, and returns the setting. */
async function findSetting() {
  const user = userEvent.setup()
  const advanced = screen.getByRole('button', { name: 'Advanced' })
  if (advanced.getAttribute('aria-expanded') === 'false') await user.click(advanced)
  const row = await screen.findByRole('button', { name: /^Private RPC/ })
  if (row.getAttribute('aria-expanded') === 'false') await user.click(row)
  return row.closest('h3')!.parentElement!
}

async function findAdd(chain = 'Ethereum') {
  await findSetting()
  return screen.findByRole('button', { name: `Add to wallet: quiet.example, ${chain}` })
}

/** Returns what assistive technology announces for the RPC. */
const getAnnouncement = () =>
  within(screen.getByRole('listitem'))
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('')

it('shows the whole URL and its effect, and sends a wallet request only after a click', async () => {
  let respond = () => {}
  const onAddRpc = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        respond = resolve
      }),
  )
  const { user } = await setUp({ wallet: { onAddRpc } })
  const setting = within(await findSetting())
  expect(setting.getByText(QUIET)).toBeVisible()
  expect(setting.getByText(/through it on Ethereum, for every site, until you change it/)).toBeVisible()
  expect(onAddRpc).not.toHaveBeenCalled()
  await user.click(await findAdd())
  expect(await findAdd()).toHaveAttribute('aria-busy', 'true')
  expect(onAddRpc).toHaveBeenCalledExactlyOnceWith({ chainId: 31337, url: QUIET })
  act(() => respond())
  await waitFor(() => expect(getAnnouncement()).toMatch(/^Your wallet reported no problem\./))
  expect(await findAdd()).not.toHaveAttribute('aria-busy')
})

it.each([
  ['USER_REJECTED', /^You declined in your wallet\.$/],
  ['REQUEST_PENDING', /^Answer the request that is open in your wallet first\.$/],
  ['WALLET_ERROR', /^Your wallet reported a problem\. You can copy the address/],
] as const)('shows the current state after %s and allows another attempt', async (code, words) => {
  const onAddRpc = vi.fn(async () => {
    throw new SluiceError(code)
  })
  const { user } = await setUp({ wallet: { onAddRpc } })
  await user.click(await findAdd())
  await waitFor(() => expect(getAnnouncement()).toMatch(words))
  await user.click(await findAdd())
  await waitFor(() => expect(onAddRpc).toHaveBeenCalledTimes(2))
})

it('clears the result after the wallet disconnects', async () => {
  const { user, widget } = await setUp()
  await user.click(await findAdd())
  expect(await screen.findByText(/^Your wallet reported no problem/)).toBeVisible()
  await act(() => widget.wallet.disconnect())
  expect(screen.queryByText(/^Your wallet reported no problem/)).toBeNull()
  expect(await findSetting()).toBeVisible()
})

it('lists the RPCs of each chain and sends the wallet request for that chain', async () => {
  const onAddRpc = vi.fn(async () => {})
  const privateRpcs = [on(QUIET), on('https://quiet.example/base', 8453)]
  const { user } = await setUp({
    onBase: ['https://quiet.example/base'],
    wallet: { onAddRpc },
    service: { privateRpcs },
  })
  const setting = within(await findSetting())
  expect(setting.getAllByText(/for every site/).map((it) => it.textContent)).toEqual([
    expect.stringContaining('on Ethereum,'),
    expect.stringContaining('on Base,'),
  ])
  await user.click(await findAdd('Base'))
  expect(onAddRpc).toHaveBeenCalledExactlyOnceWith({ chainId: 8453, url: 'https://quiet.example/base' })
})

it('offers nothing and sends no request when the page lists no RPC', async () => {
  const { reads } = await setUp({ names: [], service: { privateRpcs: new SluiceError('SERVICE_ERROR') } })
  await userEvent.click(screen.getByRole('button', { name: 'Advanced' }))
  expect(screen.queryByRole('button', { name: /^Private RPC/ })).toBeNull()
  expect(reads).toEqual([])
})

it.each([
  ['another host', on('https://evil.example/private')],
  ['another path on the same host', on('https://quiet.example/tenant-of-a-stranger')],
  ['another query', on(`${QUIET}?hint=calldata&refund=0x000000000000000000000000000000000000dead:99`)],
  ['a plain http URL', on('http://quiet.example/private')],
  ['another chain', on(QUIET, 8453)],
  ['an invalid URL', on('quiet.example')],
])('hides an RPC of the service with %s', async (_, rpc) => {
  await setUp({
    names: [QUIET, 'https://quiet.example/well'],
    service: { privateRpcs: [rpc, on('https://quiet.example/well')] },
  })
  const setting = within(await findSetting())
  expect(setting.getAllByRole('listitem')).toHaveLength(1)
  expect(setting.getByText('https://quiet.example/well')).toBeVisible()
})

it('matches equivalent URLs', async () => {
  await setUp({
    names: ['https://Quiet.example'],
    service: { privateRpcs: [on('https://quiet.example:443/')] },
  })
  expect(await findAdd()).toBeVisible()
})

it('offers only the URL to copy without a wallet', async () => {
  await setUp({ wallet: { state: DISCONNECTED } })
  await findSetting()
  expect(screen.getByRole('button', { name: 'Copy address of quiet.example' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Add / })).toBeNull()
})

it('reports that the offers could not be read and reads them again', async () => {
  const { user, reads } = await setUp({ service: { privateRpcs: new SluiceError('FORBIDDEN') } })
  await user.click(within(await findSetting()).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(reads).toHaveLength(2))
})
