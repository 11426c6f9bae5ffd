import { useQuery } from '@tanstack/react-query'
import type { TokenType } from '../../../wire/tokens.ts'
import { RadioGroup } from '../../components/radio-group.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { tokenTypesQuery } from '../../queries/token-types-query.ts'

export interface TypeFilterProps {
  chainIds: readonly number[]
  type: TokenType | undefined
  disabled: boolean
  onChange: (type: TokenType | undefined) => void
}

export const TYPE_LABELS = {
  tradable: 'tokens.type.tradable',
  stable: 'tokens.type.stable',
  lend: 'tokens.type.lend',
  invest: 'tokens.type.invest',
  stake: 'tokens.type.stake',
  lp: 'tokens.type.lp',
} as const

const ORDER = ['stable', 'lend', 'invest', 'stake', 'lp'] as const

/** Filters by the token types of the catalogue. Renders nothing if it has none. */
export function TypeFilter({ chainIds, type, disabled, onChange }: TypeFilterProps) {
  const { t } = useTranslation()
  const widget = useWidget()
  const { data: types = [] } = useQuery(tokenTypesQuery(widget, { chainIds }), widget.queryClient)
  if (types.length === 0) return null
  return (
    <RadioGroup
      shape="chips"
      label={t('tokens.type')}
      disabled={disabled}
      options={[
        { value: 'all', label: t('tokens.type.all') },
        ...ORDER.filter((each) => types.includes(each)).map((each) => ({
          value: each,
          label: t(TYPE_LABELS[each]),
        })),
      ]}
      value={type ?? 'all'}
      onChange={(value) => onChange(value === 'all' ? undefined : (value as TokenType))}
    />
  )
}
