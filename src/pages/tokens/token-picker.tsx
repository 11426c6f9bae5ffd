import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { readAddress } from '../../../wire/lib/address.ts'
import type { TokenType } from '../../../wire/tokens.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { Icon } from '../../components/icon.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { TextField } from '../../components/text-field.tsx'
import { isAllowedToken, type Side } from '../../config/token-rules.ts'
import type { ResolvedChain, TokenId } from '../../config/types.ts'
import type { Token } from '../../events/types.ts'
import { useChecksum } from '../../hooks/use-checksum.ts'
import { useConfig } from '../../hooks/use-config.ts'
import type { TokenSafety } from '../../hooks/use-token-safety.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { rowAfterKey } from './list-keys.ts'
import { NetworkFilter } from './network-filter.tsx'
import type { PickerView } from './picker-view.ts'
import { TokenList } from './token-list.tsx'
import { TokenListSkeleton } from './token-list-skeleton.tsx'
import styles from './token-picker.module.css'
import { TypeFilter } from './type-filter.tsx'
import { usePickerTokens } from './use-picker-tokens.ts'

export interface TokenPickerProps {
  side: Side
  view: PickerView
  onView: (change: Partial<PickerView>) => void
  /** True if no other chain is offered. */
  isChainFixed: boolean
  /** A token that is not offered, because choosing it would flip a locked pair. */
  excluded: TokenId | undefined
  selected: TokenId | undefined
  /** Returns the symbol of the other side's token if the host does not offer the pair. */
  getRefusedWith: (token: Token) => string | undefined
  onSelect: (token: Token, safety: TokenSafety) => void
  onDetails: (token: Token, safety: TokenSafety, type: TokenType | undefined) => void
}

/**
 * A search field that controls a list (combobox): type, move with the arrow keys, select with
 * Enter.
 */
export function TokenPicker({
  side,
  view,
  onView,
  isChainFixed,
  excluded,
  selected,
  getRefusedWith,
  onSelect,
  onDetails,
}: TokenPickerProps) {
  const { t } = useTranslation()
  const config = useConfig()
  const { scope, search, type, active } = view
  const id = useId()
  const [isOpen, setOpen] = useState(type !== undefined)
  const isSearch = search.trim() !== ''
  const chains = config.chains.filter((chain) => scope === 'all' || chain.id === scope)
  const chainKey = chains.map((chain) => chain.id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `chainKey` represents the chain ids
  const chainIds = useMemo(() => chains.map((chain) => chain.id), [chainKey])
  const result = usePickerTokens({ chainIds, search, type: isSearch ? undefined : type, side }, excluded)
  const { getSafety } = result
  const groups = result.isLoading ? [] : result.groups
  const tokens = result.isLoading ? [] : result.tokens
  const select = (token: Token) => onSelect(token, getSafety(token))
  const hasWrongChecksum = useChecksum(search).isRight === false
  const at = Math.min(active, Math.max(0, tokens.length - 1))
  const isEmpty = !result.isLoading && !result.isError && tokens.length === 0

  return (
    <div className={styles.picker} data-wide="">
      <SearchField
        id={id}
        search={search}
        active={at}
        count={tokens.length}
        onView={onView}
        onEnter={() => tokens[at] && select(tokens[at])}
      />
      <div className={styles.filters}>
        {config.chains.length > 1 && !isChainFixed && (
          <NetworkFilter
            scope={scope}
            isOpen={isOpen}
            onChange={(next) => onView({ scope: next, type: undefined, active: 0 })}
          />
        )}
        <IconButton
          icon="settings"
          label={t('tokens.type')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {isOpen && (
          <TypeFilter
            chainIds={chainIds}
            // A search covers all types.
            type={isSearch ? undefined : type}
            disabled={isSearch}
            onChange={(next) => onView({ type: next, active: 0 })}
          />
        )}
      </div>
      <div className={styles.results}>
        {result.isLoading && <TokenListSkeleton />}
        {result.error && (
          <ErrorNotice
            error={result.error}
            action={
              result.error.retryable && (
                <Button size="small" onClick={result.retry}>
                  {t('action.tryAgain')}
                </Button>
              )
            }
          />
        )}
        {isEmpty && <NoToken search={search} chains={chains} side={side} />}
        {hasWrongChecksum && (
          <Notice tone="warning" title={t('tokens.checksum.title')}>
            {t('tokens.checksum.help')}
          </Notice>
        )}
        <TokenList
          // A new search scrolls to the top.
          key={`${scope}:${type}:${search}`}
          id={`${id}list`}
          optionId={(index) => `${id}option-${index}`}
          groups={groups}
          active={at}
          selected={selected}
          isOfManyChains={chains.length > 1}
          getSafety={getSafety}
          getHolding={result.getHolding}
          getRefusedWith={getRefusedWith}
          onActive={(row) => onView({ active: row })}
          onSelect={select}
          onDetails={(token, row) => {
            onView({ active: row })
            onDetails(token, getSafety(token), result.getType(token))
          }}
          onEnd={result.loadMore}
        />
      </div>
      <LiveRegion message={announcement()} />
    </div>
  )

  function announcement(): string {
    if (result.isLoading) return search === '' ? t('tokens.loading') : t('tokens.searching')
    if (result.isError) return t('tokens.error')
    if (isEmpty) return t('tokens.none.title')
    return search === '' ? '' : t('tokens.found', { count: tokens.length })
  }
}

interface SearchFieldProps extends Pick<TokenPickerProps, 'onView'>, Pick<PickerView, 'search' | 'active'> {
  /** The id of the picker. */
  id: string
  /** The number of rows. */
  count: number
  onEnter: () => void
}

function SearchField({ id, search, active, count, onView, onEnter }: SearchFieldProps) {
  const { t } = useTranslation()
  const searchFor = (text: string) => onView({ search: text, active: 0 })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const row = rowAfterKey(event.key, active, count - 1)
    if (row !== undefined) {
      onView({ active: row })
    } else if (event.key === 'Enter' && count > 0) {
      onEnter()
    } else if (event.key === 'Escape' && search !== '') {
      searchFor('')
    } else {
      return
    }
    event.preventDefault()
  }

  return (
    <TextField
      before={<Icon name={SEARCH} size={18} />}
      data-page-focus=""
      role="combobox"
      label={t('tokens.search')}
      aria-expanded={count > 0}
      aria-controls={`${id}list`}
      aria-activedescendant={count > 0 ? `${id}option-${active}` : undefined}
      aria-autocomplete="list"
      placeholder={t('tokens.search')}
      value={search}
      onChange={(event) => searchFor(event.target.value)}
      onKeyDown={onKeyDown}
      onClear={() => searchFor('')}
    />
  )
}

interface NoTokenProps extends Pick<TokenPickerProps, 'side'>, Pick<PickerView, 'search'> {
  chains: readonly ResolvedChain[]
}

/** Explains why the search found no token. */
function NoToken({ search, chains, side }: NoTokenProps) {
  const { t } = useTranslation()
  const config = useConfig()

  function getHelp(): string {
    const address = readAddress(search)
    if (!address) return t('tokens.none.help')
    if (!chains.some((chain) => isAllowedToken(config, { chainId: chain.id, address }, side))) {
      return t('tokens.none.notAllowed')
    }
    if (!config.tokenImport) return t('tokens.none.onlyListed')
    return t('tokens.none.address', { chain: chains.map((chain) => chain.label).join(', ') })
  }

  return (
    <Notice tone="neutral" title={t('tokens.none.title')}>
      {getHelp()}
    </Notice>
  )
}

const SEARCH = { path: 'm20 20-4.2-4.2m1.7-4.8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z' }
