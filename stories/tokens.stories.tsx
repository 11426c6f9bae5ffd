import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { SluiceError } from '../src/errors/sluice-error.ts'
import type { Token } from '../src/events/types.ts'
import { FIXTURE_CONFIG } from '../src/testing/fixtures/fixture-config.ts'
import {
  BASE,
  DAI,
  ETH,
  FAKE_USDT,
  LINK,
  LISTED,
  UNLISTED,
  USDC,
  USDT,
  WBTC,
} from '../src/testing/fixtures/fixture-tokens.ts'
import { DISCONNECTED } from '../src/testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../src/testing/fixtures/fixture-widget.tsx'
import type { Address } from '../wire/lib/address.ts'
import { waitUntilSettled } from './support/wait-until-settled.ts'

const meta = {
  title: 'Pages/Tokens',
  component: FixtureWidget,
  play: waitUntilSettled,
  args: { page: 'tokens-output' },
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

/** Milliseconds, for slow machines. */
const PATIENT = { timeout: 10_000 }

const many = Array.from({ length: 20_000 }, (_, index) => ({
  ...LINK,
  symbol: `T${index}`,
  name: `Token number ${index}`,
  address: `0x${(index + 1).toString(16).padStart(40, '0')}` as Address,
}))

const onBase = (token: Token, digit: string): Token => ({
  ...token,
  chainId: BASE,
  address: token === ETH ? token.address : (`0x${digit.repeat(40)}` as Address),
})
const baseTokens = [onBase(ETH, '0'), onBase(USDC, '1'), onBase(LINK, '2')]

/** The account's tokens by value, then the popular tokens. */
export const List: Story = { tags: ['preset'] }

/** Without a wallet no balances are known. */
export const NotConnected: Story = { args: { wallet: { state: DISCONNECTED } } }

/** Pinned, recent and imported tokens of this browser. */
export const Remembered: Story = {
  args: {
    config: { storageKey: 'remembered' },
    tokenMemory: { pinned: [LINK], recent: [UNLISTED, USDT], imported: [UNLISTED] },
  },
}

/** Logos from an allowed host, one of which fails to load. */
export const Logos: Story = {
  args: {
    config: { logoHosts: [location.host] },
    service: {
      tokens: LISTED.map((token, index) => ({
        ...token,
        logoUri: `http://${location.host}/${index === 1 ? 'nothing' : 'favicon'}.svg`,
      })),
    },
  },
}

/** The list filtered by one token type. */
export const Types: Story = {
  args: { service: { types: { DAI: 'stable', USDT: 'stable', WBTC: 'lend', LINK: 'invest' } } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Type' }, PATIENT))
    await userEvent.click(await canvas.findByRole('radio', { name: 'Stable' }, PATIENT))
    await waitFor(() => expect(canvas.getAllByRole('option')).toHaveLength(2), PATIENT)
  },
}

export const AllNetworks: Story = {
  args: { service: { baseTokens } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('radio', { name: 'All networks' }, PATIENT))
    await waitFor(() => expect(canvas.getAllByRole('option', { name: /USDC/ })).toHaveLength(2), PATIENT)
  },
}

const optimism = { id: 31_339, name: 'optimism', label: 'OP', rpcUrls: ['http://fixture.test/rpc'] }

/** A pinned network comes first. */
export const PinnedNetworks: Story = {
  args: {
    config: { storageKey: 'pinned-networks', chains: [...FIXTURE_CONFIG.chains, optimism] },
    tokenMemory: { pinned: [], recent: [], imported: [], pinnedChains: [optimism.id] },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('radio', { name: 'OP' }, PATIENT))
    await userEvent.click(canvas.getByRole('button', { name: 'Type' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Unpin: OP' })).toBeVisible(), PATIENT)
    await expect(canvas.getAllByRole('radio').indexOf(canvas.getByRole('radio', { name: 'OP' }))).toBe(1)
  },
}

/** A token of another network while the other side has no counterpart there. */
export const NoCounterpart: Story = {
  args: {
    service: { baseTokens },
    config: { input: { token: WBTC.address, amount: '1' }, output: { token: USDC.address } },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('radio', { name: 'Base' }, PATIENT))
    await userEvent.click(await canvas.findByRole('option', { name: /LINK/ }, PATIENT))
    await waitFor(() => expect(canvas.getByText(/WBTC.? was not found on .?Base/)).toBeVisible(), PATIENT)
  },
}

export const Details: Story = {
  parameters: { look: { direction: 'ltr' } },
  args: { service: { types: { DAI: 'stable' } } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'About DAI' }, PATIENT))
    await waitFor(() => expect(canvas.getByText('In the token list')).toBeVisible(), PATIENT)
  },
}

export const DetailsOfUnlisted: Story = {
  parameters: { look: { direction: 'ltr' } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('combobox'))
    await userEvent.paste(UNLISTED.address)
    await userEvent.click(await canvas.findByRole('button', { name: 'About MOON' }, PATIENT))
    await waitFor(() => expect(canvas.getByText('Unverified')).toBeVisible(), PATIENT)
  },
}

/** The catalogue fails, so earlier tokens are marked as unchecked. */
export const Unchecked: Story = {
  args: {
    service: { tokens: new SluiceError('RATE_LIMITED') },
    tokenMemory: {
      pinned: [{ chainId: ETH.chainId, address: LINK.address }],
      recent: [],
      imported: [{ chainId: ETH.chainId, address: UNLISTED.address }],
    },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getByText('Could not be checked')).toBeVisible(), PATIENT)
  },
}

export const Loading: Story = { args: { service: { tokens: 'pending' } } }

export const Unreachable: Story = {
  args: { service: { tokens: new SluiceError('RATE_LIMITED') } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await waitFor(() => expect(within(canvasElement).getByText('Too many requests')).toBeVisible(), PATIENT)
  },
}

export const Thousands: Story = { args: { service: { tokens: [...LISTED, ...many] } } }

export const NothingFound: Story = {
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('combobox'), 'zzz')
    await waitFor(() => expect(canvas.getAllByText('No token found')[0]).toBeVisible(), PATIENT)
  },
}

export const LookAlike: Story = {
  args: { service: { tokens: [...LISTED, FAKE_USDT] } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('option', { name: /Looks like .?USDT/ }))
    await waitFor(() => expect(canvas.getByText(/This is not the well-known .?USDT/)).toBeVisible(), PATIENT)
  },
}

/** The host lists three tokens: all others are marked as unlisted and come last. */
export const PinnedList: Story = { args: { config: { listedTokens: LISTED.slice(0, 3) } } }

export const UnlistedAddress: Story = {
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    const search = await canvas.findByRole('combobox')
    await userEvent.click(search)
    await userEvent.paste(UNLISTED.address)
    await waitFor(() => expect(canvas.getByText('MOON')).toBeVisible(), PATIENT)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByText(/MOON.? is not in the token list/)).toBeVisible(), PATIENT)
  },
}

/** The host offers no unlisted tokens. */
export const OnlyListed: Story = {
  args: { config: { tokenImport: false } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('combobox'))
    await userEvent.paste(UNLISTED.address)
    await waitFor(
      () => expect(canvas.getByText('This site offers listed tokens only.')).toBeVisible(),
      PATIENT,
    )
  },
}

export const Dark: Story = { args: { config: { theme: 'dark' } } }

/** The host features two tokens and denies one. */
export const HostsChoice: Story = {
  args: {
    config: {
      tokens: { [ETH.chainId]: { featured: [LINK.address, DAI.address], deny: [USDT.address] } },
    },
  },
}
