import { useCallback, useEffect, useRef, useState } from 'react'
import type { Token } from '../../events/types.ts'
import type { TokenStanding } from '../../hooks/use-token-standing.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { type Address, sameAddress } from '../../lib/address.ts'
import styles from './token-list.module.css'
import { TokenOption } from './token-option.tsx'
import { scrollToRow, type Viewport, visibleRows } from './windowing.ts'

export interface TokenListProps {
  id: string
  optionId: (index: number) => string
  tokens: readonly Token[]
  /** The row highlighted by the keyboard. */
  active: number
  selected: { chainId: number; address: Address } | undefined
  getStanding: (token: Token) => TokenStanding
  onActive: (index: number) => void
  onSelect: (token: Token) => void
  /** Called when the end of the list comes into view. */
  onEnd: () => void
}

/** Pixels. Must match the stylesheet. */
const ROW_HEIGHT = 60
/** Rows before the end at which `onEnd` is called. */
const AHEAD = 10

/** A virtualized listbox. The search field keeps the focus and controls it. */
export function TokenList(props: TokenListProps) {
  const { tokens, active, onEnd } = props
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const [viewport, setViewport] = useState<Viewport>({ scrollTop: 0, height: ROW_HEIGHT * 7 })
  const { start, end } = visibleRows(tokens.length, ROW_HEIGHT, viewport)

  const measure = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = list.current ?? {}
    setViewport({ scrollTop, height: clientHeight || ROW_HEIGHT * 7 })
  }, [])

  useEffect(() => {
    measure()
    if (!list.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [measure])

  useEffect(() => {
    const element = list.current
    if (!element) return
    const { scrollTop, clientHeight } = element
    element.scrollTop = scrollToRow(active, ROW_HEIGHT, { scrollTop, height: clientHeight })
  }, [active])

  useEffect(() => {
    if (tokens.length > 0 && end >= tokens.length - AHEAD) onEnd()
  }, [end, tokens.length, onEnd])

  return (
    <div
      ref={list}
      id={props.id}
      role="listbox"
      aria-label={t('tokens.list')}
      tabIndex={-1}
      className={styles.list}
      onScroll={measure}
    >
      <div
        role="presentation"
        style={{ blockSize: tokens.length * ROW_HEIGHT, paddingBlockStart: start * ROW_HEIGHT }}
      >
        {tokens.slice(start, end).map((token, offset) => {
          const index = start + offset
          return (
            <TokenOption
              key={`${token.chainId}:${token.address}`}
              id={props.optionId(index)}
              token={token}
              position={index + 1}
              count={tokens.length}
              isActive={index === active}
              isSelected={
                props.selected?.chainId === token.chainId &&
                sameAddress(props.selected.address, token.address)
              }
              standing={props.getStanding(token)}
              onActive={() => props.onActive(index)}
              onSelect={() => props.onSelect(token)}
            />
          )
        })}
      </div>
    </div>
  )
}
