import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { Address } from '../../../wire/lib/address.ts'
import type { Widget } from '../../instance/types.ts'
import { readTokenMemory } from '../../store/stored-token-memory.ts'
import { FIXTURE_CONFIG } from '../../testing/fixtures/fixture-config.ts'
import {
  DAI,
  ETH,
  FAKE_USDT,
  LINK,
  LISTED,
  UNLISTED,
  USDC,
  WETH,
} from '../../testing/fixtures/fixture-tokens.ts'
import { DISCONNECTED } from '../../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../../testing/fixtures/fixture-widget.tsx'
import type { FixtureOptions } from '../../testing/fixtures/fixture-widget-instance.ts'

afterEach(() => localStorage.clear())

const NO_WALLET = { state: DISCONNECTED }

async function setUp(options: FixtureOptions = {}) {
  let widget: Widget | undefined
  render(
    <FixtureWidget
      page="tokens-output"
      {...options}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  const search = await screen.findByRole('combobox')
  await screen.findByRole('option', { name: /ETH Ether/ })
  return { search, user: userEvent.setup(), form: () => widget!.form.getState() }
}

it('is a combobox with a listbox: arrows move, Enter selects', async () => {
  const { search, user, form } = await setUp()
  await user.click(search)
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown}')
  const active = document.getElementById(search.getAttribute('aria-activedescendant') ?? '')
  expect(active).toHaveTextContent('WETH')
  expect(search).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(form().outputToken).toBe(WETH.address)
  expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
})

it('stops at both ends of the list', async () => {
  const { search, user } = await setUp()
  await user.click(search)
  await user.keyboard('{ArrowUp}{PageUp}')
  const at = () => document.getElementById(search.getAttribute('aria-activedescendant') ?? '')
  expect(at()).toHaveAttribute('aria-posinset', '1')
  await user.keyboard('{PageDown}{PageDown}{PageDown}')
  expect(at()).toHaveAttribute('aria-posinset', String(LISTED.length))
})

it('finds a token by name and selects it with a click', async () => {
  const { search, user, form } = await setUp()
  await user.type(search, 'stablecoin')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.click(screen.getByRole('option', { name: /DAI/ }))
  expect(form().outputToken).toBe(DAI.address)
})

it('clears the search with Escape', async () => {
  const { search, user } = await setUp()
  await user.type(search, 'dai{Escape}')
  expect(search).toHaveValue('')
})

it('marks the chosen token', async () => {
  await setUp()
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('USDC')
})

it('warns about an unlisted token and keeps the form after Cancel', async () => {
  const { search, user, form } = await setUp()
  const before = form().outputToken
  await user.click(search)
  await user.paste(UNLISTED.address)
  await screen.findByRole('option', { name: /MOON/ })
  await user.keyboard('{Enter}')
  expect(await screen.findByText('MOON is not in the token list')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(form().outputToken).toBe(before)
  expect(await screen.findByRole('combobox')).toBeVisible()
})

it('marks a token that resembles a higher-ranked one and warns before it is used', async () => {
  const { user, form } = await setUp({ service: { tokens: [...LISTED, FAKE_USDT] } })
  const [real, fake] = screen.getAllByRole('option', { name: /Tether USD/ })
  expect(real).toHaveAccessibleName(/In the token list$/)
  expect(fake).not.toHaveAccessibleName(/In the token list/)
  expect(real).not.toHaveTextContent('Looks like')
  expect(fake).toHaveTextContent('Looks like USDT')
  await user.click(fake!)
  expect(await screen.findByText('This is not the well-known USDT')).toBeVisible()
  expect(screen.getByText(/The well-known USDT has the address 0x9fE4…a6e0/)).toBeVisible()
  expect(form().outputToken).toBe(USDC.address)
  await user.click(screen.getByRole('button', { name: 'Use this token' }))
  expect(form().outputToken).toBe(FAKE_USDT.address)
  const { chainId, address } = FAKE_USDT
  expect(readTokenMemory(FIXTURE_CONFIG.integrator)?.imported).toEqual([
    { chainId, address, isLookAlike: true },
  ])
})

it('shows both warnings for a pasted look-alike that is unlisted', async () => {
  const { search, user } = await setUp()
  await user.click(search)
  await user.paste(FAKE_USDT.address)
  expect(await screen.findByRole('option', { name: /Looks like USDT/ })).toBeVisible()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('This is not the well-known USDT')).toBeVisible()
  expect(screen.getByText(`${FAKE_USDT.symbol} is not in the token list`)).toBeVisible()
})

it('marks look-alikes of the native token and of configured tokens, whatever their rank', async () => {
  const fakeEth = { ...LINK, symbol: 'ЕTH', name: 'Not Ether' }
  const fakeUsdc = { ...FAKE_USDT, symbol: 'USDC', name: 'Not a dollar' }
  await setUp({ service: { tokens: [fakeUsdc, fakeEth, ...LISTED] } })
  expect(screen.getByRole('option', { name: /Not Ether/ })).toHaveTextContent('Looks like ETH')
  expect(screen.getByRole('option', { name: /Not a dollar/ })).toHaveTextContent('Looks like USDC')
  expect(screen.getByRole('option', { name: /USD Coin/ })).not.toHaveTextContent('Looks like')
})

describe('a token list of the host', () => {
  const pinned = { listedTokens: [ETH, USDC, WETH].map(({ chainId, address }) => ({ chainId, address })) }
  const stranger = { ...FAKE_USDT, symbol: 'USDC', name: 'Not a dollar' }

  it('determines the listed tokens and comes first', async () => {
    await setUp({ config: pinned, service: { tokens: [stranger, ...LISTED] }, wallet: NO_WALLET })
    const [ether, usdc, weth, next] = screen.getAllByRole('option')
    for (const [row, name] of [
      [ether, 'Ether'],
      [usdc, 'USD Coin'],
      [weth, 'Wrapped Ether'],
    ] as const) {
      expect(row).toHaveTextContent(name)
      expect(row).not.toHaveTextContent(/Unverified|Looks like/)
    }
    expect(next).toHaveTextContent(/Looks like USDC.*Not a dollar/)
    expect(screen.getByRole('option', { name: /Dai Stablecoin/ })).toHaveTextContent('Unverified')
  })

  it('shows a warning before a token of the catalogue is used', async () => {
    const { user, form } = await setUp({ config: pinned })
    await user.click(screen.getByRole('option', { name: /Dai Stablecoin/ }))
    expect(await screen.findByText('DAI is not in the token list')).toBeVisible()
    expect(form().outputToken).toBe(USDC.address)
  })

  it('may contain two tokens with one symbol', async () => {
    const both = [...pinned.listedTokens, { chainId: stranger.chainId, address: stranger.address }]
    await setUp({ config: { listedTokens: both }, service: { tokens: [...LISTED, stranger] } })
    const row = screen.getByRole('option', { name: /Not a dollar/ })
    expect(row).not.toHaveTextContent(/Looks like|Unverified/)
  })
})

describe('the tokens that the host offers', () => {
  const rows = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

  it('exclude denied tokens, also from the search', async () => {
    const { search, user } = await setUp({ config: { tokens: { [ETH.chainId]: { deny: [DAI.address] } } } })
    expect(screen.queryByRole('option', { name: /DAI/ })).toBeNull()
    expect(screen.getByRole('option', { name: /LINK/ })).toBeVisible()
    await user.type(search, 'stablecoin')
    await waitFor(() => expect(screen.queryAllByRole('option')).toHaveLength(0))
    await user.clear(search)
    await user.paste(DAI.address.toLowerCase())
    expect(await screen.findByText('This site does not offer this token.')).toBeVisible()
  })

  it('contain only allowed tokens without a warning', async () => {
    const allow = [ETH, USDC, UNLISTED].map(({ address }) => address)
    const { search, user, form } = await setUp({ config: { tokens: { [ETH.chainId]: { allow } } } })
    await waitFor(() => expect(rows()).toHaveLength(3))
    await user.type(search, 'moon')
    await waitFor(() => expect(rows()).toHaveLength(1))
    await user.keyboard('{Enter}')
    expect(form().outputToken?.toLowerCase()).toBe(UNLISTED.address.toLowerCase())
  })

  it('can differ between input and output', async () => {
    const receive = [ETH, USDC].map(({ address }) => address)
    const tokens = { [ETH.chainId]: { input: { deny: [DAI.address] }, output: { allow: receive } } }
    const { search, user } = await setUp({ config: { tokens }, wallet: NO_WALLET })
    await waitFor(() => expect(rows()).toHaveLength(2))
    await user.click(search)
    await user.paste(LINK.address)
    expect(await screen.findByText('This site does not offer this token.')).toBeVisible()
    cleanup()
    await setUp({ config: { tokens }, wallet: NO_WALLET, page: 'tokens-input' })
    await waitFor(() => expect(rows()).toHaveLength(LISTED.length - 1))
    expect(screen.getByRole('option', { name: /LINK/ })).toBeVisible()
    expect(screen.queryByRole('option', { name: /DAI/ })).toBeNull()
  })

  it("start with the featured tokens in the host's order", async () => {
    const featured = [LINK, DAI].map(({ address }) => address)
    await setUp({ config: { tokens: { [ETH.chainId]: { featured } } }, wallet: NO_WALLET })
    await waitFor(() => expect(rows()[0]).toContain('LINK'))
    expect(rows()[1]).toContain('DAI')
    expect(rows()[2]).toContain('ETH')
    expect(rows()).toHaveLength(LISTED.length)
  })
})

it('does not mark pool shares, which share one symbol', async () => {
  const share = (digit: string) => ({
    ...LINK,
    symbol: 'UNI-V2',
    name: `Share ${digit}`,
    address: `0x${digit.repeat(40)}` as Address,
  })
  await setUp({ service: { tokens: [...LISTED, share('1'), share('2')], shares: ['UNI-V2'] } })
  for (const option of screen.getAllByRole('option', { name: /UNI-V2/ })) {
    expect(option).not.toHaveTextContent('Looks like')
  }
})

it('reports an address without a token', async () => {
  const { search, user } = await setUp()
  await user.click(search)
  await user.paste('0x00000000000000000000000000000000000000ff')
  expect(await screen.findByText('There is no token at this address on Ethereum.')).toBeVisible()
})

it('renders a window of a long list with its full length', async () => {
  const many = Array.from({ length: 3_000 }, (_, index) => ({
    ...LINK,
    symbol: `T${index}`,
    address: `0x${(index + 1).toString(16).padStart(40, '0')}` as Address,
  }))
  await setUp({ service: { tokens: [...LISTED, ...many] } })
  const options = screen.getAllByRole('option')
  expect(options.length).toBeLessThan(40)
  expect(Number(options[0]?.getAttribute('aria-setsize'))).toBeGreaterThan(40)
})

it('warns about an invalid checksum of a pasted address', async () => {
  const { search, user } = await setUp()
  await user.click(search)
  await user.paste(USDC.address.replace('0xA0', '0xa0'))
  expect(await screen.findByText('This address may be mistyped')).toBeVisible()
  expect(await screen.findByRole('option', { name: /USDC/ })).toBeVisible()
  await user.clear(search)
  await user.paste(USDC.address)
  await waitFor(() => expect(screen.queryByText('This address may be mistyped')).toBeNull())
})

it('does not warn about an address in uniform case', async () => {
  const { search, user } = await setUp()
  await user.click(search)
  const digits = USDC.address.slice(2).toUpperCase()
  for (const text of [`0x${digits}`, `0X${digits}`, USDC.address.toLowerCase()]) {
    await user.clear(search)
    await user.paste(text)
    expect(await screen.findByRole('option', { name: /USDC/ })).toBeVisible()
    expect(screen.queryByText('This address may be mistyped')).toBeNull()
  }
})
