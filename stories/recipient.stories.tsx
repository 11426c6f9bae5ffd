import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { FIXTURE_CONFIG } from '../src/testing/fixtures/fixture-config.ts'
import { fixtureError } from '../src/testing/fixtures/fixture-swap.ts'
import { BASE } from '../src/testing/fixtures/fixture-tokens.ts'
import { FixtureWidget } from '../src/testing/fixtures/fixture-widget.tsx'
import { PARTNER, USDC, USER } from '../wire/fixtures/addresses.ts'
import { NATIVE_TOKEN } from '../wire/lib/address.ts'
import { waitUntilSettled } from './support/wait-until-settled.ts'

const meta = {
  title: 'Pages/Recipient',
  component: FixtureWidget,
  play: waitUntilSettled,
  args: { page: 'recipient', config: { recipient: 'optional' } },
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

const typed =
  (text: string) =>
  async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await waitUntilSettled({ canvasElement })
    const field = await within(canvasElement).findByLabelText('Recipient address')
    await userEvent.type(field, text)
    await waitUntilSettled({ canvasElement })
  }

export const Empty: Story = {}

export const Recent: Story = {
  tags: ['preset'],
  args: { recentRecipients: [PARTNER, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] },
}

export const Saved: Story = {
  args: {
    bookmarks: [
      { address: PARTNER, label: 'Treasury' },
      { address: USDC, label: 'A label that is as long as a label of a recipient may be' },
    ],
  },
}

/** The address has the same first and last characters as a saved one. */
export const LookAlike: Story = {
  args: { bookmarks: [{ address: PARTNER, label: 'Treasury' }] },
  play: typed(`${PARTNER.slice(0, 6)}${'a'.repeat(32)}${PARTNER.slice(-4)}`.toLowerCase()),
}

export const Incomplete: Story = { play: typed('0x7099') }

export const Valid: Story = { play: typed(PARTNER) }

export const Invalid: Story = { play: typed('somebody') }

export const WrongChecksum: Story = { play: typed(PARTNER.replace('C8', 'c8')) }

export const Refused: Story = { play: typed(NATIVE_TOKEN) }

export const OwnWallet: Story = { play: typed(USER) }

export const Contract: Story = {
  args: { chain: { activity: { isContract: true, isUsed: true } } },
  play: typed(PARTNER),
}

/** A contract wallet of another network that is not deployed on the network of the swap. */
export const ContractElsewhere: Story = {
  parameters: { look: { direction: 'ltr' } },
  args: { chain: { activity: { isContract: false, isUsed: false }, contractOn: [BASE] } },
  play: async (context) => {
    await typed(PARTNER)(context)
    const notice = 'The recipient is a contract on Base, not on Ethereum'
    await waitFor(() => expect(within(context.canvasElement).getByText(notice)).toBeVisible())
  },
}

export const NoActivity: Story = {
  args: { chain: { activity: { isContract: false, isUsed: false } } },
  play: typed(PARTNER),
}

export const Unknown: Story = {
  args: { chain: { activity: fixtureError('RPC_UNAVAILABLE') } },
  play: typed(PARTNER),
}

const withNames = {
  recipient: 'optional',
  chains: FIXTURE_CONFIG.chains.map((chain) => ({ ...chain, ensResolver: PARTNER })),
} as const

export const Name: Story = {
  args: { config: withNames, chain: { names: { 'treasury.eth': PARTNER } } },
  play: typed('treasury.eth'),
}

export const NameWithoutAddress: Story = { args: { config: withNames }, play: typed('nobody.eth') }

export const NameNotLookedUp: Story = {
  args: { config: withNames, chain: { names: { 'treasury.eth': fixtureError('RPC_UNAVAILABLE') } } },
  play: typed('treasury.eth'),
}
