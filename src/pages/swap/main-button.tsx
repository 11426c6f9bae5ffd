import { useState } from 'react'
import { isNativeToken } from '../../../wire/lib/address.ts'
import { Button, type ButtonProps } from '../../components/button.tsx'
import type { SluiceError } from '../../errors/sluice-error.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import type { SwapReadiness } from '../../hooks/swap-readiness.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { formPart } from './form-part.ts'
import { toInsufficientLabel } from './insufficient-label.ts'

export interface MainButtonProps {
  readiness: SwapReadiness
  /** The reason why the review is blocked although the form is complete. */
  blocked: string | undefined
  hasPrice: boolean
  onRetry: () => void
}

/** The button with the next action, or the reason why none is possible. */
export function MainButton({ readiness, blocked, hasPrice, onRetry }: MainButtonProps) {
  const translation = useTranslation()
  const { t, format } = translation
  const { push } = useNavigation()
  const { selectRoute } = useWidget()
  const { lockedFields, onConnect = () => push('wallet') } = useConfig()
  switch (readiness.kind) {
    case 'connect':
      return <Action onClick={() => onConnect()}>{t('action.connect')}</Action>
    case 'switch-chain':
      return <SwitchChain chainId={readiness.chainId} />
    case 'review':
      return blocked ? (
        <Idle>{blocked}</Idle>
      ) : (
        <Action onClick={() => selectRoute(readiness.intent)}>{t(reviewLabel(readiness.intent))}</Action>
      )
    case 'error':
      return readiness.error.retryable ? (
        <Button size="large" onClick={onRetry}>
          {t('action.tryAgain')}
        </Button>
      ) : (
        <Idle>{t(errorLabel(readiness.error, hasPrice))}</Idle>
      )
    case 'loading':
      return (
        <Button size="large" busy>
          {t('swap.button.loading')}
        </Button>
      )
    case 'insufficient-balance':
      return <Idle>{toInsufficientLabel(readiness, translation)}</Idle>
    case 'select-token':
      return <Idle>{t('swap.button.selectToken')}</Idle>
    case 'enter-amount':
      return <Idle>{t('swap.button.enterAmount')}</Idle>
    case 'enter-recipient':
    case 'change-recipient':
      if (readiness.kind === 'change-recipient' && lockedFields.includes('recipient')) {
        return <Idle>{t(`recipient.problem.${readiness.problem}`)}</Idle>
      }
      return (
        <Action onClick={() => push('recipient')}>
          {t(
            readiness.kind === 'enter-recipient'
              ? 'swap.button.enterRecipient'
              : 'swap.button.changeRecipient',
          )}
        </Action>
      )
    case 'below-minimum':
      return <Idle>{t('swap.button.minimum', { amount: format.usd(readiness.minAmountUsd) })}</Idle>
    case 'no-router':
      return <Idle>{t('swap.button.noRouter')}</Idle>
    default:
      return readiness satisfies never
  }
}

/** The label must not contradict a shown price. */
function errorLabel({ code }: SluiceError, hasPrice: boolean) {
  if (hasPrice) return `error.${code}` as const
  return code === 'NO_ROUTE' ? 'swap.button.noRoute' : 'swap.button.noPrice'
}

function reviewLabel({ wrapper, inputToken }: SwapIntent) {
  if (!wrapper) return 'action.review'
  return isNativeToken(inputToken.address) ? 'action.reviewWrap' : 'action.reviewUnwrap'
}

function Action(props: ButtonProps) {
  return <Button variant="primary" size="large" data-focus-key="main" {...props} />
}

function Idle({ children }: { children: string }) {
  return (
    <Button size="large" inactive>
      {children}
    </Button>
  )
}

const SwitchFailure = formPart('SwitchFailure')

function SwitchChain({ chainId }: { chainId: number }) {
  const { t } = useTranslation()
  const chain = useChain(chainId)
  const { switchChain } = useWallet()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ cause: unknown }>()
  const requestSwitch = () => {
    setBusy(true)
    setFailure(undefined)
    switchChain(chainId)
      .catch((cause: unknown) => setFailure({ cause }))
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Action busy={busy} onClick={requestSwitch}>
        {t('action.switchChain', { chain: chain?.label ?? String(chainId) })}
      </Action>
      {failure && <SwitchFailure {...failure} />}
    </>
  )
}
