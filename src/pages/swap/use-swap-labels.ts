import { sameAddress } from '../../../wire/lib/address.ts'
import { getDoneText } from '../../activity/done-text.ts'
import type { BackgroundSwap } from '../../execution/machine/types.ts'
import { useSwapName } from '../../hooks/use-swap-name.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

/** Returns the name and the current status of a sent swap. */
export function useSwapLabels(): (swap: BackgroundSwap) => { title: string; status: string } {
  const translation = useTranslation()
  const { t, format } = translation
  const getName = useSwapName()
  return (swap) => ({ title: getName(swap.intent), status: getStatus(swap) })

  function getStatus(swap: BackgroundSwap): string {
    switch (swap.stage) {
      case 'watching':
        if (swap.isUncertain) return t('progress.uncertain')
        if (swap.isUnseen) return t('progress.unseen')
        return t(swap.awaitingSigners ? 'progress.awaitingSigners' : 'progress.sent')
      case 'completed':
        return getDoneText(translation, {
          token: swap.intent.outputToken,
          received: swap.outcome.received,
          isSelf: sameAddress(swap.intent.account, swap.intent.receiver),
        })
      case 'failed':
        if (swap.error.code === 'USER_REJECTED' && swap.at === 'approving') return t('progress.leftApproved')
        if (swap.error.code === 'USER_REJECTED' && swap.at === 'permitting' && swap.permit) {
          const time = format.time(Number(swap.permit.deadline) * 1_000)
          return t('progress.leftPermitted', { time })
        }
        return `${t(`error.${swap.error.code}`)}. ${t(`error.${swap.error.code}.help`)}`
      default:
        return swap satisfies never
    }
  }
}
