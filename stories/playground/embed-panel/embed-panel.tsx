import { useState } from 'react'
import type { WidgetConfig } from '../../../src/config/types.ts'
import { Panel } from '../panel.tsx'
import styles from './embed-panel.module.css'
import { SNIPPET_KINDS, type SnippetKind, snippet } from './snippets.ts'

/** The code that embeds this widget in another page. */
export function EmbedPanel({ config }: { config: WidgetConfig }) {
  const [kind, setKind] = useState<SnippetKind>('react')
  const text = snippet(kind, config)
  return (
    <Panel title="Embed" action={<CopyButton text={text} />}>
      <fieldset className={styles.kinds}>
        <legend className={styles.legend}>Kind of page</legend>
        {Object.entries(SNIPPET_KINDS).map(([value, label]) => (
          <label key={value} className={styles.kind}>
            <input
              type="radio"
              name="snippet-kind"
              checked={kind === value}
              onChange={() => setKind(value as SnippetKind)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <section className={styles.code} tabIndex={0} aria-label={`${SNIPPET_KINDS[kind]} snippet`}>
        <pre>{text}</pre>
      </section>
      <p className={styles.pages}>
        See it on plain pages: <a href="/embed.html">one widget</a>, <a href="/embed-two.html">two widgets</a>
        .
      </p>
    </Panel>
  )
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<string>()
  return (
    <button
      type="button"
      className={styles.copy}
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(text))}
    >
      <span aria-live="polite">{copied === text ? 'Copied' : 'Copy'}</span>
    </button>
  )
}
