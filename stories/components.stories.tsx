import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { Button } from '../src/components/button.tsx'
import { Card } from '../src/components/card.tsx'
import { Detail, DetailList } from '../src/components/detail-list.tsx'
import { IconButton } from '../src/components/icon-button.tsx'
import { Notice } from '../src/components/notice.tsx'
import { RadioGroup } from '../src/components/radio-group.tsx'
import { RefreshRing } from '../src/components/refresh-ring.tsx'
import { Skeleton } from '../src/components/skeleton.tsx'
import { Spinner } from '../src/components/spinner.tsx'
import { TextField } from '../src/components/text-field.tsx'
import { TokenAvatar } from '../src/components/token-avatar.tsx'
import { loadPageMessages } from '../src/i18n/load-page-messages.ts'
import { FixtureSurface } from '../src/testing/fixtures/fixture-surface.tsx'
import { ETH, LINK, USDC, WBTC } from '../src/testing/fixtures/fixture-tokens.ts'

/** The parts of the pages in their states. */
const meta = {
  title: 'Components',
  component: FixtureSurface,
  args: { children: null },
  loaders: [loadPageMessages],
} satisfies Meta<typeof FixtureSurface>

export default meta
type Story = StoryObj<typeof meta>

const nothing = () => {}
const VARIANTS = ['primary', 'secondary', 'quiet'] as const

export const Buttons: Story = {
  tags: ['preset'],
  args: {
    children: (
      <>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} size="large">
            Large, {variant}
          </Button>
        ))}
        <Button size="large" inactive>
          Large, inactive
        </Button>
        <Button size="large" busy>
          Large, busy
        </Button>
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size="small">
              {variant}
            </Button>
          ))}
          <IconButton icon="settings" label="Settings" />
          <IconButton icon="clock" label="Activity, one pending" marked />
        </p>
      </>
    ),
  },
}

export const Notices: Story = {
  args: {
    children: (['neutral', 'positive', 'warning', 'negative'] as const).map((tone) => (
      <Notice
        key={tone}
        tone={tone}
        title={`The tone is ${tone}`}
        action={tone === 'neutral' && <Button size="small">Act</Button>}
      >
        What happened, what stands, what to do.
      </Notice>
    )),
  },
}

export const Choices: Story = { args: { children: <Choose /> } }

function Choose() {
  const [value, setValue] = useState('5')
  const options = ['1', '5', '20'].map((minutes) => ({ value: minutes, label: `${minutes} min` }))
  return (
    <>
      <RadioGroup label="Segments" shape="segments" options={options} value={value} onChange={setValue} />
      <RadioGroup label="Chips" shape="chips" options={options} value={value} onChange={setValue} />
      <RadioGroup label="Fixed" shape="chips" options={options} value={value} disabled onChange={setValue} />
    </>
  )
}

export const Fields: Story = { args: { children: <Type /> } }

function Type() {
  const [value, setValue] = useState('0.5')
  const props = { value, onChange: ({ target }: { target: { value: string } }) => setValue(target.value) }
  return (
    <>
      <TextField label="Field" placeholder="Search" onClear={() => setValue('')} {...props} />
      <TextField label="Control" shape="control" after="%" {...props} />
    </>
  )
}

export const Details: Story = {
  args: {
    children: (
      <Card>
        <DetailList>
          <Detail label="Plain" help="What the label means.">
            3,624.95 USDC
          </Detail>
          <Detail label="With a note" note="Slippage limit 0.5%">
            3,643.17 USDC
          </Detail>
          <Detail label="Positive" tone="positive">
            +0.03%
          </Detail>
          <Detail label="Warning" tone="warning">
            3.12%
          </Detail>
          <Detail label="Negative" tone="negative">
            19.8%
          </Detail>
        </DetailList>
      </Card>
    ),
  },
}

export const Waiting: Story = {
  args: {
    children: (
      <>
        <p style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
          <Spinner />
          <RefreshRing secondsLeft={6} period={10} isRefreshing={false} onRefresh={nothing} />
          <Skeleton width="12ch" />
        </p>
        <Skeleton width="100%" height="60px" />
      </>
    ),
  },
}

export const Avatars: Story = {
  args: {
    children: (
      <p style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
        {[ETH, USDC, WBTC, LINK].map((token, index) => (
          <TokenAvatar key={token.symbol} token={token} size={24 + 12 * index} />
        ))}
      </p>
    ),
  },
}
