import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { tokenTypesQuery } from '../../queries/token-types-query.ts'

/** The way to the deposits of the account. Renders nothing where the catalogue lists no lending and vault tokens. */
export function PositionsButton() {
  const { t } = useTranslation()
  const { push } = useNavigation()
  const widget = useWidget()
  const chainIds = useConfig().chains.map(({ id }) => id)
  const { data: types = [] } = useQuery(tokenTypesQuery(widget, { chainIds }), widget.queryClient)
  if (!types.includes('lend') && !types.includes('invest')) return null
  return (
    <Button size="large" data-focus-key="positions" onClick={() => push('positions')}>
      {t('earn.positions')}
    </Button>
  )
}
