import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../src/components/button.tsx'
import { Detail, DetailList, type DetailProps } from '../src/components/detail-list.tsx'
import { FullAddress } from '../src/components/full-address.tsx'
import { IconButton, type IconButtonProps } from '../src/components/icon-button.tsx'
import { Notice, type NoticeProps } from '../src/components/notice.tsx'
import { RadioGroup, type RadioGroupProps } from '../src/components/radio-group.tsx'
import { RefreshRing, type RefreshRingProps } from '../src/components/refresh-ring.tsx'
import { Skeleton, type SkeletonProps } from '../src/components/skeleton.tsx'
import { TextField, type TextFieldProps } from '../src/components/text-field.tsx'
import { TokenAmount } from '../src/components/token-amount.tsx'
import { TokenAvatar } from '../src/components/token-avatar.tsx'
import { WalletErrorNotice } from '../src/components/wallet-error-notice.tsx'
import { ERROR_CODES, type ErrorCode } from '../src/errors/codes.ts'
import { SluiceError } from '../src/errors/sluice-error.ts'
import { loadPageMessages } from '../src/i18n/load-page-messages.ts'
import type { FixtureContextProps } from '../src/testing/fixtures/fixture-context.tsx'
import { FixtureSurface } from '../src/testing/fixtures/fixture-surface.tsx'
import { ETH, LINK, USDC, WBTC } from '../src/testing/fixtures/fixture-tokens.ts'

/** Single components with a control for each of their properties. */
const meta = {
  title: 'Components with controls',
  loaders: [loadPageMessages],
} satisfies Meta

export default meta

const TOKENS = { ETH, USDC, WBTC, LINK }
type Symbols = keyof typeof TOKENS
const symbols = Object.keys(TOKENS)
const oneOf = (...options: readonly string[]) => ({ control: 'select', options })
const nothing = () => {}

/** Renders a component on the surface of a widget. The names of `args` are its controls. */
function withControls<Args extends object>(
  show: (args: Args) => ReactNode,
  args: Args,
  argTypes: { [Name in keyof Args]?: object } = {},
): StoryObj {
  return {
    args,
    argTypes,
    parameters: { controls: { include: Object.keys(args) } },
    render: ({ config = {}, onWidget = nothing, ...own }: Partial<FixtureContextProps>) => (
      <FixtureSurface config={config} onWidget={onWidget}>
        {show(own as Args)}
      </FixtureSurface>
    ),
  }
}

export const ButtonControls = withControls<ButtonProps>(
  (args) => <Button {...args} />,
  { children: 'Review swap', variant: 'primary', size: 'large', inactive: false, busy: false },
  { variant: oneOf('primary', 'secondary', 'quiet'), size: oneOf('large', 'medium', 'small') },
)

export const IconButtonControls = withControls<IconButtonProps>(
  (args) => <IconButton {...args} />,
  { icon: 'settings', label: 'Settings', marked: false },
  { icon: oneOf('back', 'clock', 'flip', 'info', 'settings', 'wallet') },
)

export const NoticeControls = withControls<NoticeProps>(
  (args) => <Notice {...args} />,
  { tone: 'warning', title: 'What happened', children: 'What stands, what to do.' },
  { tone: oneOf('neutral', 'positive', 'warning', 'negative') },
)

/** The texts of each error in each language of the toolbar. */
export const ErrorControls = withControls<{ code: ErrorCode; clockSkewMs: number }>(
  ({ code, clockSkewMs }) => <WalletErrorNotice error={new SluiceError(code, { clockSkewMs })} />,
  { code: 'NO_ROUTE', clockSkewMs: 600_000 },
  { code: oneOf(...Object.keys(ERROR_CODES)) },
)

export const ChoiceControls = withControls<RadioGroupProps<string>>(
  (args) => <RadioGroup {...args} onChange={nothing} />,
  {
    label: 'Deadline',
    shape: 'segments',
    options: ['5', '10', '20'].map((value) => ({ value, label: `${value} min` })),
    value: '10',
    disabled: false,
    onChange: nothing,
  },
  { shape: oneOf('segments', 'chips') },
)

export const FieldControls = withControls<TextFieldProps>(
  (args) => <TextField {...args} readOnly />,
  { label: 'Slippage limit', value: '0.5', after: '%', shape: 'control' },
  { shape: oneOf('field', 'control') },
)

export const DetailControls = withControls<DetailProps>(
  (args) => (
    <DetailList>
      <Detail {...args} />
    </DetailList>
  ),
  {
    label: 'Minimum received',
    help: 'If the trade would give less, it is cancelled.',
    note: 'Slippage limit 0.5%',
    tone: 'plain',
    children: '3,624.95 USDC',
  },
  { tone: oneOf('plain', 'positive', 'warning', 'negative') },
)

export const RefreshRingControls = withControls<RefreshRingProps>((args) => <RefreshRing {...args} />, {
  secondsLeft: 6,
  period: 10,
  isRefreshing: false,
  onRefresh: nothing,
})

export const SkeletonControls = withControls<SkeletonProps>((args) => <Skeleton {...args} />, {
  width: '12ch',
  height: '20px',
})

export const AvatarControls = withControls<{ symbol: Symbols; size: number }>(
  ({ symbol, size }) => <TokenAvatar token={TOKENS[symbol]} size={size} />,
  { symbol: 'ETH', size: 40 },
  { symbol: oneOf(...symbols) },
)

/** How an amount is shortened. The tooltip shows every digit. */
export const AmountControls = withControls<{
  units: string
  symbol: Symbols
  exact: boolean
  maximum: boolean
}>(
  ({ units, symbol, ...shown }) => (
    <TokenAmount value={BigInt(/^\d+$/.test(units) ? units : 0)} token={TOKENS[symbol]} {...shown} />
  ),
  { units: '1234567890123456789', symbol: 'ETH', exact: false, maximum: false },
  { symbol: oneOf(...symbols) },
)

export const AddressControls = withControls<{ address: string }>(
  ({ address }) => <FullAddress address={address} />,
  { address: USDC.address },
)
