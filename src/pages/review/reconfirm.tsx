import { Card } from '../../components/card.tsx'
import { Notice } from '../../components/notice.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import type { StateOf } from '../../execution/types.ts'
import { useWords } from '../../hooks/use-words.ts'
import { BalanceChanges } from './balance-changes.tsx'
import styles from './reconfirm.module.css'

/** The price that was shown beside the firm one that is worse. */
export function Reconfirm({ state }: { state: StateOf<'reconfirm'> }) {
  const { t, format } = useWords()
  const { intent, terms, verified } = state
  const { outputToken } = intent
  const lostBps =
    terms.outputAmount === 0n
      ? 0
      : Number(((terms.outputAmount - verified.outputAmount) * 10_000n) / terms.outputAmount)
  const columns = [
    {
      title: t('stage.reconfirm.before'),
      amount: terms.outputAmount,
      minimum: verified.minOutputAmount === undefined ? undefined : terms.minOutputAmount,
    },
    {
      title: t('stage.reconfirm.now'),
      amount: verified.outputAmount,
      minimum: verified.minOutputAmount,
    },
  ]
  return (
    <>
      <Notice
        tone="warning"
        title={`${t('stage.reconfirm.title')}: ${t('stage.reconfirm.change', { percent: format.percent(lostBps) })}`}
      >
        {t('stage.reconfirm.help')}
      </Notice>
      <div className={styles.columns}>
        {columns.map(({ title, amount, minimum }) => (
          <Card key={title} className={styles.column}>
            <p className={styles.title}>{title}</p>
            <p className={styles.amount}>
              <TokenAmount value={amount} token={outputToken} />
            </p>
            {minimum !== undefined && (
              <p className={styles.minimum}>
                {t('review.atLeast', {
                  amount: `${format.exactAmount(minimum, outputToken.decimals)} ${outputToken.symbol}`,
                })}
              </p>
            )}
          </Card>
        ))}
      </div>
      <BalanceChanges intent={intent} verified={verified} />
    </>
  )
}
