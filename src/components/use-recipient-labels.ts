import { useChain } from '../hooks/use-chain.ts'
import type { RecipientStanding } from '../hooks/use-recipient-standing.ts'
import { useTranslation } from '../hooks/use-translation.ts'

/** What speaks against a recipient, in words; undefined where nothing does or the check is under way. */
export function useRecipientLabels(
  chainId: number,
  standing: RecipientStanding | undefined,
): { title: string; help: string } | undefined {
  const { t } = useTranslation()
  const chain = useChain(chainId)?.label ?? String(chainId)
  switch (standing) {
    case 'contract':
      return { title: t('recipient.contract.title'), help: t('recipient.contract.help') }
    case 'low-activity':
      return { title: t('recipient.lowActivity.title', { chain }), help: t('recipient.lowActivity.help') }
    case 'unknown':
      return { title: t('recipient.unknown.title'), help: t('recipient.unknown.help') }
    default:
      return undefined
  }
}
