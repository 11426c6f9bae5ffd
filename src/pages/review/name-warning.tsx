import { Button } from '../../components/button.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import type { RecipientCheck } from './use-recipient-check.ts'

/**
 * Warns that the recipient's name resolves to another address now, or could not be resolved again.
 */
export function NameWarning({ check: { name, recheckName } }: { check: RecipientCheck }) {
  const { t } = useTranslation()
  if (name === undefined) return null
  const isOther = name === 'changed' || name === 'gone'
  return (
    <>
      {isOther && (
        <Notice tone="negative" title={t(`recipient.name.${name}`)}>
          {t('recipient.name.changedHelp')}
        </Notice>
      )}
      {name === 'unknown' && (
        <Notice
          tone="warning"
          title={t('recipient.name.unknown')}
          action={
            <Button size="small" onClick={() => void recheckName()}>
              {t('action.tryAgain')}
            </Button>
          }
        >
          {t('recipient.name.unknownHelp')}
        </Notice>
      )}
      <LiveRegion
        politeness="assertive"
        message={isOther ? `${t(`recipient.name.${name}`)}. ${t('recipient.name.changedHelp')}` : ''}
      />
    </>
  )
}
