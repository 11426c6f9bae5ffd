import { formatAmount } from '../../../wire/lib/amount.ts'
import { isPairLocked } from '../../config/is-pair-locked.ts'
import { isForbiddenPair } from '../../config/token-rules.ts'
import type { TokenId } from '../../config/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import type { ValuedPosition } from '../../hooks/use-positions.ts'
import { useWidget } from '../../hooks/use-widget.ts'

export interface PositionTrade {
  /**
   * Opens the form with the withdrawable amount. Undefined if that is zero or the host forbids it.
   */
  withdraw: (() => void) | undefined
  /** Opens the form with the asset as input. Undefined if the host forbids it. */
  deposit: (() => void) | undefined
}

/** The form actions that change a deposit, within the limits that the host sets. */
export function usePositionTrade({ token, asset, balance, withdrawable }: ValuedPosition): PositionTrade {
  const { form, wallet } = useWidget()
  const { home } = useNavigation()
  const config = useConfig()

  const amount = withdrawable?.amount ?? 0n
  const open = (input: TokenId, output: TokenId, inputAmount: string) => () => {
    const { sendsToRecipient, recipient } = form.getState()
    form.getState().reset({
      inputChainId: input.chainId,
      inputToken: input.address,
      outputChainId: output.chainId,
      outputToken: output.address,
      inputAmount,
      outputAmount: '',
      sendsToRecipient,
      recipient,
    })
    if (inputAmount !== '' && amount === balance) {
      const account = wallet.getState().address
      const { chainId, address } = input
      form.setState({ whole: { chainId, token: address, amount: inputAmount, balance, account } })
    }
    home()
  }
  const isOffered = (input: TokenId, output: TokenId) =>
    !isPairLocked(config) &&
    !isForbiddenPair(config, { chainId: input.chainId, input: input.address, output: output.address })

  return {
    withdraw:
      amount > 0n && config.tradeType !== 'buy' && isOffered(token, asset)
        ? open(token, asset, formatAmount(amount, token.decimals))
        : undefined,
    deposit: isOffered(asset, token) ? open(asset, token, '') : undefined,
  }
}
