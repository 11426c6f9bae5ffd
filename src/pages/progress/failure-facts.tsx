import { type ReactNode, useMemo } from 'react'
import { isNativeToken } from '../../../wire/lib/address.ts'
import { Card } from '../../components/card.tsx'
import { getErrorLabels } from '../../components/error-notice.tsx'
import { Icon } from '../../components/icon.tsx'
import type { StateOf } from '../../execution/machine/types.ts'
import { useAllowances } from '../../hooks/use-allowances.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { isUnlimited } from '../../lib/unlimited.ts'
import styles from './failure-facts.module.css'
import { GasPaid } from './gas-paid.tsx'
import { getRevertCause } from './revert-cause.ts'

/** Shows the cause of a failed swap, the remaining funds, the cost and the advice. */
export function FailureFacts({ state }: { state: StateOf<'failed'> }) {
  const { t } = useTranslation()
  const { error, intent, gasPaidWei } = state
  const { title, help } = getErrorLabels(t, error)
  const cause = getRevertCause(error)
  const isCancelled = error.code === 'TRANSACTION_CANCELLED'
  return (
    <Card>
      <dl className={styles.facts}>
        <Fact label={t('progress.failed.happened')}>
          <span className={styles.title}>
            <Icon name="alert" size={18} />
            <span>{title}</span>
          </span>
          {cause ? <Cause cause={cause} slippageBps={intent.slippageBps} /> : isCancelled && <p>{help}</p>}
        </Fact>
        {(cause || isCancelled) && (
          <Fact label={t('progress.failed.remains')}>
            <Remaining intent={intent} />
          </Fact>
        )}
        {cause && (
          <Fact label={t('progress.failed.cost')}>
            <p>
              <GasPaid chainId={intent.chainId} wei={gasPaidWei} />
            </p>
          </Fact>
        )}
        {!isCancelled && (
          <Fact label={t('progress.failed.next')}>
            <p>{cause ? t(`progress.failed.next.${cause}`) : help}</p>
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Cause({
  cause,
  slippageBps,
}: {
  cause: NonNullable<ReturnType<typeof getRevertCause>>
  slippageBps: number
}) {
  const { t, format } = useTranslation()
  return (
    <p>
      {cause === 'price'
        ? t('progress.failed.cause.price', { percent: format.percent(slippageBps) })
        : t(`progress.failed.cause.${cause}`)}
    </p>
  )
}

/** The unspent input, and the allowance as the chain reports it. */
function Remaining({ intent }: { intent: StateOf<'failed'>['intent'] }) {
  const { t, format } = useTranslation()
  const { chainId, account, inputToken: token, inputAmount } = intent
  const isPurchase = intent.outputAmount !== undefined
  const toText = (amount: bigint) => `${format.exactAmount(amount, token.decimals)} ${token.symbol}`
  const spender = useChain(chainId)?.routerAddress
  const approvals = useMemo(
    () =>
      spender && !isNativeToken(token.address) ? [{ chainId, account, token: token.address, spender }] : [],
    [chainId, account, token.address, spender],
  )
  const [{ allowance = 0n, isUnread = false } = {}] = useAllowances(approvals)
  return (
    <>
      <p>
        {isPurchase
          ? t('progress.failed.keptAll', { token: token.symbol })
          : t('progress.failed.kept', { amount: toText(inputAmount) })}
      </p>
      {isUnread ? (
        <p>{t('revoke.unread', { token: token.symbol })}</p>
      ) : (
        allowance > 0n && (
          <p>
            {isUnlimited(allowance)
              ? t('progress.failed.approvalUnlimited', { token: token.symbol })
              : t('progress.failed.approval', { amount: toText(allowance) })}
          </p>
        )
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.text}>{children}</dd>
    </div>
  )
}
