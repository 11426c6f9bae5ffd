import type { ReactNode } from 'react'
import { amountOfForm } from '../../../wire/lib/amount.ts'
import { Button } from '../../components/button.tsx'
import type { ResolvedConfig } from '../../config/types.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { chosenRecipient } from '../../store/chosen-recipient.ts'
import { isSameTrade } from '../../store/same-trade.ts'
import type { FormState } from '../../store/types.ts'
import styles from './progress.module.css'

/**
 * Buttons back to the form, next to `children`. The form is cleared, except for locked fields, or
 * filled with the same swap. A form that already describes another swap is kept.
 */
export function NextSwap({ intent, children }: { intent: SwapIntent; children?: ReactNode }) {
  const { t } = useTranslation()
  const { dismiss } = useExecution()
  const { home } = useNavigation()
  const config = useConfig()
  const { form, review } = useWidget()

  const clear = () => {
    const entered = form.getState()
    // Compares the amount as entered: accrued interest may have increased the confirmed amount.
    const { intent: selected = intent } = review.getState()
    if (!isOf(entered, selected.id === intent.id ? selected : intent, config)) return
    if (!config.lockedFields.includes('amount')) entered.setInputAmount('')
    if (!config.lockedFields.includes('recipient')) {
      entered.setSendsToRecipient(false)
      entered.setRecipient(undefined)
    }
  }

  const leave = () => {
    home()
    dismiss()
  }

  return (
    <>
      <Button
        variant="primary"
        size="large"
        onClick={() => {
          clear()
          leave()
        }}
      >
        {t('action.done')}
      </Button>
      <div className={styles.minor}>
        <Button variant="quiet" onClick={leave}>
          {t('action.swapAgain')}
        </Button>
        {children}
      </div>
    </>
  )
}

/** Returns whether a form still describes a confirmed swap. */
function isOf(form: FormState, swap: SwapIntent, config: ResolvedConfig): boolean {
  const { isWanted, recipient } = chosenRecipient(form, config)
  const receiver = isWanted ? recipient : swap.account
  const { inputChainId: chainId, inputToken, outputToken } = form
  if (!inputToken || !outputToken || !receiver) return false
  const sold = amountOfForm(form.inputAmount, swap.inputToken.decimals)
  const bought = amountOfForm(form.outputAmount, swap.outputToken.decimals)
  // A wrap is executed as a sale even if the output amount was entered.
  const isSameAmount =
    swap.outputAmount === undefined
      ? (sold ?? bought) === swap.inputAmount
      : sold === undefined && bought === swap.outputAmount
  const trade = {
    chainId,
    inputToken: { address: inputToken },
    outputToken: { address: outputToken },
    receiver,
  }
  return isSameAmount && isSameTrade(trade, swap)
}
