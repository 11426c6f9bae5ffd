import { FullAddress } from '../../components/full-address.tsx'
import { Notice } from '../../components/notice.tsx'
import type { KnownRecipient } from '../../hooks/use-known-recipient.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

/** Warns of an address that begins and ends like a known one. The review asks for an acknowledgement of the same. */
export function SimilarAddressNotice({ imitated }: { imitated: NonNullable<KnownRecipient['imitated']> }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <Notice tone="warning" title={t('recipient.similar.title')}>
        <p>{t('recipient.similar.help')}</p>
        {imitated.label && <bdi>{imitated.label}</bdi>} <FullAddress address={imitated.address} />
      </Notice>
    </div>
  )
}
