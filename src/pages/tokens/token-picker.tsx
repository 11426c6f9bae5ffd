import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { Icon } from '../../components/icon.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { isUnlisted } from '../../config/names-token.ts'
import { isAllowedToken } from '../../config/token-rules.ts'
import type { Token } from '../../events/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useChecksum } from '../../hooks/use-checksum.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useLookAlikes } from '../../hooks/use-look-alikes.ts'
import { useTokenSearch } from '../../hooks/use-token-search.ts'
import type { TokenStanding } from '../../hooks/use-token-standing.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { type Address, readAddress, sameAddress } from '../../lib/address.ts'
import { ChainPicker } from './chain-picker.tsx'
import { rowAfterKey } from './list-keys.ts'
import { TokenList } from './token-list.tsx'
import { TokenListSkeleton } from './token-list-skeleton.tsx'
import styles from './token-picker.module.css'

export interface TokenPickerProps {
  initialChainId: number
  /** Offers no other chain. */
  isChainFixed: boolean
  /** A token of the initial chain that is not offered: choosing it would flip a pair that is locked. */
  excluded: Address | undefined
  selected: { chainId: number; address: Address } | undefined
  onSelect: (token: Token, standing: TokenStanding) => void
}

/** A search field that controls a list (combobox): type, move with the arrow keys, select with Enter. */
export function TokenPicker({
  initialChainId,
  isChainFixed,
  excluded,
  selected,
  onSelect,
}: TokenPickerProps) {
  const { t } = useTranslation()
  const config = useConfig()
  const { chains } = config
  const [chainId, setChainId] = useState(initialChainId)
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const result = useTokenSearch({ chainId, search })
  const isExcluded = ({ address }: Token) =>
    excluded !== undefined && chainId === initialChainId && sameAddress(address, excluded)
  const tokens = result.tokens.filter((token) => !isExcluded(token))
  const looksLike = useLookAlikes(chainId)
  const getStanding = (token: Token) => ({
    isUnlisted: isUnlisted(config, token, result.isUnlisted),
    looksLike: looksLike(token),
  })
  const select = (token: Token) => onSelect(token, getStanding(token))
  const hasWrongChecksum = useChecksum(search).isRight === false
  const last = tokens.length - 1
  const at = Math.min(active, Math.max(0, last))
  const isEmpty = !result.isLoading && !result.isError && tokens.length === 0

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const row = rowAfterKey(event.key, at, last)
    const token = tokens[at]
    if (row !== undefined) {
      setActive(row)
    } else if (event.key === 'Enter' && token) {
      select(token)
    } else if (event.key === 'Escape' && search !== '') {
      searchFor('')
    } else {
      return
    }
    event.preventDefault()
  }

  const searchFor = (text: string) => {
    setSearch(text)
    setActive(0)
  }

  const chain = useChain(chainId)
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <Icon name="search" size={18} />
        <input
          className={styles.input}
          data-page-focus=""
          type="text"
          role="combobox"
          aria-label={t('tokens.search')}
          aria-expanded={tokens.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={tokens.length > 0 ? `${id}option-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={t('tokens.search')}
          value={search}
          onChange={(event) => searchFor(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {search !== '' && (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('action.clear')}
            onClick={() => searchFor('')}
          >
            <Icon name="close" size={16} />
          </button>
        )}
      </div>
      {chains.length > 1 && !isChainFixed && (
        <ChainPicker
          chainId={chainId}
          onChange={(next) => {
            setChainId(next)
            setActive(0)
          }}
        />
      )}
      <div className={styles.results}>
        {result.isLoading && <TokenListSkeleton />}
        {result.error && (
          <ErrorNotice
            error={result.error}
            action={
              <Button size="small" onClick={result.retry}>
                {t('action.tryAgain')}
              </Button>
            }
          />
        )}
        {isEmpty && (
          <Notice tone="neutral" title={t('tokens.none.title')}>
            {getEmptyHelp()}
          </Notice>
        )}
        {hasWrongChecksum && (
          <Notice tone="warning" title={t('tokens.checksum.title')}>
            {t('tokens.checksum.help')}
          </Notice>
        )}
        <TokenList
          // A new search scrolls to the top.
          key={`${chainId}:${search}`}
          id={`${id}list`}
          optionId={(index) => `${id}option-${index}`}
          tokens={tokens}
          active={at}
          selected={selected}
          getStanding={getStanding}
          onActive={setActive}
          onSelect={select}
          onEnd={result.loadMore}
        />
      </div>
      <LiveRegion message={announcement()} />
    </div>
  )

  function getEmptyHelp(): string {
    const address = readAddress(search)
    if (!address) return t('tokens.none.help')
    if (!isAllowedToken(config, { chainId, address })) return t('tokens.none.notAllowed')
    return t('tokens.none.address', { chain: chain?.label ?? '' })
  }

  function announcement(): string {
    if (result.isLoading) return search === '' ? t('tokens.loading') : t('tokens.searching')
    if (result.isError) return t('tokens.error')
    if (isEmpty) return t('tokens.none.title')
    return search === '' ? '' : t('tokens.found', { count: tokens.length })
  }
}
