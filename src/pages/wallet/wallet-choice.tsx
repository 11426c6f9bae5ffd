import { useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { useErrorLabels } from '../../components/use-error-labels.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWalletOptions } from '../../hooks/use-wallet-options.ts'
import { part } from '../../theme/part.ts'
import type { WalletOption } from '../../wallet/types.ts'
import { WalletApps } from './wallet-apps.tsx'
import styles from './wallet-choice.module.css'
import { WalletIcon } from './wallet-icon.tsx'

type NamedWallet = Pick<WalletOption, 'id' | 'name'>

/** The wallets of this browser. Selecting one connects it and returns to the form. */
export function WalletChoice() {
  const { t } = useTranslation()
  const getErrorLabels = useErrorLabels()
  const { options, error: listError, retry } = useWalletOptions()
  const { pending, left, error, choose, cancel } = useChoice()
  const list = useRef<HTMLUListElement>(null)
  const labels = error && getErrorLabels(error, { of: 'connect' })

  const leave = () => {
    // The focused Cancel button is about to be unmounted.
    list.current?.querySelector<HTMLElement>('[aria-busy]')?.focus()
    cancel()
  }

  return (
    <>
      {labels && <ErrorNotice error={error} labels={labels} />}
      {pending && (
        <Notice
          tone="neutral"
          title={t('wallet.connecting', { wallet: pending.name })}
          action={<Button onClick={leave}>{t('action.cancel')}</Button>}
        >
          {t('wallet.connectingHelp')}
        </Notice>
      )}
      {left && (
        <Notice tone="neutral" title={t('wallet.left', { wallet: left.name })}>
          {t('wallet.leftHelp')}
        </Notice>
      )}
      {listError && (
        <ErrorNotice
          error={listError}
          action={
            <Button size="small" onClick={retry}>
              {t('action.tryAgain')}
            </Button>
          }
        />
      )}
      {!options && !listError && (
        <div className={styles.list} aria-busy="true">
          <Skeleton width="100%" height="60px" />
          <Skeleton width="100%" height="60px" />
        </div>
      )}
      {options?.length === 0 && <NoWallet onRetry={retry} />}
      {options && options.length > 0 && (
        <ul ref={list} className={styles.list} aria-label={t('wallet.list')}>
          {options.map((option) => (
            <li key={option.id}>
              <WalletButton
                option={option}
                isPending={pending?.id === option.id}
                onClick={() => choose(option)}
              />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.promise}>{t('wallet.promise')}</p>
      <LiveRegion
        message={
          pending
            ? t('wallet.connecting', { wallet: pending.name })
            : left
              ? t('wallet.left', { wallet: left.name })
              : options || listError
                ? ''
                : t('wallet.loading')
        }
      />
      <LiveRegion politeness="assertive" message={labels ? labels.title : ''} />
    </>
  )
}

/** Connects a chosen wallet. `left` is the wallet whose connection was cancelled. */
function useChoice() {
  const { home } = useNavigation()
  const { connect } = useWallet()
  const [pending, setPending] = useState<NamedWallet>()
  const [error, setError] = useState<SluiceError>()
  const [left, setLeft] = useState<NamedWallet>()
  /** The pending choice. A wallet may respond later or never. */
  const awaited = useRef<unknown>(undefined)

  const choose = async (option: NamedWallet) => {
    awaited.current = option
    setPending(option)
    setError(undefined)
    setLeft(undefined)
    let failure: SluiceError | undefined
    try {
      await connect(option.id)
    } catch (cause) {
      failure = cause instanceof SluiceError ? cause : new SluiceError('WALLET_ERROR', { cause })
    }
    if (awaited.current !== option) return
    awaited.current = undefined
    setPending(undefined)
    if (failure) setError(failure)
    else home()
  }

  const cancel = () => {
    awaited.current = undefined
    setLeft(pending)
    setPending(undefined)
  }

  return { pending, left, error, choose, cancel }
}

function NoWallet({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Notice
        tone="neutral"
        title={t('wallet.none.title')}
        action={
          <Button size="small" onClick={onRetry}>
            {t('wallet.lookAgain')}
          </Button>
        }
      >
        {t('wallet.none.help')}
      </Notice>
      <WalletApps />
    </>
  )
}

function WalletButton({
  option: { name, icon, announcers },
  isPending,
  onClick,
}: {
  option: WalletOption
  isPending: boolean
  onClick: () => void
}) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={styles.wallet}
      {...part('wallet', isPending ? 'busy' : 'idle')}
      aria-busy={isPending || undefined}
      onClick={onClick}
    >
      <WalletIcon name={name} icon={icon} />
      <span className={styles.name}>
        <bdi translate="no">{name}</bdi>{' '}
        {announcers && (
          <span className={styles.announcers}>{t('wallet.announcers', { count: announcers })}</span>
        )}
      </span>
      {isPending && <Spinner />}
    </button>
  )
}
