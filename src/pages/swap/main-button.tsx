import { isNativeToken } from '../../../wire/lib/address.ts'
import { Button, type ButtonProps } from '../../components/button.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import type { SwapReadiness } from '../../hooks/swap-readiness.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { getBlocker } from './blocker-label.ts'
import { formPart } from './form-part.ts'

const SwitchChain = formPart('SwitchChain')

export interface MainButtonProps {
  readiness: SwapReadiness
  /** The reason why the review is blocked although the form is complete. */
  blocked: string | undefined
  onRetry: () => void
}

/** The button with the next action, or the reason why none is possible. */
export function MainButton({ readiness, blocked, onRetry }: MainButtonProps) {
  const translation = useTranslation()
  const { t } = translation
  const { push } = useNavigation()
  const { selectRoute } = useWidget()
  const { lockedFields, onConnect = () => push('wallet') } = useConfig()
  if (readiness.kind === 'error' && readiness.error.retryable) {
    return (
      <Button size="large" onClick={onRetry}>
        {t('action.tryAgain')}
      </Button>
    )
  }
  switch (readiness.kind) {
    case 'connect':
      return <Action onClick={() => onConnect()}>{t('action.connect')}</Action>
    case 'switch-chain':
      return <SwitchChain chainId={readiness.chainId} fallback={<Loading />} />
    case 'review':
      return blocked ? (
        <Idle>{blocked}</Idle>
      ) : (
        <Action onClick={() => selectRoute(readiness.intent)}>{t(reviewLabel(readiness.intent))}</Action>
      )
    case 'loading':
      return <Loading />
    case 'error':
    case 'insufficient-balance':
    case 'below-minimum':
      return <Idle>{getBlocker(readiness, translation)}</Idle>
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
    case 'no-router':
      return <Idle>{t('swap.button.noRouter')}</Idle>
    default:
      return readiness satisfies never
  }
}

function reviewLabel({ wrapper, inputToken }: SwapIntent) {
  if (!wrapper) return 'action.review'
  return isNativeToken(inputToken.address) ? 'action.reviewWrap' : 'action.reviewUnwrap'
}

function Action(props: ButtonProps) {
  return <Button variant="primary" size="large" data-focus-key="main" {...props} />
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Button size="large" busy>
      {t('swap.button.loading')}
    </Button>
  )
}

function Idle({ children }: { children: string }) {
  return (
    <Button size="large" inactive>
      {children}
    </Button>
  )
}
