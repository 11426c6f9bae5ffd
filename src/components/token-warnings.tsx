import { isNativeToken } from '../../wire/lib/address.ts'
import type { Token } from '../events/types.ts'
import type { TokenSafety } from '../hooks/use-token-safety.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { shortAddress } from '../lib/short-address.ts'
import { Notice } from './notice.tsx'

/** Explains why a token is not trusted. Renders nothing for other tokens. */
export function TokenWarnings({ token, safety }: { token: Token; safety: TokenSafety }) {
  return useTokenWarnings(token, safety).map(({ title, help }) => (
    <Notice key={title} tone="warning" title={title}>
      {help}
    </Notice>
  ))
}

interface TokenWarning {
  title: string
  help: string
}

/** Returns the warnings about a token, the most severe first. */
export function useTokenWarnings(token: Token, safety: TokenSafety): TokenWarning[] {
  const { t } = useTranslation()
  const { isUnlisted, isUnknown, looksLike } = safety
  const warnings: TokenWarning[] = []
  if (looksLike) {
    const { symbol, address } = looksLike
    warnings.push({
      title: t('tokens.lookAlike.title', { token: symbol }),
      help: isNativeToken(address)
        ? t('tokens.lookAlike.helpNative', { token: symbol })
        : t('tokens.lookAlike.help', { token: symbol, address: shortAddress(address) }),
    })
  }
  if (isUnlisted) {
    warnings.push({
      title: t('tokens.unverified.title', { token: token.symbol }),
      help: t('tokens.unverified.help'),
    })
  }
  if (isUnknown) {
    warnings.push({
      title: t('tokens.unchecked.title', { token: token.symbol }),
      help: t('tokens.unchecked.help', { token: token.symbol }),
    })
  }
  return warnings
}
