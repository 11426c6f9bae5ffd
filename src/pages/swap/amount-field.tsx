import { type ChangeEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Skeleton } from '../../components/skeleton.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { type AmountReading, isPlainAmount, readTypedAmount } from '../../i18n/read-amount.ts'
import { part } from '../../theme/part.ts'
import { AmountBox } from './amount-box.tsx'
import styles from './amount-field.module.css'

/** What came in one piece, and the amount after it. */
export interface Pasted {
  text: string
  amount: string
  /** Whether it came as dollars. Default false. */
  isUsd?: boolean
}

export interface AmountFieldProps {
  label: string
  /** What was typed: a canonical decimal string, "" when nothing was. */
  value: string
  /** Base units shown while nothing is typed: what the other side's amount is worth. Default: nothing. */
  estimate?: bigint | undefined
  /** The estimate is on its way. Default false. */
  isLoading?: boolean
  /** The token's decimals. Further digits are truncated while typing. */
  decimals: number
  /** Decides how an estimate is shortened. */
  symbol?: string | undefined
  /** Takes dollars: their sign may be pasted with them. Default false. */
  isUsd?: boolean
  onChange: (value: string) => void
  /** Called on each change: with the value of which digits were cut that the token does not have, else undefined. */
  onCut?: ((value: string | undefined) => void) | undefined
  /** Called on each change: with what was pasted and the amount there is now, taken from it or not; undefined when typed. */
  onPasted?: ((pasted: Pasted | undefined) => void) | undefined
  /** Shows the amount and takes no other. Default false. */
  readOnly?: boolean
  /** Why it takes no other. */
  title?: string | undefined
  /** Enter was pressed in the field. */
  onSubmit?: (() => void) | undefined
}

/** Takes an amount as the locale writes it and tells it as a canonical decimal string. */
export function AmountField({
  label,
  value,
  estimate,
  isLoading = false,
  decimals,
  symbol,
  isUsd,
  onChange,
  onCut,
  onPasted,
  readOnly = false,
  title,
  onSubmit,
}: AmountFieldProps) {
  const { t, format } = useTranslation()
  const [draft, setDraft] = useState(value)
  const isEstimate = value === '' && estimate !== undefined
  const shown = isEstimate ? format.fieldAmount(estimate, decimals, symbol) : value
  // "1." equals "1": keep the typed text while its value is unchanged.
  const text = !isEstimate && canonical(draft) === shown ? draft : shown

  const take = (text: string, { isTyped, parse }: { isTyped: boolean; parse: Parse }) => {
    const readAs = (places: number) => parse(text, { separator: format.separator, decimals: places, isUsd })
    const next = readAs(decimals)
    onPasted?.(isTyped ? undefined : { text, amount: next === undefined ? value : canonical(next) })
    if (next === undefined) return
    const isCut = next.length < (readAs(Number.POSITIVE_INFINITY)?.length ?? 0)
    onCut?.(isCut ? canonical(next) : undefined)
    setDraft(next)
    if (canonical(next) !== value || isEstimate) onChange(canonical(next))
  }
  const taking = useRef(take)
  const input = useRef<HTMLInputElement | null>(null)
  const isSelected = isEstimate && isWhole(input.current)
  useEffect(() => {
    taking.current = take
    // React replaces the text and ends its selection: typing must still replace all of it, not append to it.
    if (isSelected) input.current?.select()
  })
  const written = text.replace('.', () => format.separator)
  /** What was typed into the server's HTML before this code arrived: React would write the rendered text over it. */
  const early = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares with the first text alone.
  const readEarly = useCallback((field: HTMLInputElement | null) => {
    input.current = field
    if (field && field.value !== written) early.current = field.value
  }, [])
  /** What was changed last: code that arrives later reads nothing older. */
  const changed = useRef<unknown>(undefined)
  useEffect(() => {
    const typed = early.current
    early.current = undefined
    if (typed !== undefined) taking.current(typed, { isTyped: true, parse: readTypedAmount })
    return () => {
      changed.current = undefined
    }
  }, [])

  const read = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const typed = target.value
    const isTyped = typed === '' || isOneKey(nativeEvent as InputEvent, typed.length - text.length)
    changed.current = nativeEvent
    if (isTyped || isPlainAmount(typed)) return take(typed, { isTyped, parse: readTypedAmount })
    // Loaded with the first paste. Where it does not arrive, nothing is taken, and the note says so.
    import('../../i18n/read-pasted-amount.ts')
      .then(
        ({ readPastedAmount }) => readPastedAmount,
        () => () => undefined,
      )
      .then((parse) => {
        if (changed.current === nativeEvent) taking.current(typed, { isTyped: false, parse })
      })
  }

  return (
    <AmountBox length={text.length}>
      <input
        ref={readEarly}
        className={styles.amount}
        {...part('amount', isLoading ? 'loading' : isEstimate ? 'estimate' : 'typed')}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        placeholder={isLoading ? '' : '0'}
        aria-label={label}
        aria-busy={isLoading || undefined}
        title={isEstimate ? format.exactAmount(estimate, decimals) : title}
        readOnly={readOnly}
        value={written}
        onChange={read}
        onKeyDown={(event) => event.key === 'Enter' && onSubmit?.()}
      />
      {isLoading && (
        <span className={styles.waiting} title={t('price.loading')}>
          <Skeleton width="5ch" height="0.8em" />
        </span>
      )}
    </AmountBox>
  )
}

/** Whether all of a field that has the focus is selected. */
function isWhole(field: HTMLInputElement | null) {
  return field?.matches(':focus') && !field.selectionStart && field.selectionEnd === field.value.length
}

type Parse = (text: string, reading: AmountReading) => string | undefined

function canonical(text: string): string {
  const trimmed = text.includes('.') ? text.replace(/\.?0*$/, '') : text
  return trimmed === '' && text !== '' ? '0' : trimmed
}

/** Whether one character was typed, or some were deleted. What comes otherwise (paste, drop, autofill) may group digits. */
function isOneKey({ inputType = '', data }: Partial<InputEvent>, added: number): boolean {
  if (inputType === 'insertCompositionText') return added <= 1
  return inputType.startsWith('delete') || data?.length === 1
}
