import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Address, sameAddress } from '../../../wire/lib/address.ts'
import { IconButton } from '../../components/icon-button.tsx'
import type { Token } from '../../events/types.ts'
import type { Holding } from '../../hooks/use-owned-tokens.ts'
import type { TokenSafety } from '../../hooks/use-token-safety.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { tokenKey } from '../../lib/token-key.ts'
import type { GroupName, TokenGroup } from './group-tokens.ts'
import styles from './token-list.module.css'
import { TokenOption } from './token-option.tsx'
import {
  rowTop,
  type Section,
  scrollToRow,
  sectionHeight,
  toSections,
  type Viewport,
  visibleRows,
} from './windowing.ts'

export interface TokenListProps {
  id: string
  optionId: (index: number) => string
  groups: readonly TokenGroup[]
  /** The row highlighted by the keyboard. */
  active: number
  selected: { chainId: number; address: Address } | undefined
  /** True if each row names its network. */
  isOfManyChains: boolean
  getSafety: (token: Token) => TokenSafety
  /** The row reads the balance itself if undefined. */
  getHolding: (token: Token) => Holding | undefined
  getRefusedWith: (token: Token) => string | undefined
  onActive: (index: number) => void
  onSelect: (token: Token) => void
  onDetails: (token: Token, index: number) => void
  /** Called when the end of the list comes into view. */
  onEnd: () => void
}

/** Pixels. Must match the stylesheets. */
const ROW_HEIGHT = 60
const HEADING_HEIGHT = 34
/** Rows before the end at which `onEnd` is called. */
const AHEAD = 10

const HEADINGS: Record<GroupName, `tokens.group.${GroupName}`> = {
  pinned: 'tokens.group.pinned',
  yours: 'tokens.group.yours',
  recent: 'tokens.group.recent',
  popular: 'tokens.group.popular',
  all: 'tokens.group.all',
}

/** A row of the list that is in view. */
interface Row {
  token: Token
  group: number
  index: number
}

/**
 * A virtualized listbox of groups. The search field keeps the focus and controls it. Options must
 * not contain buttons, so the detail buttons overlay the rows; Tab reaches only the highlighted
 * row's.
 */
export function TokenList(props: TokenListProps) {
  const { groups, active } = props
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { viewport, measure } = useViewport(scroller)
  const sections = useMemo(
    () =>
      toSections(
        groups.map(({ name, tokens }) => ({ count: tokens.length, heading: name ? HEADING_HEIGHT : 0 })),
        ROW_HEIGHT,
      ),
    [groups],
  )
  const windows = sections.map((section) => visibleRows(section, viewport))
  const count = sections.reduce((sum, section) => sum + section.count, 0)
  useScrollToActive(scroller, { sections, active })
  useEnd(props.onEnd, { sections, windows, count })

  const shown: Row[] = groups.flatMap(({ tokens }, group) => {
    const { start = 0, end = 0 } = windows[group] ?? {}
    const first = sections[group]?.first ?? 0
    return tokens.slice(start, end).map((token, offset) => ({ token, group, index: first + start + offset }))
  })

  return (
    <div ref={scroller} className={styles.scroller} onScroll={measure} hidden={count === 0}>
      <div id={props.id} role="listbox" aria-label={t('tokens.list')} tabIndex={-1} className={styles.list}>
        {sections.map((section, group) => {
          const { name, hidden = 0 } = groups[group] ?? {}
          const headingId = `${props.id}-${name}`
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox
            <div
              key={name ?? 'flat'}
              role="group"
              aria-labelledby={name && headingId}
              style={{ blockSize: sectionHeight(section) }}
            >
              {name && (
                <div id={headingId} role="presentation" className={styles.heading}>
                  {hidden > 0
                    ? `${t(HEADINGS[name])} · ${t('tokens.smallHidden', { count: hidden })}`
                    : t(HEADINGS[name])}
                </div>
              )}
              <div
                role="presentation"
                style={{ paddingBlockStart: (windows[group]?.start ?? 0) * ROW_HEIGHT }}
              >
                {shown
                  .filter((row) => row.group === group)
                  .map((row) => (
                    <Option key={tokenKey(row.token)} {...row} count={count} list={props} />
                  ))}
              </div>
            </div>
          )
        })}
      </div>
      {shown.map((row) => (
        <DetailsButton key={tokenKey(row.token)} {...row} top={rowTop(sections, row.index)} list={props} />
      ))}
    </div>
  )
}

/** The visible part of the list, measured again on scroll and resize. */
function useViewport(scroller: RefObject<HTMLDivElement | null>) {
  const [viewport, setViewport] = useState<Viewport>({ scrollTop: 0, height: ROW_HEIGHT * 7 })
  const measure = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    setViewport({ scrollTop, height: clientHeight || ROW_HEIGHT * 7 })
  }, [scroller])

  useEffect(() => {
    measure()
    if (!scroller.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [scroller, measure])

  return { viewport, measure }
}

function useScrollToActive(
  scroller: RefObject<HTMLDivElement | null>,
  { sections, active }: { sections: readonly Section[]; active: number },
): void {
  const layout = useRef(sections)
  layout.current = sections
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const { scrollTop, clientHeight } = element
    element.scrollTop = scrollToRow(layout.current, active, { scrollTop, height: clientHeight })
  }, [scroller, active])
}

/** Calls `onEnd` when the end of the list comes into view. */
function useEnd(
  onEnd: () => void,
  {
    sections,
    windows,
    count,
  }: { sections: readonly Section[]; windows: readonly { end: number }[]; count: number },
): void {
  const lastShown = Math.max(
    0,
    ...sections.map(({ first }, index) => (windows[index]?.end ? first + windows[index].end : 0)),
  )
  useEffect(() => {
    if (count > 0 && lastShown >= count - AHEAD) onEnd()
  }, [lastShown, count, onEnd])
}

function Option({
  token,
  index,
  count,
  list,
}: Pick<Row, 'token' | 'index'> & { count: number; list: TokenListProps }) {
  const { selected } = list
  return (
    <TokenOption
      id={list.optionId(index)}
      token={token}
      position={index + 1}
      count={count}
      isActive={index === list.active}
      isSelected={selected?.chainId === token.chainId && sameAddress(selected.address, token.address)}
      isOfManyChains={list.isOfManyChains}
      safety={list.getSafety(token)}
      refusedWith={list.getRefusedWith(token)}
      holding={list.getHolding(token)}
      onActive={() => list.onActive(index)}
      onSelect={() => list.onSelect(token)}
    />
  )
}

function DetailsButton({
  token,
  index,
  top,
  list,
}: Pick<Row, 'token' | 'index'> & { top: number; list: TokenListProps }) {
  const { t } = useTranslation()
  const isActive = index === list.active
  return (
    <span
      className={styles.details}
      style={{ insetBlockStart: top }}
      onPointerMove={isActive ? undefined : () => list.onActive(index)}
    >
      <IconButton
        icon="info"
        label={t('tokens.details', { token: token.symbol })}
        tabIndex={isActive ? 0 : -1}
        onClick={() => list.onDetails(token, index)}
      />
    </span>
  )
}
