import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WidgetConfig } from '../../config/types.ts'
import { MIXED_ACTIVITY } from '../../testing/fixtures/fixture-activity.ts'
import { DISCONNECTED, type FixtureWalletOptions } from '../../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../../testing/fixtures/fixture-widget.tsx'
import { discoverWallets } from '../../wallet/wallet-discovery.ts'

async function setUp(wallet: FixtureWalletOptions = {}, config: Partial<WidgetConfig> = {}) {
  render(<FixtureWidget page="wallet" wallet={{ state: DISCONNECTED, ...wallet }} config={config} />)
  await screen.findByRole('heading', { level: 2 })
  return userEvent.setup()
}

it("lists the browser's wallets, connects the chosen one and returns to the form", async () => {
  const user = await setUp()
  await user.click(await screen.findByRole('button', { name: 'Lantern' }))
  expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Wallet 0xf39F…2266' })).toBeVisible()
})

it('shows a translated name for an unnamed window.ethereum wallet', async () => {
  const target = Object.assign(new EventTarget(), { ethereum: { request: async () => null } })
  const user = await setUp({ options: discoverWallets(target).list() }, { locale: 'de' })
  const wallet = await screen.findByRole('button', { name: 'Browser-Wallet' })
  await user.click(wallet)
  await user.click(await screen.findByRole('button', { name: /^Wallet 0xf39F/ }))
  expect(await screen.findByText('Browser-Wallet')).toBeVisible()
})

it('explains what to do in the wallet during the request', async () => {
  const user = await setUp({ onConnect: 'pending' })
  await user.click(await screen.findByRole('button', { name: 'Harbour' }))
  expect(screen.getAllByText('Open Harbour and confirm')[0]).toBeVisible()
  expect(screen.getByRole('button', { name: 'Harbour' })).toHaveAttribute('aria-busy', 'true')
})

it('stops waiting for an unresponsive wallet and lets the user choose another', async () => {
  const responses: (() => void)[] = []
  const user = await setUp({ onConnect: () => new Promise((resolve) => responses.push(resolve)) })
  await user.click(await screen.findByRole('button', { name: 'Harbour' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const harbour = screen.getByRole('button', { name: 'Harbour' })
  expect(harbour).not.toHaveAttribute('aria-busy')
  expect(harbour).toHaveFocus()
  expect(screen.getAllByText('No longer waiting for Harbour')[0]).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Lantern' }))
  expect(screen.getByRole('button', { name: 'Lantern' })).toHaveAttribute('aria-busy', 'true')
  await act(async () => responses[1]?.())
  expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
})

it('ignores a late connection for navigation but shows the connected account', async () => {
  const responses: (() => void)[] = []
  const user = await setUp({ onConnect: () => new Promise((resolve) => responses.push(resolve)) })
  await user.click(await screen.findByRole('button', { name: 'Harbour' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await act(async () => responses[0]?.())
  expect(await screen.findByRole('button', { name: 'Disconnect' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Swap' })).toBeNull()
})

it('marks wallets that share a name, so that users do not choose by name alone', async () => {
  const option = { name: 'Lantern', icon: undefined, announcers: 2 }
  const user = await setUp({
    options: [
      { id: 'a', name: 'Harbour', icon: undefined },
      { ...option, id: 'b' },
      { ...option, id: 'b#2' },
    ],
  })
  const doubtful = await screen.findAllByRole('button', {
    name: 'Lantern 2 wallets announce this name',
  })
  expect(doubtful).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Harbour' })).toBeVisible()
  await user.click(doubtful[1]!)
  expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
})

it('explains a rejection and lets the user choose again', async () => {
  const user = await setUp({ onConnect: 'reject' })
  await user.click(await screen.findByRole('button', { name: 'Harbour' }))
  expect(await screen.findByText('Connection declined', { selector: 'p' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Harbour' })).not.toHaveAttribute('aria-busy')
})

it('explains what to do without a wallet', async () => {
  await setUp({ options: [] })
  expect(await screen.findByText('No wallet found')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Look again' })).toBeVisible()
})

it('shows the connected account and a disconnect button that leads back to the form', async () => {
  render(<FixtureWidget page="wallet" />)
  const user = userEvent.setup()
  expect(await screen.findByText('Dev wallet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
})

it('shows the total value, the tokens by value, and the three latest swaps', async () => {
  render(<FixtureWidget page="wallet" activity={MIXED_ACTIVITY} />)
  const user = userEvent.setup()
  const tokens = within(await screen.findByRole('list', { name: 'Your tokens' }))
  const texts = () => tokens.getAllByRole('listitem').map(({ textContent }) => textContent)
  await waitFor(() => expect(texts()[0]).toMatch(/USDC12,500\.50\$12,500\.50$/))
  expect(texts()).toHaveLength(5)
  expect(screen.getByText('Total value').nextElementSibling).toHaveTextContent(/^\$[\d,]{6}\.\d\d$/)
  const swaps = within(await screen.findByRole('region', { name: 'Latest swaps' }))
  expect(swaps.getAllByRole('listitem')).toHaveLength(3)
  await user.click(swaps.getByRole('button', { name: 'Activity' }))
  expect(await screen.findByRole('heading', { name: 'Activity' })).toBeVisible()
})

it('shows no value and no list for an account without tokens and swaps', async () => {
  render(<FixtureWidget page="wallet" chain={{ balances: {} }} />)
  await screen.findByText('Dev wallet')
  await waitFor(() => expect(screen.queryByText('Total value')).toBeNull())
  expect(screen.queryByRole('list', { name: 'Your tokens' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Latest swaps' })).toBeNull()
})

it('leaves the wallet choice to a host that handles it', async () => {
  const onConnect = vi.fn()
  const user = await setUp({}, { onConnect })
  await user.click(await screen.findByRole('button', { name: 'Connect wallet' }))
  expect(onConnect).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Lantern' })).toBeNull()
})

describe('without a wallet in the browser', () => {
  const stub = (userAgent: string, maxTouchPoints = 0) =>
    vi.stubGlobal('navigator', { ...window.navigator, userAgent, maxTouchPoints, language: 'en' })
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['an Android phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5],
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5],
    ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5],
  ])("opens this page in a wallet's browser on %s", async (_, userAgent, touches) => {
    stub(userAgent, touches)
    await setUp({ options: [] })
    const list = await screen.findByRole('list', { name: 'Wallet apps' })
    const links = within(list).getAllByRole('link')
    const page = encodeURIComponent(location.href)
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `https://link.metamask.io/dapp/${location.href.replace('http://', '')}`,
      `https://go.cb-w.com/dapp?cb_url=${page}`,
      `https://link.trustwallet.com/open_url?coin_id=60&url=${page}`,
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${page}`)}`,
    ])
    for (const link of links) expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  it('offers no apps on a computer', async () => {
    stub('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')
    await setUp({ options: [] })
    expect(await screen.findByText('No wallet found')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Wallet apps' })).toBeNull()
  })
})
