import {
  type ChangeEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Skeleton } from '../../../components/skeleton.tsx'
import { useTranslation } from '../../../hooks/use-translation.ts'
import { type AmountReading, isPlainAmount, readTypedAmount } from '../../../i18n/read-amount.ts'
import { part } from '../../../theme/part.ts'
import { AmountBox } from './amount-box.tsx'
import type { AmountEdit, AmountEditor } from './amount-editor.ts'
import styles from './amount-field.module.css'

/** Text that arrived in one piece, such as a paste, and the resulting amount. */
export interface Pasted {
  text: string
  amount: string
  /** True if dollars were pasted. Default false. */
  isUsd?: boolean
}

export interface AmountFieldProps {
  label: string
  /** The typed amount as a canonical decimal string, or "" when empty. */
  value: string
  /** Base units shown while nothing is typed: the equivalent of the other side's amount. */
  estimate?: bigint | undefined
  /** True while the estimate loads. Default false. */
  isLoading?: boolean
  /** The token's decimals. Further digits are truncated while typing. */
  decimals: number
  /** Determines how an estimate is shortened. */
  symbol?: string | undefined
  /** Accepts dollars, also pasted with their sign. Default false. */
  isUsd?: boolean
  onChange: (value: string) => void
  /**
   * Called on each change: with the value if digits beyond the token's decimals were cut, else
   * undefined.
   */
  onCut?: ((value: string | undefined) => void) | undefined
  /**
   * Called on each change: with the pasted text and the resulting amount, or undefined when typed.
   */
  onPasted?: ((pasted: Pasted | undefined) => void) | undefined
  /** Default false. */
  readOnly?: boolean
  /** Explains why the field is read-only. */
  title?: string | undefined
  /** Called when Enter is pressed in the field. */
  onSubmit?: (() => void) | undefined
}

/** The next key must not arrive before the caret. React 18 warns about layout effects on a server. */
const useCaretEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Edits an amount in the locale's format and reports it as a canonical decimal string. */
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
  /** The typed text, and the number of its characters before the caret. A new object places the caret. */
  const [typing, setTyping] = useState<{ draft: string; behind?: number }>({ draft: value })
  const isEstimate = value === '' && estimate !== undefined
  const shown = isEstimate ? format.fieldAmount(estimate, decimals, symbol) : value
  // "1." equals "1": keep the typed text while its value is unchanged.
  const text = !isEstimate && canonical(typing.draft) === shown ? typing.draft : shown

  const { separator } = format
  const { editor, loadEditor } = useAmountEditor()
  const show = (draft: string, behind = draft.length) => {
    setTyping({ draft, behind })
    if (canonical(draft) !== value || isEstimate) onChange(canonical(draft))
  }
  const take = ({ text: edited, before = 0, after = 0 }: AmountEdit, { isTyped, parse }: Reading) => {
    const readAs = (places: number) => parse(edited, { separator, decimals: places, isUsd })
    const next = readAs(decimals)
    onPasted?.(isTyped ? undefined : { text: edited, amount: next === undefined ? value : canonical(next) })
    if (next === undefined) return setTyping({ ...typing, behind: before })
    const uncut = readAs(Number.POSITIVE_INFINITY)?.length ?? 0
    onCut?.(next.length < uncut ? canonical(next) : undefined)
    if (next !== text) editor.current?.record(text)
    show(next, Math.min(uncut - after, next.length))
  }
  /** Undoes or redoes a change for the keys and input events that request it. */
  const restore = (event: KeyboardEvent | InputEvent) => editor.current?.restore(event, { text, show })
  const taking = useRef(take)
  const input = useRef<HTMLInputElement | null>(null)
  const isSelected = isEstimate && isWhole(input.current)
  useEffect(() => {
    taking.current = take
    // React replaces the text and clears its selection; typing must still replace the whole text.
    if (isSelected) input.current?.select()
  })
  const written = format.field(text)
  useCaretEffect(() => {
    editor.current?.placeCaret(input.current, { ...typing, separator })
  }, [typing, separator])
  useRollingDigits(input, { shown: isEstimate ? written : '', separator })
  const toEdit = ({ value: typed, selectionEnd }: HTMLInputElement, inputType = ''): AmountEdit =>
    editor.current?.readEdit({ shown: written, typed, caret: selectionEnd, inputType, separator }) ?? {
      text: typed.replaceAll(/\D/.exec(written.replace(separator, ''))?.[0] ?? '', ''),
    }
  /** Text typed into the server's HTML before hydration, which React would overwrite. */
  const early = useRef<AmountEdit>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares with the first text only
  const readEarly = useCallback((field: HTMLInputElement | null) => {
    input.current = field
    if (field && field.value !== written) early.current = toEdit(field)
  }, [])
  /** The latest change. A parser that loads later skips older changes. */
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
    const event = nativeEvent as InputEvent
    const { inputType = '' } = event
    changed.current = event
    loadEditor()
    if (inputType.startsWith('history')) return restore(event)
    const typed = toEdit(target, inputType)
    const isTyped = !typed.text || isOneKey(event, typed.text.length - text.length)
    if (isTyped || isPlainAmount(typed.text)) return take(typed, { isTyped, parse: readTypedAmount })
    loadPasteParser().then((parse) => {
      if (changed.current === event) taking.current(typed, { isTyped: false, parse })
    })
  }

  return (
    <AmountBox length={(text.length + written.length) / 2}>
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
        onFocus={loadEditor}
        onKeyDown={({ key, nativeEvent }) => (key === 'Enter' ? onSubmit?.() : restore(nativeEvent))}
      />
      {isLoading && (
        <span className={styles.waiting} title={t('price.loading')}>
          <Skeleton width="5ch" height="0.8em" />
        </span>
      )}
    </AmountBox>
  )
}

/** Loads the editor with the focus. Without it, every grouping mark is removed. */
function useAmountEditor() {
  const editor = useRef<AmountEditor>(undefined)
  const loadEditor = () => {
    if (!editor.current)
      import('./amount-editor.ts').then(
        ({ createAmountEditor }) => {
          editor.current ??= createAmountEditor()
        },
        () => {},
      )
  }
  return { editor, loadEditor }
}

/** Loads the parser of pasted amounts. If that fails, no text is applied, and a note explains it. */
function loadPasteParser(): Promise<Reading['parse']> {
  return import('../../../i18n/read-pasted-amount.ts').then(
    (parser) => parser.readPastedAmount,
    () => () => undefined,
  )
}

/** Rolls the digits of an estimate that a refresh changed. */
function useRollingDigits(
  input: RefObject<HTMLInputElement | null>,
  { shown, separator }: { shown: string; separator: string },
): void {
  const last = useRef('')
  useEffect(() => {
    const before = last.current
    last.current = shown
    if (before && before !== shown)
      import('../../../components/roll-digits.ts').then(
        ({ rollDigits }) =>
          input.current && last.current === shown && rollDigits(input.current, { before, separator }),
        () => {},
      )
  }, [input, shown, separator])
}

/** Returns whether the whole text of a focused field is selected. */
function isWhole(field: HTMLInputElement | null) {
  return field?.matches(':focus') && !field.selectionStart && field.selectionEnd === field.value.length
}

interface Reading {
  isTyped: boolean
  parse: (text: string, reading: AmountReading) => string | undefined
}

function canonical(text: string): string {
  const trimmed = text.includes('.') ? text.replace(/\.?0*$/, '') : text
  return trimmed === '' && text !== '' ? '0' : trimmed
}

/**
 * Returns whether one character was typed, or some were deleted. Other input (paste, drop,
 * autofill) may group digits.
 */
function isOneKey({ inputType = '', data }: Partial<InputEvent>, added: number): boolean {
  if (inputType === 'insertCompositionText') return added <= 1
  return inputType.startsWith('delete') || data?.length === 1
}
