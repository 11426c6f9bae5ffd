import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { SluiceError } from '../src/errors/sluice-error.ts'
import type { Address } from '../src/lib/address.ts'
import { DAI, ETH, FAKE_USDT, LINK, LISTED, UNLISTED, USDT } from '../testing/fixture-tokens.ts'
import { FixtureWidget } from './support/fixture-widget.tsx'
import { settled } from './support/settled.ts'

const meta = {
  title: 'Pages/Tokens',
  component: FixtureWidget,
  play: settled,
  args: { page: 'tokens-output' },
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

const many = Array.from({ length: 5_000 }, (_, index) => ({
  ...LINK,
  symbol: `T${index}`,
  name: `Token number ${index}`,
  address: `0x${(index + 1).toString(16).padStart(40, '0')}` as Address,
}))

export const List: Story = {}

export const Loading: Story = { args: { service: { tokens: 'pending' } } }

export const Unreachable: Story = {
  args: { service: { tokens: new SluiceError('RATE_LIMITED') } },
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    await waitFor(() => expect(within(canvasElement).getByText('Too many requests')).toBeVisible())
  },
}

export const Thousands: Story = { args: { service: { tokens: [...LISTED, ...many] } } }

export const NothingFound: Story = {
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('combobox'), 'zzz')
    await waitFor(() => expect(canvas.getAllByText('No token found')[0]).toBeVisible())
  },
}

export const LookAlike: Story = {
  args: { service: { tokens: [...LISTED, FAKE_USDT] } },
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('option', { name: /Looks like USDT/ }))
    await waitFor(() => expect(canvas.getByText('This is not the well-known USDT')).toBeVisible())
  },
}

/** The host lists three tokens: all others are marked as unlisted and come last. */
export const PinnedList: Story = { args: { config: { listedTokens: LISTED.slice(0, 3) } } }

export const UnlistedAddress: Story = {
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const canvas = within(canvasElement)
    const search = await canvas.findByRole('combobox')
    await userEvent.click(search)
    await userEvent.paste(UNLISTED.address)
    await waitFor(() => expect(canvas.getByText('MOON')).toBeVisible())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByText('MOON is not in the token list')).toBeVisible())
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
