import { type InputHTMLAttributes, type ReactNode, type Ref, useRef } from 'react'
import { useTranslation } from '../hooks/use-translation.ts'
import { part } from '../theme/part.ts'
import { classNames } from './class-names.ts'
import { CLOSE } from './close-icon.ts'
import { Icon } from './icon.tsx'
import styles from './text-field.module.css'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** The accessible name of the field. */
  label: string
  value: string
  /** Content next to the text, e.g. an icon before it or a unit after it. */
  before?: ReactNode
  after?: ReactNode
  /**
   * Clears the field. Its button is shown while the field has a text; the field keeps the focus.
   */
  onClear?: () => void
  /** `field` spans the widget; `control` has the height of adjacent choices. Default `field`. */
  shape?: 'field' | 'control'
  inputRef?: Ref<HTMLInputElement>
}

/** A single-line input for an address, a search or a number, without correction and completion. */
export function TextField({
  label,
  before,
  after,
  onClear,
  shape = 'field',
  inputRef,
  className,
  ...rest
}: TextFieldProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div ref={frame} className={classNames(styles.frame, styles[shape], className)} {...part('field')}>
      {before}
      <input
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        {...rest}
        ref={inputRef}
        type="text"
        className={styles.input}
        aria-label={label}
      />
      {after}
      {onClear && rest.value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('action.clear')}
          onClick={() => {
            onClear()
            frame.current?.querySelector('input')?.focus()
          }}
        >
          <Icon name={CLOSE} size={18} />
        </button>
      )}
    </div>
  )
}
