import type { Meta, StoryObj } from '@storybook/react-vite'
import { fixtureIntent } from '../src/testing/fixtures/fixture-swap.ts'
import { DISCONNECTED } from '../src/testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../src/testing/fixtures/fixture-widget.tsx'
import { expectPosition } from './support/expect-position.ts'

/** The widget adapts to the width of its container: compact, one column, or two. */
const meta = {
  title: 'Layouts',
  component: FixtureWidget,
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

const form = { first: '[data-part="main-button"]', second: '[data-part="price"]' }
const review = { first: '[data-part="card"]', second: '[data-aside]' }
const reviewArgs = { page: 'review', intent: fixtureIntent() } as const

export const CompactForm: Story = {
  parameters: { look: { width: 280 } },
  play: expectPosition({ ...form, are: 'below' }),
}

export const CompactReview: Story = {
  parameters: { look: { width: 280 } },
  args: reviewArgs,
  play: expectPosition({ ...review, are: 'below' }),
}

/** Wider than one column but too narrow for two, so the column is centered. */
export const OneColumn: Story = {
  parameters: { look: { width: 700 } },
  play: expectPosition({ ...form, are: 'below' }),
}

export const WideForm: Story = {
  parameters: { look: { width: 960 } },
  play: expectPosition({ ...form, are: 'beside' }),
}

/** The column of the details is reserved before they load. */
export const WideFormEmpty: Story = {
  parameters: { look: { width: 960 } },
  args: { config: { input: { amount: '' } }, wallet: { state: DISCONNECTED } },
  play: expectPosition({ first: '[data-part="main-button"]', second: '[data-aside]', are: 'beside' }),
}

export const WideFormInArabic: Story = {
  parameters: { look: { width: 960 } },
  args: { config: { locale: 'ar' } },
  play: expectPosition({ ...form, are: 'beside' }),
}

export const WideReview: Story = {
  parameters: { look: { width: 960 } },
  args: reviewArgs,
  play: expectPosition({ ...review, are: 'beside' }),
}

export const WideReviewInArabic: Story = {
  parameters: { look: { width: 960 } },
  args: { ...reviewArgs, config: { locale: 'ar' } },
  play: expectPosition({ ...review, are: 'beside' }),
}

/** The search and its filters are next to the list. */
export const WideTokens: Story = {
  parameters: { look: { width: 960 } },
  args: { page: 'tokens-output' },
  play: expectPosition({ first: '[role="combobox"]', second: '[role="listbox"]', are: 'beside' }),
}

/** The host's `maxWidth` prevents two columns in a wide container. */
export const WideHeldToOneColumn: Story = {
  parameters: { look: { width: 960 } },
  args: { config: { themeTokens: { maxWidth: '440px' } } },
  play: expectPosition({ ...form, are: 'below' }),
}
