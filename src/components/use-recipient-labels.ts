import { useChain } from '../hooks/use-chain.ts'
import type { RecipientStatusView } from '../hooks/use-recipient-status.ts'
import { useTranslation } from '../hooks/use-translation.ts'

/**
 * Returns the warning about a recipient. Undefined without a warning or while the check is pending.
 */
export function useRecipientLabels(
  chainId: number,
  { status, elsewhere = '' }: Pick<RecipientStatusView, 'status' | 'elsewhere'>,
): { title: string; help: string } | undefined {
  const { t } = useTranslation()
  const chain = useChain(chainId)?.label ?? String(chainId)
  switch (status) {
    case 'contract':
      return { title: t('recipient.contract.title'), help: t('recipient.contract.help') }
    case 'contract-elsewhere':
      return {
        title: t('recipient.elsewhere.title', { other: elsewhere, chain }),
        help: t('recipient.elsewhere.help', { chain }),
      }
    case 'low-activity':
      return { title: t('recipient.lowActivity.title', { chain }), help: t('recipient.lowActivity.help') }
    case 'unknown':
      return { title: t('recipient.unknown.title'), help: t('recipient.unknown.help') }
    default:
      return undefined
  }
}
