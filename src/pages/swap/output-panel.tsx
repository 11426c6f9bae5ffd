import { useState } from 'react'
import { impactLevel } from '../../components/impact.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { canPurchase } from '../../config/can-purchase.ts'
import { useBalance } from '../../hooks/use-balance.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useToken } from '../../hooks/use-token.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { AmountField, type Pasted } from './amount-field.tsx'
import { BalanceChip } from './balance-chip.tsx'
import { ChosenTokenMark } from './chosen-token-mark.tsx'
import { CutNote, isCutAmount } from './cut-note.tsx'
import styles from './output-panel.module.css'
import { PasteNoteIfAny } from './paste-note-if-any.tsx'
import { SidePanel } from './side-panel.tsx'
import { TokenButton } from './token-button.tsx'

export interface OutputPanelProps {
  view: PriceView
  value: TradeValueView
  /** Enter was pressed in the amount. */
  onSubmit: () => void
}

/** What the person receives: the indicative amount, or an exact one where it is typed here. */
export function OutputPanel({ view, value, onSubmit }: OutputPanelProps) {
  const { t } = useTranslation()
  const { push } = useNavigation()
  const chainId = useForm((form) => form.outputChainId)
  const address = useForm((form) => form.outputToken)
  const { token, isLoading } = useToken({ chainId, address })
  const balance = useBalance({ chainId, token: address })
  const amount = useForm((form) => form.outputAmount)
  const setAmount = useForm((form) => form.setOutputAmount)
  const [cut, setCut] = useState<string>()
  const [pasted, setPasted] = useState<Pasted>()
  const { lockedFields, tradeType } = useConfig()
  const isAmountLocked = lockedFields.includes('amount')
  const isFixed = !canPurchase(useChain(chainId)) || tradeType === 'sell'
  return (
    <SidePanel
      side="output"
      label={
        <>
          <span>{t('swap.receive')}</span>
          <ChosenTokenMark token={token} />
        </>
      }
      amount={
        <AmountField
          label={t('swap.receiveAmount')}
          value={isFixed ? '' : amount}
          estimate={view.status === 'ready' ? view.outputAmount : undefined}
          isLoading={view.status === 'loading' && view.inputs.outputAmount === undefined}
          decimals={token?.decimals ?? 18}
          symbol={token?.symbol}
          onChange={setAmount}
          onCut={setCut}
          onPasted={setPasted}
          readOnly={isAmountLocked || isFixed}
          title={isFixed ? t('swap.receiveFixed') : undefined}
          onSubmit={onSubmit}
        />
      }
      token={
        <TokenButton
          side="output"
          token={token}
          isLoading={isLoading}
          onClick={() => push('tokens-output')}
        />
      }
      value={
        <>
          <PasteNoteIfAny side="output" pasted={pasted} amount={amount} token={token} />
          {token && isCutAmount(amount, { cut, token }) ? (
            <CutNote token={token} />
          ) : (
            <OutputValue view={view} value={value} />
          )}
        </>
      }
      balance={token && <BalanceChip token={token} balance={balance.value} isLoading={balance.isLoading} />}
    />
  )
}

/** The USD value and its difference to the input value. */
function OutputValue({ view, value }: { view: PriceView; value: TradeValueView }) {
  const { t, format } = useTranslation()
  const config = useConfig()
  if (view.status === 'loading') return <Skeleton width="9ch" />
  if (view.status !== 'ready') return null
  const { inputUsd: paid, outputUsd: received } = value
  if (received === undefined) return value.isChecking ? null : t('value.none')
  const difference = paid && Math.round((received / paid - 1) * 10_000)
  return (
    <>
      {format.usd(received)}
      {difference !== undefined && (
        <>
          {' '}
          <span
            className={styles[impactLevel(-difference, config)]}
            title={t('price.usdDifference', { percent: format.percent(difference, { signed: true }) })}
          >
            ({format.percent(difference, { signed: true })})
          </span>
        </>
      )}
    </>
  )
}
