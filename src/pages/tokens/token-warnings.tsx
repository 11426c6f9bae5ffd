import { Notice } from '../../components/notice.tsx'
import type { Token } from '../../events/types.ts'
import type { TokenStanding } from '../../hooks/use-token-standing.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { isNativeToken } from '../../lib/address.ts'
import { shortAddress } from '../../lib/short-address.ts'

/** Why a token is not trusted. Renders nothing for others. */
export function TokenWarnings({ token, standing }: { token: Token; standing: TokenStanding }) {
  const { t } = useTranslation()
  const { isUnlisted, isUnknown, looksLike } = standing
  return (
    <>
      {looksLike && (
        <Notice tone="warning" title={t('tokens.lookAlike.title', { token: looksLike.symbol })}>
          {isNativeToken(looksLike.address)
            ? t('tokens.lookAlike.helpNative', { token: looksLike.symbol })
            : t('tokens.lookAlike.help', {
                token: looksLike.symbol,
                address: shortAddress(looksLike.address),
              })}
        </Notice>
      )}
      {isUnlisted && (
        <Notice tone="warning" title={t('tokens.unverified.title', { token: token.symbol })}>
          {t('tokens.unverified.help')}
        </Notice>
      )}
      {isUnknown && (
        <Notice tone="warning" title={t('tokens.unchecked.title', { token: token.symbol })}>
          {t('tokens.unchecked.help', { token: token.symbol })}
        </Notice>
      )}
    </>
  )
}
