import { useBalance } from '../../hooks/use-balance.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useToken } from '../../hooks/use-token.ts'
import { useUsdPrices } from '../../hooks/use-usd-prices.ts'
import { useWords } from '../../hooks/use-words.ts'
import { amountOfForm } from '../../lib/amount-input.ts'
import { usdValue } from '../../lib/usd-value.ts'
import { AmountField } from './amount-field.tsx'
import { BalanceChip } from './balance-chip.tsx'
import { SidePanel } from './side-panel.tsx'
import { TokenButton } from './token-button.tsx'

/** What the person pays. */
export function InputPanel() {
  const { t, format } = useWords()
  const { push } = useNavigation()
  const chainId = useForm((form) => form.inputChainId)
  const address = useForm((form) => form.inputToken)
  const amount = useForm((form) => form.inputAmount)
  const setAmount = useForm((form) => form.setInputAmount)
  const { token, isLoading } = useToken({ chainId, address })
  const balance = useBalance({ chainId, token: address })
  const [price] = useUsdPrices(token ? [token] : [])
  const units = token && amountOfForm(amount, token.decimals)
  const usd = token && units !== undefined ? usdValue(units, token.decimals, price) : undefined
  return (
    <SidePanel
      side="input"
      label={t('swap.pay')}
      amount={
        <AmountField
          label={t('swap.payAmount')}
          value={amount}
          decimals={token?.decimals ?? 18}
          onChange={setAmount}
        />
      }
      token={
        <TokenButton side="input" token={token} isLoading={isLoading} onClick={() => push('tokens-input')} />
      }
      value={usd !== undefined && units ? format.usd(usd) : null}
      balance={
        token && (
          <BalanceChip
            token={token}
            balance={balance.value}
            isLoading={balance.isLoading}
            onMax={setAmount}
          />
        )
      }
    />
  )
}
