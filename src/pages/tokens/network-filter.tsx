import { Button } from '../../components/button.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { TokenAvatar } from '../../components/token-avatar.tsx'
import type { ResolvedChain } from '../../config/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTokenMemory } from '../../hooks/use-token-memory.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { PickerView } from './picker-view.ts'

export interface NetworkFilterProps {
  scope: PickerView['scope']
  onChange: (scope: PickerView['scope']) => void
  /** True if the filters are unfolded. */
  isOpen: boolean
}

/** With fewer chains the order does not matter. */
const MIN_CHAINS_TO_PIN = 3

/**
 * Selects all configured chains or one of them. Pinned chains come first, then the host's order.
 */
export function NetworkFilter({ scope, onChange, isOpen }: NetworkFilterProps) {
  const { t } = useTranslation()
  const { emit } = useWidget()
  const { chains } = useConfig()
  const { pinnedChains = [], togglePinnedChain } = useTokenMemory()
  const pinned = pinnedChains.flatMap((pinnedId) => chains.find(({ id }) => id === pinnedId) ?? [])
  const others = chains.filter((chain) => !pinned.includes(chain))
  const chosen = chains.length >= MIN_CHAINS_TO_PIN ? chains.find(({ id }) => id === scope) : undefined
  const isPinned = chosen !== undefined && pinned.includes(chosen)
  return (
    <>
      <RadioGroup
        shape="strip"
        label={t('tokens.chain')}
        options={[
          { value: 'all', label: t('tokens.allNetworks') },
          ...[...pinned, ...others].map(({ id, label, name, logoUri }) => ({
            value: id,
            label,
            icon: <ChainIcon name={name} logoUri={logoUri} />,
          })),
        ]}
        value={scope}
        onChange={onChange}
      />
      {isOpen && chosen && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            togglePinnedChain({ chainId: chosen.id })
            emit('chainPinned', { chainId: chosen.id, pinned: !isPinned })
          }}
        >
          <span>{`${t(isPinned ? 'tokens.unpin' : 'tokens.pin')}:`}</span>{' '}
          <bdi translate="no">{chosen.label}</bdi>
        </Button>
      )}
    </>
  )
}

/** The logo of a chain, or its first letter. The id 0 omits the chain badge of a token. */
function ChainIcon({ name, logoUri }: Pick<ResolvedChain, 'name' | 'logoUri'>) {
  return (
    <TokenAvatar token={{ address: '0x', symbol: name, chainId: 0, ...(logoUri && { logoUri }) }} size={22} />
  )
}
