import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { Address } from '../../../wire/lib/address.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Token } from '../../events/types.ts'
import type { Widget } from '../../instance/types.ts'
import { FIXTURE_CONFIG } from '../../testing/fixtures/fixture-config.ts'
import {
  BASE,
  DAI,
  ETH,
  ETHEREUM,
  LINK,
  LISTED,
  UNLISTED,
  USDC,
  WBTC,
} from '../../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget } from '../../testing/fixtures/fixture-widget.tsx'
import type { FixtureOptions } from '../../testing/fixtures/fixture-widget-instance.ts'

afterEach(() => localStorage.clear())

async function setUp({ first = /ETH Ether/, ...options }: FixtureOptions & { first?: RegExp } = {}) {
  let widget: Widget | undefined
  const { unmount } = render(
    <FixtureWidget
      page="tokens-output"
      {...options}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  await screen.findByRole('option', { name: first })
  return {
    unmount,
    user: userEvent.setup(),
    search: screen.getByRole('combobox'),
    form: () => widget!.form.getState(),
    events: widget!.events,
    openAgain: async (page: 'tokens-input' | 'tokens-output' = 'tokens-output') => {
      widget!.navigation.getState().push(page)
      await screen.findByRole('option', { name: /ETH Ether/ })
    },
  }
}

/** Returns the symbols of a group from top to bottom. */
const group = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map((option) => /[A-Z]+(?= )/.exec(readText(option))?.[0])

/** Moves a token to the chain `base`. */
function onBase(token: Token, digit: string): Token {
  return { ...token, chainId: BASE, address: `0x${digit.repeat(40)}` as Address }
}

/** Returns the text of an option without its avatar, which is a logo or a letter. */
function readText(option: HTMLElement): string {
  const copy = option.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return copy.textContent ?? ''
}

describe('the token groups', () => {
  it("start with the account's tokens and their dollar values, most valuable first", async () => {
    await setUp()
    expect(group('Your tokens')).toEqual(['USDC', 'ETH', 'WETH', 'DAI', 'WBTC'])
    expect(screen.getByRole('option', { name: /ETH Ether 4.20133 \$10,216.39/ })).toBeVisible()
    expect(group('Popular')).toEqual(['USDT', 'LINK'])
    expect(screen.getAllByRole('option')).toHaveLength(LISTED.length)
  })

  it("hide small balances by the user's choice and show their number", async () => {
    localStorage.setItem('sluice:stories:settings', '{"hidesSmallBalances":true}')
    await setUp({ service: { rates: { WBTC: 0.1, DAI: 0 } } })
    expect(group('Your tokens · 1 small balance hidden')).toEqual(['USDC', 'ETH', 'WETH', 'DAI'])
    expect(screen.getByRole('option', { name: /WBTC/ })).toBeVisible()
  })

  it('are traversed by the arrow keys in one order', async () => {
    const { user, search, form } = await setUp()
    await user.click(search)
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
    const active = document.getElementById(search.getAttribute('aria-activedescendant') ?? '')
    expect(screen.getByRole('group', { name: 'Popular' })).toContainElement(active)
    await user.keyboard('{Enter}')
    expect(form().outputToken).toBe(LISTED[3]?.address)
  })

  it('become one list during a search', async () => {
    const { user, search } = await setUp()
    await user.type(search, 'e')
    await waitFor(() => expect(screen.queryByText('Your tokens')).toBeNull())
    expect(await screen.findByRole('option', { name: /Tether/ })).toBeVisible()
    await user.clear(search)
    expect(await screen.findByText('Your tokens')).toBeVisible()
  })

  it('contain recently chosen tokens, also in the next widget with the same storage key', async () => {
    const { user, openAgain, unmount } = await setUp()
    await user.click(screen.getByRole('option', { name: /LINK/ }))
    await openAgain()
    expect(group('Recent')).toEqual(['LINK'])
    unmount()
    await setUp()
    await waitFor(() => expect(group('Recent')).toEqual(['LINK']))
  })

  it('do not share tokens with another storage key', async () => {
    const { user, unmount } = await setUp()
    await user.click(screen.getByRole('option', { name: /LINK/ }))
    unmount()
    await setUp({ config: { storageKey: 'other' } })
    expect(screen.queryByText('Recent')).toBeNull()
  })

  it('start with pinned tokens until they are unpinned', async () => {
    const { user, unmount } = await setUp()
    await user.click(screen.getByRole('button', { name: 'About DAI' }))
    await user.click(screen.getByRole('button', { name: 'Pin' }))
    await user.keyboard('{Escape}')
    await screen.findByRole('combobox')
    expect(group('Pinned')).toEqual(['DAI'])
    unmount()
    const { user: later } = await setUp()
    await waitFor(() => expect(group('Pinned')).toEqual(['DAI']))
    await later.click(screen.getByRole('button', { name: 'About DAI' }))
    await later.click(screen.getByRole('button', { name: 'Unpin' }))
    await later.click(screen.getByRole('button', { name: 'Back' }))
    await screen.findByRole('combobox')
    expect(screen.queryByText('Pinned')).toBeNull()
  })
})

describe('the details of a token', () => {
  it('show its address, decimals, price, type and listing status, and keep the list state', async () => {
    const { user, search, form } = await setUp({ service: { types: { DAI: 'stable' } } })
    await user.type(search, 'stablecoin')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'About DAI' }))
    expect(screen.getByRole('heading', { name: 'About DAI' })).toHaveFocus()
    expect(screen.getByText(DAI.address)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy DAI address' })).toBeVisible()
    expect(screen.getByRole('link', { name: /View on explorer/ })).toHaveAttribute(
      'href',
      `https://explorer.fixture.test/token/${DAI.address}`,
    )
    const rows = screen
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    await waitFor(() => expect(screen.getByText('$1.00')).toBeVisible())
    expect(rows).toContain('Decimals: 18')
    expect(rows).toContain('Status: In the token list')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('combobox')).toHaveValue('stablecoin')
    await user.click(await screen.findByRole('button', { name: 'About DAI' }))
    await user.click(screen.getByRole('button', { name: 'Select DAI' }))
    expect(form().outputToken).toBe(DAI.address)
  })

  it('are reachable by Tab only from the highlighted row', async () => {
    const { user, search } = await setUp()
    await user.click(search)
    await user.keyboard('{ArrowDown}')
    const reachable = screen
      .getAllByRole('button', { name: /^About/ })
      .filter((button) => button.tabIndex === 0)
    expect(reachable.map((button) => button.getAttribute('aria-label'))).toEqual(['About ETH'])
  })

  it('explain why a token is not trusted', async () => {
    const { user, search } = await setUp()
    await user.click(search)
    await user.paste(UNLISTED.address)
    await user.click(await screen.findByRole('button', { name: 'About MOON' }))
    expect(screen.getByText('MOON is not in the token list')).toBeVisible()
    expect(screen.getByText('Unverified')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Select MOON' }))
    const button = (name: string) => screen.getByRole('button', { name })
    expect(button('Use this token')).toHaveAttribute('data-state', 'secondary')
    expect(button('Cancel')).toHaveAttribute('data-state', 'primary')
  })
})

describe('an imported token', () => {
  it('is stored, found by its symbol, confirmed once after each load, and stays marked', async () => {
    const { user, search, form, unmount } = await setUp()
    await user.click(search)
    await user.paste(UNLISTED.address)
    await screen.findByRole('option', { name: /MOON/ })
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Use this token' }))
    expect(form().outputToken).toBe(UNLISTED.address)
    expect(await screen.findByText('Unverified')).toBeVisible()
    unmount()

    const later = await setUp()
    expect(await screen.findByRole('option', { name: /MOON Unverified/ })).toBeVisible()
    await later.user.type(later.search, 'moon')
    const found = await screen.findByRole('option', { name: /MOON Unverified/ })
    await later.user.click(found)
    // Any script of the page can write the storage.
    await later.user.click(await screen.findByRole('button', { name: 'Use this token' }))
    expect(later.form().outputToken).toBe(UNLISTED.address)
    expect(await screen.findByText('Unverified')).toBeVisible()
    await later.openAgain()
    await later.user.click(await screen.findByRole('option', { name: /MOON Unverified/ }))
    expect(screen.queryByRole('button', { name: 'Use this token' })).toBeNull()
    expect(later.form().outputToken).toBe(UNLISTED.address)
  })
})

describe('a site without token imports', () => {
  it('finds only listed tokens, also by address, and explains the absence of others', async () => {
    const { user, search } = await setUp({ config: { tokenImport: false } })
    await user.click(search)
    await user.paste(UNLISTED.address)
    expect(await screen.findByText('This site offers listed tokens only.')).toBeVisible()
    expect(screen.queryByRole('option')).toBeNull()
    await user.clear(search)
    await user.paste(DAI.address)
    expect(await screen.findByRole('option', { name: /DAI/ })).toBeVisible()
  })

  it("hides earlier imports and tokens that the host's list omits", async () => {
    const memory = { pinned: [UNLISTED], recent: [UNLISTED, DAI], imported: [UNLISTED] }
    await setUp({
      tokenMemory: memory,
      config: { tokenImport: false, listedTokens: [USDC, DAI] },
      chain: { balances: { ETH: '1', MOON: '1000000' } },
    })
    await waitFor(() => expect(group('Your tokens')).toEqual(['ETH']))
    const names = screen.getAllByRole('option').map((option) => option.textContent)
    expect(names.some((name) => name?.includes('DAI'))).toBe(true)
    expect(names.some((name) => /MOON|WBTC|LINK/.test(name ?? ''))).toBe(false)
  })
})

it('ranks an unlisted token without a value, whatever price is reported for it', async () => {
  const memory = { pinned: [], recent: [], imported: [UNLISTED] }
  await setUp({
    tokenMemory: memory,
    chain: { balances: { ETH: '1', MOON: '1000000' } },
    service: { rates: { MOON: 1_000_000 } },
  })
  await waitFor(() => expect(group('Your tokens')).toEqual(['ETH', 'MOON']))
  expect(screen.getByRole('option', { name: /ETH Ether 1 \$2,431.70/ })).toBeVisible()
  expect(screen.getByRole('option', { name: /MOON Unverified Moon Rocket .* 1,000,000$/ })).toBeVisible()
})

describe('the token types', () => {
  it("filter the list by the catalogue's types", async () => {
    const { user } = await setUp({ service: { types: { DAI: 'lend', WBTC: 'lend', LINK: 'invest' } } })
    await user.click(await screen.findByRole('button', { name: 'Type' }))
    const types = await screen.findByRole('group', { name: 'Type' })
    expect(
      within(types)
        .getAllByRole('radio')
        .map((radio) => radio.parentElement?.textContent),
    ).toEqual(['All', 'Lending', 'Vaults'])
    await user.click(within(types).getByRole('radio', { name: 'Lending' }))
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    expect(screen.getByRole('option', { name: /DAI/ })).toBeVisible()
    expect(screen.queryByText('Your tokens')).toBeNull()
    await user.click(within(types).getByRole('radio', { name: 'All' }))
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(LISTED.length))
  })

  it('are hidden when the catalogue has none', async () => {
    await setUp()
    expect(screen.queryByRole('group', { name: 'Type' })).toBeNull()
  })
})

it('marks the tokens that the host does not offer with the other token', async () => {
  const pair = { chainId: ETH.chainId, input: ETH.address, output: DAI.address }
  await setUp({ config: { forbiddenPairs: [pair] } })
  expect(await screen.findByRole('option', { name: /DAI.*Not offered with ETH/ })).toBeVisible()
  expect(screen.getAllByText('Not offered with ETH')).toHaveLength(1)
})

it('forgets an imported token and warns about it again', async () => {
  const imported = { chainId: UNLISTED.chainId, address: UNLISTED.address }
  const { user } = await setUp({ tokenMemory: { pinned: [], recent: [imported], imported: [imported] } })
  const about = await screen.findByRole('button', { name: `About ${UNLISTED.symbol}` })
  await user.click(about)
  await user.click(screen.getByRole('button', { name: 'Forget import' }))
  expect(screen.queryByRole('button', { name: 'Forget import' })).toBeNull()
  const select = screen.getByRole('button', { name: `Select ${UNLISTED.symbol}` })
  expect(select).toHaveFocus()
  await user.click(select)
  expect(screen.getByRole('button', { name: 'Use this token' })).toBeVisible()
})

describe('several networks', () => {
  const baseUsdc = onBase(USDC, '1')
  const baseTokens = [{ ...ETH, chainId: BASE }, baseUsdc, onBase(LINK, '2')]
  const network = (name: string) =>
    within(screen.getByRole('group', { name: 'Network' })).getByRole('radio', { name })

  it('come first once pinned, also in the next widget, and emit an event', async () => {
    const chains = [
      ...FIXTURE_CONFIG.chains,
      { ...FIXTURE_CONFIG.chains[0]!, id: 31_339, name: 'optimism', label: 'OP' },
    ]
    const pins: unknown[] = []
    const open = async () => {
      const opened = await setUp({ config: { chains } })
      opened.events.on('chainPinned', (pin) => pins.push(pin))
      return opened
    }
    const names = () =>
      within(screen.getByRole('group', { name: 'Network' }))
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.title || 'All networks')
    const { user } = await open()
    expect(names()).toEqual(['All networks', 'Ethereum', 'Base', 'OP'])
    await user.click(network('OP'))
    await user.click(screen.getByRole('button', { name: 'Type' }))
    await user.click(screen.getByRole('button', { name: 'Pin: OP' }))
    expect(names()).toEqual(['All networks', 'OP', 'Ethereum', 'Base'])
    cleanup()
    const again = await open()
    expect(names()).toEqual(['All networks', 'OP', 'Ethereum', 'Base'])
    await again.user.click(network('OP'))
    await again.user.click(screen.getByRole('button', { name: 'Type' }))
    await again.user.click(screen.getByRole('button', { name: 'Unpin: OP' }))
    expect(names()).toEqual(['All networks', 'Ethereum', 'Base', 'OP'])
    expect(pins).toEqual([
      { chainId: 31_339, pinned: true },
      { chainId: 31_339, pinned: false },
    ])
  })

  it('are listed together, with the network of each token', async () => {
    const { user, search } = await setUp({ service: { baseTokens } })
    await user.click(network('All networks'))
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(LISTED.length + baseTokens.length))
    expect(screen.getByRole('option', { name: /USDC USD Coin Base/ })).toBeVisible()
    await user.type(search, 'chainlink')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
  })

  it('move the other side to its counterpart on that chain', async () => {
    const { user, form } = await setUp({ service: { baseTokens } })
    await user.click(network('Base'))
    await user.click(await screen.findByRole('option', { name: /LINK.*0x2222/ }))
    expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
    expect(form()).toMatchObject({
      inputChainId: BASE,
      inputToken: ETH.address,
      outputChainId: BASE,
      outputToken: baseTokens[2]?.address,
    })
    expect(await screen.findByText('You now pay with ETH on Base')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('You now pay with ETH on Base')).toBeNull()
  })

  it('find the counterpart by its symbol', async () => {
    const { user, form } = await setUp({ service: { baseTokens }, page: 'tokens-input' })
    await user.click(network('Base'))
    await user.click(await screen.findByRole('option', { name: /LINK.*0x2222/ }))
    await screen.findByRole('heading', { name: 'Swap' })
    expect(form()).toMatchObject({ inputToken: baseTokens[2]?.address, outputToken: baseUsdc.address })
  })

  it('switch the sides when the counterpart of the other token is chosen', async () => {
    const { user, form } = await setUp({ service: { baseTokens } })
    await user.click(network('Base'))
    await user.click(await screen.findByRole('option', { name: /ETH Ether/ }))
    await screen.findByRole('heading', { name: 'Swap' })
    expect(form()).toMatchObject({
      inputToken: baseUsdc.address,
      outputToken: ETH.address,
      inputChainId: BASE,
    })
  })

  it('do not switch the sides when the host has locked the amount', async () => {
    const { user, form } = await setUp({
      service: { baseTokens },
      config: { lockedFields: ['amount'] },
      first: /DAI Dai/,
    })
    const { inputAmount } = form()
    await user.click(network('Base'))
    await user.click(await screen.findByRole('option', { name: /ETH Ether/ }))
    expect(await screen.findByText('Both tokens would be ETH')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Select ETH' }))
    expect(form()).toMatchObject({ inputToken: undefined, outputToken: ETH.address, inputAmount })
  })

  it('warn before the other side is cleared', async () => {
    const { user, form } = await setUp({
      service: { baseTokens },
      config: { input: { token: WBTC.address, amount: '1' }, output: { token: USDC.address } },
    })
    const before = form()
    await user.click(network('Base'))
    await user.click(await screen.findByRole('option', { name: /LINK.*0x2222/ }))
    expect(await screen.findByText('WBTC was not found on Base')).toBeVisible()
    expect(form()).toMatchObject({ inputToken: before.inputToken, inputChainId: before.inputChainId })
    await user.click(screen.getByRole('button', { name: 'Select LINK' }))
    expect(form()).toMatchObject({ inputToken: undefined, outputToken: baseTokens[2]?.address })
  })
})

it('does not mark tokens that the host allows or features, although the catalogue omits them', async () => {
  const tokens = { [ETHEREUM]: { allow: [ETH, USDC, UNLISTED].map(({ address }) => address) } }
  const recent = [{ chainId: ETHEREUM, address: UNLISTED.address }]
  render(
    <FixtureWidget
      page="tokens-output"
      config={{ tokens }}
      tokenMemory={{ pinned: [], recent, imported: [] }}
    />,
  )
  for (const row of await screen.findAllByRole('option', { name: /MOON/ })) expect(row).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryByText('Unverified')).toBeNull()
})

it('marks earlier tokens as unchecked while the catalogue fails, in the list and the details', async () => {
  const recent = [{ chainId: ETHEREUM, address: LINK.address }]
  render(
    <FixtureWidget
      page="tokens-output"
      service={{ tokens: new SluiceError('RATE_LIMITED') }}
      tokenMemory={{ pinned: recent, recent, imported: [] }}
    />,
  )
  await screen.findByRole('option', { name: /LINK Could not be checked/ })
  await userEvent.setup().click(screen.getByRole('button', { name: 'About LINK' }))
  expect(await screen.findByText('LINK could not be checked')).toBeVisible()
})

it('names the token list as the cause of a failure and offers a retry', async () => {
  render(
    <FixtureWidget page="tokens-output" service={{ tokens: new SluiceError('CATALOGUE_UNAVAILABLE') }} />,
  )
  expect(await screen.findByText('No usable answer from the token list')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.queryByText(/price service|No connection/)).toBeNull()
})

it('names the site owner as contact when the catalogue refuses, without a retry', async () => {
  render(<FixtureWidget page="tokens-output" service={{ tokens: new SluiceError('CATALOGUE_REFUSED') }} />)
  expect(await screen.findByText('Please tell the owner of this site.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.queryByText(/price service|No connection/)).toBeNull()
})
