import { RadioGroup } from '../../components/radio-group.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
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
    <RadioGroup
      shape="chips"
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
