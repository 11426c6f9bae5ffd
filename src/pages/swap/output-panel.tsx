import { useState } from 'react'
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
import { AmountField, type Pasted } from './amount/amount-field.tsx'
import { BalanceChip } from './balance-chip.tsx'
import { ChosenTokenMark } from './chosen-token-mark.tsx'
import { EntryNote } from './entry-note.tsx'
import { formPart } from './form-part.ts'
import { SidePanel } from './side-panel.tsx'
import { TokenButton } from './token-button.tsx'

const PriceDifference = formPart('PriceDifference')

export interface OutputPanelProps {
  view: PriceView
  value: TradeValueView
  /** Called when Enter is pressed in the amount field. */
  onSubmit: () => void
}

/** The output side: the indicative amount, or an exact one if the user types it here. */
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
        <EntryNote side="output" amount={amount} pasted={pasted} cut={cut} unit={token}>
          <OutputValue view={view} value={value} />
        </EntryNote>
      }
      balance={token && <BalanceChip token={token} balance={balance.value} isLoading={balance.isLoading} />}
    />
  )
}

/** The USD value and its difference to the input value. */
function OutputValue({ view, value }: { view: PriceView; value: TradeValueView }) {
  const { t, format } = useTranslation()
  if (view.status === 'loading') return <Skeleton width="9ch" />
  if (view.status !== 'ready') return null
  const { inputUsd: paid, outputUsd: received } = value
  if (received === undefined) return value.isChecking ? null : <span>{t('value.none')}</span>
  return (
    <>
      <span translate="no">{`${format.usd(received)} `}</span>
      {paid !== undefined && <PriceDifference price={view.price} value={value} />}
    </>
  )
}
