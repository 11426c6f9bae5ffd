import { isNativeToken } from '../../../wire/lib/address.ts'
import { namesToken } from '../../config/names-token.ts'
import type { Token } from '../../events/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { formPart } from './form-part.ts'

// If the badge fails to load, it is omitted here and still shown on the review page.
const TokenMark = formPart('TokenMark')

/**
 * The lazily loaded warning badge of a chosen token. Not rendered for tokens that the host
 * configures.
 */
export function ChosenTokenMark({ token }: { token: Token | undefined }) {
  const config = useConfig()
  if (!token || isNativeToken(token.address) || namesToken(config, token)) return null
  return <TokenMark token={token} />
}
