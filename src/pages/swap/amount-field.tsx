import { type ChangeEvent, useState } from 'react'
import { useTranslation } from '../../hooks/use-translation.ts'
import { readPastedAmount, readTypedAmount } from '../../i18n/read-amount.ts'
import { AmountBox } from './amount-box.tsx'
import styles from './amount-field.module.css'

export interface AmountFieldProps {
  label: string
  /** Canonical decimal string, "" when empty. */
  value: string
  /** The token's decimals. Further digits are truncated while typing. */
  decimals: number
  onChange: (value: string) => void
  /** Shows the amount and takes no other. Default false. */
  readOnly?: boolean
  /** Enter was pressed in the field. */
  onSubmit?: (() => void) | undefined
}

/** Takes an amount as the locale writes it and tells it as a canonical decimal string. */
export function AmountField({
  label,
  value,
  decimals,
  onChange,
  readOnly = false,
  onSubmit,
}: AmountFieldProps) {
  const { format } = useTranslation()
  const [draft, setDraft] = useState(value)
  // "1." equals "1": keep the typed text while its value is unchanged.
  const text = canonical(draft) === value ? draft : value

  const read = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const pasted = 'inputType' in nativeEvent && nativeEvent.inputType === 'insertFromPaste'
    const reading = { separator: format.separator, decimals }
    const next = pasted ? readPastedAmount(target.value, reading) : readTypedAmount(target.value, reading)
    if (next === undefined) return
    setDraft(next)
    if (canonical(next) !== value) onChange(canonical(next))
  }

  return (
    <AmountBox length={text.length}>
      <input
        className={styles.amount}
        data-part="amount"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        placeholder="0"
        aria-label={label}
        readOnly={readOnly}
        value={text.replace('.', format.separator)}
        onChange={read}
        onKeyDown={(event) => event.key === 'Enter' && onSubmit?.()}
      />
    </AmountBox>
  )
}

function canonical(text: string): string {
  const trimmed = text.includes('.') ? text.replace(/\.?0*$/, '') : text
  return trimmed === '' && text !== '' ? '0' : trimmed
}
