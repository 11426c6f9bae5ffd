import type { KeyboardEvent } from 'react'
import { JsonCode } from '../json-code.tsx'
import styles from './code-editor.module.css'

interface CodeEditorProps {
  label: string
  value: string
  invalid: boolean
  errorLine: number | undefined
  describedBy: string
  onChange(value: string): void
}

/**
 * A plain textarea over a highlighted copy of its text, so that selection, undo and screen readers
 * work natively.
 */
export function CodeEditor({ label, value, invalid, errorLine, describedBy, onChange }: CodeEditorProps) {
  const lines = value.split('\n').length
  return (
    <div className={styles.scroller}>
      <div className={styles.gutter} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => index + 1).map((line) => (
          <span key={line} data-error={line === errorLine || undefined}>
            {line}
          </span>
        ))}
      </div>
      <div className={styles.stack}>
        <pre className={styles.colors} aria-hidden="true">
          <JsonCode text={`${value}\n`} />
        </pre>
        <textarea
          className={styles.input}
          aria-label={label}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={keepIndent}
        />
      </div>
    </div>
  )
}

/** Keeps the indentation on a new line. Tab still moves the focus. */
function keepIndent(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const { selectionStart, value } = event.currentTarget
  const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart)
  const indent = /^\s*/.exec(line)?.[0] ?? ''
  const deeper = /[[{]\s*$/.test(line) ? '  ' : ''
  event.preventDefault()
  // No other API inserts text into the browser's undo history.
  document.execCommand('insertText', false, `\n${indent}${deeper}`)
}
