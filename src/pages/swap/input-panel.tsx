import { useState } from 'react'
import { sameAddress } from '../../../wire/lib/address.ts'
import { amountOfForm } from '../../../wire/lib/amount.ts'
import type { Token } from '../../events/types.ts'
import { useBalance } from '../../hooks/use-balance.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useToken } from '../../hooks/use-token.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useUsdPrice } from '../../hooks/use-usd-price.ts'
import { usdValue } from '../../lib/usd-value.ts'
import { AmountField, type Pasted } from './amount/amount-field.tsx'
import { BalanceChip } from './balance-chip.tsx'
import { ChosenTokenMark } from './chosen-token-mark.tsx'
import { EntryNote } from './entry-note.tsx'
import { FiatToggle } from './fiat-toggle.tsx'
import { formPart } from './form-part.ts'
import { SidePanel } from './side-panel.tsx'
import { TokenButton } from './token-button.tsx'

const FiatField = formPart('FiatField')
const BalanceShares = formPart('BalanceShares')

const USD = { symbol: 'USD', decimals: 2 }

export interface InputPanelProps {
  view: PriceView
  value: TradeValueView
  /** Called when Enter is pressed in the amount field. */
  onSubmit: () => void
}

/**
 * The input side. Its USD value comes from the trade's sources, so that it matches the output
 * value; before a price arrives, from the rate.
 */
export function InputPanel({ view, value, onSubmit }: InputPanelProps) {
  const { t, format } = useTranslation()
  const { push } = useNavigation()
  const chainId = useForm((form) => form.inputChainId)
  const address = useForm((form) => form.inputToken)
  const amount = useForm((form) => form.inputAmount)
  const setAmount = useForm((form) => form.setInputAmount)
  const [cut, setCut] = useState<string>()
  const [pasted, setPasted] = useState<Pasted>()
  const { lockedFields, hidden, tradeType } = useConfig()
  const isFixed = tradeType === 'buy'
  const isAmountLocked = isFixed || lockedFields.includes('amount')
  const { token, isLoading } = useToken({ chainId, address })
  const balance = useBalance({ chainId, token: address })
  const rate = useUsdPrice(token)
  const units = token && amountOfForm(amount, token.decimals)
  const isPriced =
    view.status === 'ready' &&
    (!units || view.inputs.inputAmount === units) &&
    isSameToken(view.inputs.inputToken, token)
  const usd = isPriced ? value.inputUsd : units && token && usdValue(units, token.decimals, rate)
  const canEnterUsd = rate !== undefined && !isAmountLocked
  const inputUsd = useForm((form) => form.inputUsd)
  const isFiat = inputUsd !== undefined && canEnterUsd
  const typed = isFiat ? { amount: inputUsd, unit: USD } : { amount, unit: token }
  const isEstimating = view.status === 'loading' && view.inputs.outputAmount !== undefined
  const paid = isPriced ? view.inputAmount : units
  const tokenField = (
    <AmountField
      label={t('swap.payAmount')}
      value={amount}
      estimate={isPriced ? view.inputAmount : undefined}
      isLoading={isEstimating}
      decimals={token?.decimals ?? 18}
      symbol={token?.symbol}
      onChange={setAmount}
      onCut={setCut}
      onPasted={setPasted}
      readOnly={isAmountLocked}
      title={isFixed ? t('swap.payFixed') : undefined}
      onSubmit={onSubmit}
    />
  )
  return (
    <SidePanel
      side="input"
      label={
        <>
          <span>{t('swap.pay')}</span>
          <ChosenTokenMark token={token} />
        </>
      }
      shortcuts={
        token &&
        !isAmountLocked &&
        !hidden.includes('balanceShares') &&
        (balance.value ?? 0n) > 0n && (
          <BalanceShares token={token} balance={balance.value ?? 0n} onSelect={setAmount} />
        )
      }
      amount={
        token && isFiat ? (
          <FiatField
            token={token}
            amount={paid}
            isLoading={isEstimating}
            onCut={setCut}
            onPasted={setPasted}
            onSubmit={onSubmit}
            fallback={tokenField}
          />
        ) : (
          tokenField
        )
      }
      token={
        <TokenButton side="input" token={token} isLoading={isLoading} onClick={() => push('tokens-input')} />
      }
      value={
        <>
          {/* A pasted "1.5 ETH to USDC" contains no dollar amount. */}
          <EntryNote side={isFiat ? 'output' : 'input'} pasted={pasted} cut={cut} {...typed}>
            {isFiat && token ? (
              <span translate="no" title={format.exactAmount(paid ?? 0n, token.decimals)}>
                {`${format.amount(paid ?? 0n, token.decimals, token.symbol)} ${token.symbol}`}
              </span>
            ) : usd ? (
              <span translate="no">{format.usd(usd)}</span>
            ) : isPriced ? (
              !value.isChecking && <span>{t('value.none')}</span>
            ) : (
              !paid && '$0'
            )}
          </EntryNote>
          {token && canEnterUsd && <FiatToggle token={token} />}
        </>
      }
      balance={token && <BalanceChip token={token} balance={balance.value} isLoading={balance.isLoading} />}
    />
  )
}

function isSameToken(priced: Token, shown: Token | undefined): boolean {
  return shown?.chainId === priced.chainId && sameAddress(shown.address, priced.address)
}
