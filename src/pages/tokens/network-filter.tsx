import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { Chips } from './chips.tsx'
import type { PickerView } from './picker-view.ts'

export interface NetworkFilterProps {
  scope: PickerView['scope']
  onChange: (scope: PickerView['scope']) => void
}

/** All configured chains together, or one of them. */
export function NetworkFilter({ scope, onChange }: NetworkFilterProps) {
  const { t } = useTranslation()
  const { chains } = useConfig()
  return (
    <Chips
      label={t('tokens.chain')}
      options={[
        { value: 'all', label: t('tokens.allNetworks') },
        ...chains.map(({ id, label }) => ({ value: id, label })),
      ]}
      value={scope}
      onChange={onChange}
    />
  )
}
