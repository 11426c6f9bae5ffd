import { FullAddress } from '../../components/full-address.tsx'
import { useTokenWarnings } from '../../components/token-warnings.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import type { DoubtfulSide } from './use-token-consent.ts'

/** The warnings about a token with its whole address, to be acknowledged before the swap. */
export function TokenAcknowledgement({ token, safety, accepted, accept }: DoubtfulSide) {
  const { t } = useTranslation()
  const warnings = useTokenWarnings(token, safety)
  const [first] = warnings
  if (!first) return null
  return (
    <Acknowledgement
      title={first.title}
      label={t('review.token.accept')}
      accepted={accepted}
      onAccept={accept}
    >
      {warnings.map(({ title, help }) => (
        <p key={title}>{help}</p>
      ))}
      <FullAddress address={token.address} />
    </Acknowledgement>
  )
}
